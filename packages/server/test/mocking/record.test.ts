import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { record, type RecordOptions } from '../../src/cli/record.js'
import { type Recording, recordedHandlers } from '../../src/recorded.js'
import { readModule } from '../../src/recording/read-list.js'

const folder = await mkdtemp(join(tmpdir(), 'content-api-record-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

const schema = {
  kind: 'collectionType',
  info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
  attributes: { title: { type: 'string' }, password: { type: 'string' } },
}
const line = { type: 'api::article.article', id: 1, attributes: { title: 'Seeded "&=' } }

beforeAll(async () => {
  const types = at('cms/src/api/article/content-types/article')
  await mkdir(types, { recursive: true })
  await writeFile(join(types, 'schema.json'), JSON.stringify(schema))
  await writeFile(at('content.jsonl'), JSON.stringify(line))
  await writeFile(at('types.gen.ts'), "export const fingerprint = 'aaaa'\n")
})

const token = 'a-token-of-the-service'
const signed = 'https://files.example.org/a.png?X-Amz-Date=1&X-Amz-Signature=5f3a'
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.dGhlLXNpZ25hdHVyZQ'
let now = 0
/** Content whose times are different in each response. */
const timed = () => ({
  data: ['Ada', 'Zuse'].map((name, id) => ({ id, name, updatedAt: new Date(++now).toISOString() })),
})
const files = { url: signed, title: 'Public' }
const bodies: Record<string, object> = {
  '/api/files': files,
  '/api/echo': { data: [{ text: `You sent ${token}` }] },
  '/api/login': { jwt: 'opaque' },
  '/api/text': { data: { note: `Log in with ${jwt}` } },
  '/api/users/me': { id: 1, resetPasswordToken: 'x', password: '' },
}
function respondEndlessly(response: ServerResponse): void {
  const part = Buffer.alloc(65_536, '1')
  while (!response.destroyed && response.write(part));
  response.once('drain', () => respondEndlessly(response))
}
let received: IncomingMessage['headers'] = {}
const service = createServer((request, response) => {
  received = request.headers
  response.setHeader('set-cookie', 'session=of-the-response')
  response.setHeader('content-type', 'application/json')
  const path = request.url?.split('?')[0] ?? ''
  if (path === '/api/endless') return respondEndlessly(response)
  if (path === '/api/keys')
    return void response.end('{"data":{"__proto__":{"a":1},"text":"\\"__proto__\\":"},"mark":"@fingerprint"}')
  response.end(JSON.stringify(path === '/api/timed' ? timed() : bodies[path]))
})
let from = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  from = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(() => service.close())

let printed = ''
const capture = () => {
  printed = ''
  vi.spyOn(console, 'log').mockImplementation((text) => void (printed += `${text}\n`))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (printed += String(text)) !== '')
}
beforeEach(capture)
afterEach(() => vi.restoreAllMocks())

const inProject = { project: at('cms'), seed: at('content.jsonl') }

/** Writes a list and records it. Returns the recording and its text. */
async function recorded(list: string, options: Partial<RecordOptions> = {}, name = 'list.mjs') {
  await writeFile(at(name), list)
  await record(at(name), { project: '.', ...(options.project === undefined && { from }), ...options })
  const file = at('list.recorded.ts')
  const text = await readFile(file, 'utf8')
  const module = { recordedHandlers: () => [] }
  const read = (await readModule(file, { '@content-api/server/recorded': module })) as { recording: Recording }
  return { recording: read.recording, text }
}

/** Responds to `fetch` with the handlers of a recording, until the test ends. */
function mock(recording: Recording, baseURL?: string): void {
  const server = setupServer(...recordedHandlers(recording, baseURL === undefined ? {} : { baseURL }))
  server.listen({ onUnhandledRequest: 'error' })
  onTestFinished(() => server.close())
}

const json = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init)
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })

const list = `
export const titles = '/api/articles?sort=title&fields=title'
export const filtered = { path: '/api/articles', query: { filters: { title: { $eq: 'Seeded "&=' } } } }
export const latest = {
  graphql: 'query ($id: ID!) { # one\\n  article(id: $id) { data { attributes { title } } }\\n}',
  variables: { id: '1' },
}
export const missing = async ({ baseURL, fetch }) => {
  const response = await fetch(baseURL + '/api/articles/7', { headers: { cookie: 'session=0123456789' } })
  if (!response.ok) throw new Error('Not found')
}
`

