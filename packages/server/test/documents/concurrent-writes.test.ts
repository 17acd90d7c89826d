import { beforeAll, describe, expect, it, vi } from 'vitest'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'
import { type DocumentServer, openDocumentServer, writeProjectWithContent } from './served-documents.js'

interface Document {
  readonly documentId: string
  readonly locale: string | null
  readonly publishedAt: string | null
  readonly updatedAt: string
}

interface Answer<Data> {
  readonly status: number
  readonly data: Data
}

async function send<Data = Document>(
  server: DocumentServer,
  method: string,
  path: string,
  { data, ...headers }: { readonly data?: object; readonly 'if-match'?: string } = {},
): Promise<Answer<Data>> {
  const all = { authorization: 'Bearer oracle-token-full-access', 'content-type': 'application/json', ...headers }
  const body = data === undefined ? null : JSON.stringify({ data })
  const response = await server.fetch(new Request(`http://localhost/api${path}`, { method, headers: all, body }))
  const text = await response.text()
  return { status: response.status, data: (text === '' ? {} : (JSON.parse(text) as { data: Data })).data as Data }
}

describe.each(['sqlite', 'postgres'] as const)('writes by two servers at once, on %s', (dialect) => {
  let servers: readonly DocumentServer[] = []

  beforeAll(async () => {
    const { project } = await writeProjectWithContent(dialect)
    const overrides = { log: { level: 'silent' }, beside: { timeZone: 'UTC' } } as const
    servers = [await openDocumentServer({ project, overrides }), await openDocumentServer({ project, overrides })]
    for (const server of servers) cleanUpAfterFile(() => server.close())
  })

  const first = () => servers[0] as DocumentServer

  /** Sends the same write by both servers, several times at once. */
  const sendAtOnce = (method: string, path: string, data: (n: number) => object) =>
    Promise.all(
      Array.from({ length: 8 }, (_, n) => send(servers[n % 2] as DocumentServer, method, path, { data: data(n) })),
    )

  /** Returns the rows of a document, as `locale state`. */
  async function versionsOf(documentId: string): Promise<readonly string[]> {
    const versions: string[] = []
    for (const status of ['draft', 'published']) {
      const path = `/articles?status=${status}&locale=*&filters[documentId][$eq]=${documentId}&sort=id`
      const { data } = await send<readonly Document[]>(first(), 'GET', path)
      versions.push(...data.map(({ locale }) => `${locale} ${status}`))
    }
    return versions.toSorted()
  }

  it('create one document of a single type', async () => {
    expect((await send(first(), 'DELETE', '/homepage?locale=*')).status).toBe(204)
    const written = await sendAtOnce('PUT', '/homepage', (n) => ({ headline: `Home ${n}` }))
    expect(written.map(({ status }) => status)).toEqual(written.map(() => 200))
    expect(new Set(written.map(({ data }) => data.documentId)).size).toBe(1)
  })

  it('add one version of a locale, and leave one published version', async () => {
    const { data } = await send(first(), 'POST', '/articles', { data: { title: 'Once' } })
    const added = await sendAtOnce('PUT', `/articles/${data.documentId}?locale=fr`, (n) => ({ title: `Une ${n}` }))
    expect(added.map(({ status }) => status)).toEqual(added.map(() => 200))
    await sendAtOnce('PUT', `/articles/${data.documentId}`, (n) => ({ title: `One ${n}` }))
    expect(await versionsOf(data.documentId)).toEqual(['en draft', 'en published', 'fr draft', 'fr published'])
  })

  it('never give two writes of a document the same time', async () => {
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
    try {
      const { data } = await send(first(), 'POST', '/articles', { data: { title: 'Timed' } })
      const path = `/articles/${data.documentId}`
      const changed = await send(first(), 'PUT', path, { data: { title: 'Later' }, 'if-match': `"${data.updatedAt}"` })
      expect(changed.status).toBe(200)
      expect(Date.parse(changed.data.updatedAt)).toBeGreaterThan(Date.parse(data.updatedAt))
      const late = await send(first(), 'PUT', path, { data: { title: 'Lost' }, 'if-match': `"${data.updatedAt}"` })
      expect(late.status).toBe(412)
    } finally {
      vi.useRealTimers()
    }
  })
})
