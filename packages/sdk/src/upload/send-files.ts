import type { RequestOptions, Send } from '../types/request.js'
import { fetchWithProgress, type Progress } from './fetch-with-progress.js'
import { sendableForm } from './sendable-form.js'

const TEN_MINUTES = 600_000

/** The options of a call that sends files. */
export interface SendFilesOptions extends RequestOptions {
  /**
   * Called as the files are sent. On platforms that don't report progress, and in jsdom, it is called at the
   * start and at the end.
   */
  readonly onProgress?: (progress: Progress) => void
}

/** Sends a form with files and returns the parsed response. The time limit is ten minutes unless the call sets one. */
export async function sendFiles(
  send: Send,
  form: FormData,
  { onProgress, ...call }: SendFilesOptions,
  query?: object,
): Promise<unknown> {
  const { body, headers } = await sendableForm(form)
  const options = { timeout: TEN_MINUTES, ...call, headers: { ...call.headers, ...headers } }
  const request = { method: 'POST', path: '/upload', query, body } as const
  if (!onProgress) return send({ ...request, options })
  // Libraries that mock requests can't read the forms that a simulated browser sends by XMLHttpRequest.
  const isSimulated = body !== form
  if (globalThis.XMLHttpRequest && !isSimulated) {
    return send({ ...request, options: { ...options, fetch: fetchWithProgress(onProgress) } })
  }
  const total = sizeOf(form)
  onProgress({ loaded: 0, total })
  const response = await send({ ...request, options })
  onProgress({ loaded: total, total })
  return response
}

function sizeOf(form: FormData): number {
  return form.getAll('files').reduce((sum, file) => sum + (typeof file === 'string' ? 0 : file.size), 0)
}