describe('content-api record', () => {
  let recording: Recording
  beforeAll(async () => {
    capture()
    ;({ recording } = await recorded(list, { ...inProject, types: at('types.gen.ts') }))
  })

  it('writes handlers with the responses of a project', async () => {
    expect(Object.keys(recording.requests)).toEqual(['filtered', 'latest', 'missing', 'titles'])
    expect(recording.model).toEqual({ recorded: 'aaaa', current: 'aaaa' })
    mock(recording)
    const base = 'https://cms.example.org'
    const { body } = await json(`${base}/api/articles?fields=title&sort=title`)
    expect(body.data).toMatchObject([{ id: 1, attributes: { title: 'Seeded "&=' } }])
    const filters = new URLSearchParams({ 'filters[title][$eq]': 'Seeded "&=' })
    expect((await json(`${base}/api/articles?${filters}`)).body.data).toHaveLength(1)
    const query = 'query ($id: ID!) { # one\n article(id: $id)\n { data { attributes { title } } } }'
    const responded = await json(`${base}/graphql`, post({ query, variables: { id: '1' } }))
    expect(responded.body).toEqual({ data: { article: { data: { attributes: { title: 'Seeded "&=' } } } } })
    expect(await json(`${base}/api/articles/7`)).toMatchObject({
      status: 404,
      body: { error: { name: 'NotFoundError' } },
    })
  })

  it('reports requests that are not recorded, and passes those of other paths on', async () => {
    mock(recording, 'https://cms.example.org/content')
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const url = 'https://cms.example.org/content'
    const unknown = await json(`${url}/api/articles?sort=id`)
    expect(unknown).toMatchObject({ status: 501, body: { error: { name: 'NotRecordedError' } } })
    const message = `GET /api/articles?sort=id isn't recorded. Add it to ${at('list.mjs')} and run: ${recording.command}`
    expect(unknown.body.error.message).toContain(message)
    expect(unknown.body.error.message).toContain('\n  GET /api/articles?fields=title&sort=title')
    const document = await json(`${url}/graphql`, post({ query: '{ me { id } }' }))
    expect(document.body.errors[0].message).toContain("POST /graphql { me { id } } isn't recorded")
    expect((await json(`${url}/api/articles`, post({ data: {} }))).body.error.message).toContain(
      'POST /api/articles isn',
    )
    expect((await json(`${url}/api/articles?sort=title&fields=title`)).status).toBe(200)
    await expect(fetch('https://cms.example.org/api/articles')).rejects.toThrow('Cannot bypass a request')
    await expect(fetch(`${url}/apiary`)).rejects.toThrow('Cannot bypass a request')
    expect(errors.mock.calls.flat().join('\n')).toContain(message)
  })

  it('writes the same file for the same content, though its times differ', async () => {
    const timed = "export const b = '/api/timed'\n"
    const { text } = await recorded(timed)
    await writeFile(at('list.recorded.ts'), text.replace(/"recordedAt": ".*"/, '"recordedAt": "2020-01-01"'))
    expect((await recorded(timed)).text).toContain('2020-01-01')
    expect(printed).toContain('is unchanged')
    const longer = await recorded(`${timed}export const a = '/api/files'\n`)
    expect(longer.text).not.toContain('2020-01-01')
    // Only lines are added.
    const lines = longer.text.split('\n')
    let from = 0
    for (const each of text.split('\n')) from = lines.indexOf(each, from) + 1 || Number.NaN
    expect(from).toBe(lines.length)
    bodies['/api/files'] = { url: 'other' }
    expect((await recorded(`${timed}export const a = '/api/files'`)).recording.requests).toMatchObject({
      ...longer.recording.requests,
      a: [{ body: { url: 'other' } }],
    })
    bodies['/api/files'] = files
  })

  it('reads lists in JSON, and names the mistakes of a list', async () => {
    const { recording } = await recorded('{ "one": { "path": "/api/files" } }', {}, 'list.json')
    expect(recording.requests['one']).toMatchObject([{ request: 'GET /api/files', status: 200 }])
    const wrong = "export const a = 'api', b = { path: '/api', querry: {} }, c = 1"
    await expect(recorded(wrong)).rejects.toThrow(
      /"a" must have a path.*\n.*"b" has the unknown key "querry".*\n.*"c" must/,
    )
    await expect(recorded('', { out: at('list.js') })).rejects.toThrow('--out needs a file of TypeScript')
    await expect(recorded('')).rejects.toThrow('must export requests by name')
    const writes = "export const add = { graphql: 'mutation { logout }' }"
    await expect(recorded(writes)).rejects.toThrow('"add": POST /graphql isn\'t a read')
    await expect(recorded('export const none = () => 1')).rejects.toThrow('"none" sends no request')
    await expect(recorded("export const file = '/_health?token=1'")).rejects.toThrow('has the parameter "token"')
    await expect(recorded("export const other = ({ fetch }) => fetch('https://example.org/')")).rejects.toThrow(
      `"other": GET https://example.org/ isn't a request to ${from}`,
    )
  })

  it('fails with --check after changes of the list or the types', async () => {
    const types = { types: at('types.gen.ts') }
    const check = { ...types, check: true }
    await recorded(list, { ...inProject, ...types })
    await recorded(list, check)
    expect(printed).toContain('is up to date')
    const changed = list.replace('sort=title', 'sort=id').replace('missing', 'renamed')
    await expect(recorded(changed, check)).rejects.toThrow(
      /"renamed": .*\n.*"titles": GET \/api\/articles\?fields=title&sort=id isn't recorded\.\n.*"missing" is no longer in the list/,
    )
    await writeFile(at('types.gen.ts'), "export const fingerprint = 'bbbb'\n")
    await expect(recorded(list, check)).rejects.toThrow(
      /types have changed since \d{4}-\d\d-\d\d\.\nRun: npx content-api/s,
    )
    await rm(at('list.recorded.ts'))
    await expect(recorded(list, check)).rejects.toThrow("doesn't exist")
  })

  it('warns once if the types have changed since the recording', () => {
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    recordedHandlers({ ...recording, model: { recorded: 'aaaa', current: 'aaaa' } })
    expect(warnings).not.toHaveBeenCalled()
    recordedHandlers({ ...recording, model: { recorded: 'aaaa', current: 'bbbb' } })
    expect(warnings.mock.calls.flat().join('\n')).toMatch(
      /types have changed .* recorded on \d{4}-.* again: npx content-api record/,
    )
  })
})

