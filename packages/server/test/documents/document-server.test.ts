import { expect, describe, it } from 'vitest'
import type { DocumentServer } from './served-documents.js'
import { openRecordedServer } from './served-documents.js'

const token = 'Bearer oracle-token-full-access'

interface Answer {
  readonly status: number
  readonly body: {
    readonly data: never
    readonly error?: { readonly name: string; readonly message: string; readonly details: unknown }
  } | null
}

async function send(
  server: DocumentServer,
  method: string,
  path: string,
  data?: object,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const headers = { authorization: token, 'content-type': 'application/json', ...more }
  const body = data === undefined ? null : JSON.stringify({ data })
  const response = await server.fetch(new Request(`http://localhost${path}`, { method, headers, body }))
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as never) }
}

interface Document {
  readonly id: number
  readonly documentId: string
  readonly updatedAt: string
}

const create = async (server: DocumentServer, path: string, data: object): Promise<Document> =>
  (await send(server, 'POST', path, data)).body?.data as unknown as Document

const listOf = async (server: DocumentServer, path: string): Promise<readonly Document[]> =>
  (await send(server, 'GET', path)).body?.data as unknown as readonly Document[]

describe.each(['sqlite', 'postgres'] as const)('the server of a Strapi 5 project, on %s', (dialect) => {
  it('publishes components that have no values of their own', async () => {
    const component = {
      collectionName: 'components_shared_slides',
      attributes: { files: { type: 'media', multiple: true } },
    }
    const type = {
      kind: 'collectionType',
      collectionName: 'shows',
      info: { singularName: 'show', pluralName: 'shows', displayName: 'Show' },
      options: { draftAndPublish: true },
      attributes: {
        slides: { type: 'component', component: 'shared.slides' },
        parts: { type: 'dynamiczone', components: ['shared.slides'] },
      },
    }
    const factory = (part: string) => `module.exports = require('@strapi/strapi').factories.${part}('api::show.show')`
    const server = await openRecordedServer(dialect, {
      'src/components/shared/slides.json': JSON.stringify(component),
      'src/api/show/content-types/show/schema.json': JSON.stringify(type),
      'src/api/show/routes/show.js': factory('createCoreRouter'),
      'src/api/show/controllers/show.js': factory('createCoreController'),
      'src/api/show/services/show.js': factory('createCoreService'),
    })
    const parts = [{ __component: 'shared.slides' }, { __component: 'shared.slides' }]
    const shown = { slides: { id: expect.any(Number) as number }, parts: [{}, {}] }
    const created = await send(server, 'POST', '/api/shows?populate=*', { slides: {}, parts })
    expect(created).toMatchObject({ status: 201, body: { data: shown } })
    const { documentId } = (created.body?.data ?? {}) as Document
    const changed = await send(server, 'PUT', `/api/shows/${documentId}?populate=*`, { parts })
    expect(changed).toMatchObject({ status: 200, body: { data: shown } })
  })

  it('selects all attributes by a * among the names of fields', async () => {
    const server = await openRecordedServer(dialect)
    const all = await send(server, 'GET', '/api/tags?sort=name')
    expect(await send(server, 'GET', '/api/tags?sort=name&fields[0]=*')).toEqual(all)
    expect(await send(server, 'GET', '/api/tags?sort=name&fields[0]=name&fields[1]=*')).toEqual(all)
  })

  it('responds to unknown paths, other methods and health checks', async () => {
    const server = await openRecordedServer(dialect)
    expect(await send(server, 'GET', '/api/nothing')).toMatchObject({ status: 404 })
    expect(await send(server, 'PATCH', '/api/tags')).toMatchObject({ status: 405 })
    expect(await send(server, 'GET', '/readyz')).toMatchObject({ status: 200 })
  })

  it('keeps one published version when several requests publish a document at once', async () => {
    const server = await openRecordedServer(dialect)
    const { documentId } = await create(server, '/api/articles?status=draft', { title: 'At once' })
    const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
    const answers = await Promise.all(
      titles.map((title) => send(server, 'PUT', `/api/articles/${documentId}`, { title: `${title} at once` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 200))
    for (const status of ['published', 'draft']) {
      const filter = `filters[documentId]=${documentId}&status=${status}`
      expect(await listOf(server, `/api/articles?${filter}`)).toHaveLength(1)
    }
  })

  it('gives a unique value to one of several requests', async () => {
    const server = await openRecordedServer(dialect)
    const names = Array.from({ length: 6 }, () => 'Only once')
    const answers = await Promise.all(names.map((name) => send(server, 'POST', '/api/categories', { name })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(await listOf(server, '/api/categories?filters[name]=Only once')).toHaveLength(1)
  })

  it('writes a document only if nobody has changed it since it was read', async () => {
    const server = await openRecordedServer(dialect)
    const { documentId, updatedAt } = await create(server, '/api/articles', { title: 'Version one' })
    const path = `/api/articles/${documentId}`
    const ifMatch = (value: string) => ({ 'if-match': `"${value}"` })
    expect(await send(server, 'PUT', path, { title: 'Version two' }, ifMatch(updatedAt))).toMatchObject({ status: 200 })
    for (const method of ['PUT', 'DELETE']) {
      const data = method === 'PUT' ? { title: 'Lost' } : undefined
      const { status, body } = await send(server, method, path, data, ifMatch(updatedAt))
      expect([status, body?.error?.name]).toEqual([412, 'PreconditionFailedError'])
    }
    expect(await send(server, 'DELETE', path, undefined, { 'if-match': '*' })).toMatchObject({ status: 204 })
    const setting = '/api/setting'
    await send(server, 'DELETE', setting)
    expect(await send(server, 'PUT', setting, { siteName: 'x' }, ifMatch(updatedAt))).toMatchObject({ status: 412 })
  })

  it('stores nothing of a document that is not valid, and names its missing files once', async () => {
    const server = await openRecordedServer(dialect)
    const before = await listOf(server, '/api/articles?status=draft&pagination[pageSize]=100')
    const { status } = await send(server, 'POST', '/api/articles', { title: 'Bad', seo: { metaDescription: 'x' } })
    expect(status).toBe(400)
    const lost = (count: number) =>
      `${count} relation(s) of type plugin::upload.file associated with this entity do not exist`
    // As Strapi 5.54 counts them: by the values of ids, in the whole entry.
    for (const [data, messages] of [
      [{ attachments: [999, 999, 998] }, [lost(2)]],
      [{ attachments: [999, '999'] }, [lost(2)]],
      [{ attachments: [{ id: 999 }, 999], seo: { metaTitle: 'x', metaImage: 999 } }, [lost(1)]],
      [{ attachments: [999], rating: 99 }, ['rating must be less than or equal to 10', lost(1)]],
    ] as const) {
      const { status, body } = await send(server, 'POST', '/api/articles', { title: 'Abc', ...data })
      const expected = messages.map((message) => ({ message }))
      expect([status, body?.error?.details]).toMatchObject([400, { errors: expected }])
    }
    expect(await listOf(server, '/api/articles?status=draft&pagination[pageSize]=100')).toHaveLength(before.length)
  })

  it('rejects lists of links that would take long to order', async () => {
    const server = await openRecordedServer(dialect)
    const many = Array.from({ length: 100_000 }, (_, index) => index + 1)
    const bodies = [{ tags: many }, { tags: { connect: many } }, { attachments: many }, { tags: many.map(String) }]
    for (const body of bodies) {
      const { status, body: answer } = await send(server, 'POST', '/api/articles', { title: 'Many', ...body })
      expect([status, answer?.error?.message]).toEqual([
        400,
        `${'tags' in body ? 'tags' : 'attachments'} must have at most 5000 items, but has 100000`,
      ])
    }
  })
})
