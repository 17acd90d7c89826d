import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SchemaSources } from '@content-api/model'
import { type ConfigInput, type ContentApi, createContentApi } from '../../src/index.js'
import { multipart, type Part } from './multipart.js'

/** The model of the recorded Strapi project. */
const project = fileURLToPath(new URL('../../../model/test/fixtures/oracle-model', import.meta.url))

export interface JsonResponse {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  // The tests compare members of responses, for which types would only repeat the model.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export interface UploadService {
  readonly api: ContentApi
  readonly url: string
  /**
   * Sends a request. `line` is, for example, `POST /api/upload`; `sent` is the parts of a form, or a value
   * sent as JSON.
   */
  ask(
    line: string,
    sent?: readonly Part[] | Readonly<Record<string, unknown>>,
    headers?: Record<string, string>,
  ): Promise<JsonResponse>
  /** Returns the names of stored files. */
  stored(): Promise<string[]>
  /** Returns the names of files in the temporary folder. */
  temporary(): Promise<string[]>
  close(): Promise<void>
}

/**
 * Opens a service on a loopback socket, with its own folders for stored and temporary files.
 * @param schemas by default the model of the recorded project
 */
export async function openUploadService(
  database: ConfigInput['database'],
  config: ConfigInput = {},
  schemas?: SchemaSources,
): Promise<UploadService> {
  const folder = await mkdtemp(join(tmpdir(), 'content-api-uploads-'))
  const [directory, temporary] = [join(folder, 'stored'), await mkdtemp(join(folder, 'temporary-'))]
  const usual = process.env['TMPDIR']
  process.env['TMPDIR'] = temporary
  const api = await createContentApi({
    ...(schemas ?? { project }),
    ...(database && { database }),
    config: { i18n: { locales: ['fr'] }, ...config, upload: { directory, ...config.upload } },
    log: () => undefined,
  })
  const { url } = await api.listen({ port: 0 })
  const list = (path: string) => readdir(path).catch(() => [])
  return {
    api,
    url,
    async ask(line, sent, headers = {}) {
      const [method = '', path = ''] = line.split(' ')
      const response = await fetch(url + path, { method, ...payload(sent, headers) })
      const bytes = Buffer.from(await response.arrayBuffer())
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
      const { status } = response
      return {
        status,
        headers: response.headers,
        bytes,
        body: isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined,
      }
    },
    stored: async () => (await list(directory)).toSorted(byText),
    temporary: async () => (await list(temporary)).filter((name) => name.startsWith('content-api-upload-')),
    async close() {
      await api.close()
      if (usual === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = usual
      await rm(folder, { recursive: true })
    },
  }
}

function payload(sent: unknown, headers: Record<string, string>): RequestInit {
  if (sent === undefined) return { headers }
  if (Array.isArray(sent)) {
    const { contentType, body } = multipart(sent as readonly Part[])
    return { body: new Uint8Array(body), headers: { 'content-type': contentType, ...headers } }
  }
  return { body: JSON.stringify(sent), headers: { 'content-type': 'application/json', ...headers } }
}

const byText = (a: string, b: string) => (a < b ? -1 : 1)

/** Returns a part with a file. */
export function file(value: string | Buffer, filename: string, name = 'files'): Part {
  return { name, value, filename, type: 'application/octet-stream' }
}