describe('secrets', () => {
  beforeEach(() => vi.stubEnv('CONTENT_API_TOKEN', token))
  afterEach(() => vi.unstubAllEnvs())

  it('sends the token, and records no tokens, cookies, headers, signatures and addresses', async () => {
    const { text } = await recorded("export const files = '/api/files'")
    expect(received.authorization).toBe(`Bearer ${token}`)
    expect(text).toContain('"url": "https://files.example.org/a.png"')
    expect(text).toContain('"title": "Public"')
    expect(text).not.toMatch(/a-token|5f3a|of-the-response|set-cookie|authorization|127\.0\.0\.1/i)
  })

  it.each([
    ['/api/echo', 'response.data.0.text'],
    ['/api/login', 'response.jwt'],
    ['/api/text', 'response.data.note'],
    ['/api/users/me', 'response.resetPasswordToken'],
  ])('rejects the secrets in %s', async (path, place) => {
    await expect(recorded(`export const one = '${path}'`)).rejects.toThrow(
      `"one": GET ${path} contains a secret at ${place}`,
    )
  })

  it('rejects credentials that a request repeats in its query', async () => {
    const list = `export const one = ({ baseURL, fetch }) => fetch(baseURL + '/api/files?q=0123456789', { headers: { authorization: 'Bearer 0123456789' } })`
    await expect(recorded(list)).rejects.toThrow('"one": GET /api/files contains a secret at request')
  })

  it('keeps keys and strings of a response that mean something in code', async () => {
    const { recording } = await recorded("export const keys = '/api/keys'")
    const body = recording.requests['keys']?.[0].body as Record<string, object>
    expect(JSON.stringify(body)).toBe('{"data":{"__proto__":{"a":1},"text":"\\"__proto__\\":"},"mark":"@fingerprint"}')
    expect(Object.getPrototypeOf(body['data'])).toBe(Object.prototype)
  })

  it('reports services that respond with something else, or not at all', async () => {
    await expect(recorded("export const one = '/nothing'")).rejects.toThrow('only JSON is recorded')
    await expect(recorded("export const one = '/api/endless'")).rejects.toThrow(
      '/api/endless responds with more than 8 MB',
    )
    await expect(recorded("export const one = '/api'", { from: 'localhost:1337' })).rejects.toThrow(
      '--from needs a URL',
    )
    await expect(recorded("export const one = '/api'", { from: 'http://127.0.0.1:1' })).rejects.toThrow(
      "can't be reached",
    )
  })
})

it('the entries for browsers load nothing of Node', async () => {
  for (const name of ['recorded', 'vite-client']) {
    const text = await readFile(join(import.meta.dirname, '../../bundle', `${name}.js`), 'utf8')
    expect(text.match(/^import .*|\brequire\(.*/gm) ?? []).toEqual(
      name === 'recorded' ? ['import { HttpResponse, http } from "msw";'] : [],
    )
  }
})
