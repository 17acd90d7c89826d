import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ConfigInput, type ContentApi, createContentApi } from '../../src/index.js'
import { multipart, type Part } from './multipart.js'

/** The model that the reference implementation was observed with. */
const project = fileURLToPath(new URL('../../../model/test/fixtures/oracle-model', import.meta.url))

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  // Answers are compared member by member: their types would only be repeated in every test.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export interface UploadService {
  readonly api: ContentApi
  readonly url: string
  /** `line` is `POST /api/upload`; `sent` is the parts of a form, or a value sent as JSON. */
  ask(
    line: string,
    sent?: readonly Part[] | Readonly<Record<string, unknown>>,
    headers?: Record<string, string>,
  ): Promise<Answer>
  /** The names of stored files. */
  stored(): Promise<string[]>
  /** The names of what uploads have in the temporary folder. */
  temporary(): Promise<string[]>
  close(): Promise<void>
}

/** A service on a socket of this machine, its stored and temporary files in folders of their own. */
export async function openUploadService(
  database: ConfigInput['database'],
  config: ConfigInput = {},
): Promise<UploadService> {
  const folder = await mkdtemp(join(tmpdir(), 'content-api-uploads-'))
  const [directory, temporary] = [join(folder, 'stored'), await mkdtemp(join(folder, 'temporary-'))]
  const usual = process.env['TMPDIR']
  process.env['TMPDIR'] = temporary
  const api = await createContentApi({
    project,
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

/** A part with a file. */
export function file(value: string | Buffer, filename: string, name = 'files'): Part {
  return { name, value, filename, type: 'application/octet-stream' }
}
