import { ApiError, createClient, type Progress, upload } from '@content-api/sdk'
import type { ModelIndex } from '../model/model-index.js'
import type { Failure } from '../transport/response.js'
import { failureIn, type Transport } from '../transport/transport.js'

/** The editable texts of a file besides its name. */
export interface FileText {
  readonly alternativeText: string
  readonly caption: string
}

interface UploadOptions {
  readonly model: ModelIndex
  readonly transport: Transport
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/**
 * Uploads one file as the identity selected in the explorer, and returns the stored file. Throws the errors
 * of the SDK.
 */
export async function uploadFile(file: File, info: FileText, options: UploadOptions) {
  const { model, transport, signal, onProgress } = options
  const client = createClient({
    baseURL: '',
    prefix: model.api.prefix,
    defaults: { headers: transport.headers, credentials: 'omit' },
  }).with(upload())
  const [stored] = await client.upload(file, { info: { name: file.name, ...info }, signal, onProgress })
  return stored
}

/** Converts an error of the SDK to the failure that the explorer shows. */
export function uploadFailure(error: unknown): Failure {
  if (!(error instanceof ApiError)) return failureIn(error)
  const { status, kind, serverMessage, message, issues, requestId } = error
  return { status, kind, message: serverMessage || message, issues, requestId }
}

/** Changes the name, alternative text and caption of a file. */
export async function changeFile(
  id: number,
  info: FileText & { readonly name: string },
  { path, transport }: { readonly path: string; readonly transport: Transport },
): Promise<void> {
  const form = new FormData()
  form.append('fileInfo', JSON.stringify(info))
  await transport.read({ method: 'POST', path, query: { id: String(id) }, body: form })
}
