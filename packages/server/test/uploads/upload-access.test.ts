import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredContent } from '@content-api/core/config/upload'
import { eventually } from '../support/eventually.js'
import { begin, sendHalf } from '../support/half-upload.js'
import { png } from '../../../../tests/support/png.js'
import { databases, sqliteDatabase } from '../../../../tests/support/postgres.js'
import { expectFlatPages } from '../support/flat-pages.js'
import { file, openUploadService, type UploadService } from '../support/upload-service.js'

const pixel = png(1, 1)
const upload = (action: string) => `plugin::upload.content-api.${action}`
const article = (action: string) => `api::article.article.${action}`
const place = (field: string, refId = '1') => [
  { name: 'ref', value: 'api::article.article' },
  { name: 'refId', value: refId },
  { name: 'field', value: field },
]
const form = [{ name: 'data', value: '{"title":"A form"}' }, file(pixel, 'a.png', 'files.cover')]

/** Opens a service in which the public has only these permissions. */
function openFor(actions: readonly string[]) {
  const config = {
    permissions: { public: [...actions] },
    auth: { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } },
  }
  return openUploadService(sqliteDatabase().connection, config)
}

interface GraphqlBody {
  readonly errors: readonly { readonly extensions: { readonly code: string } }[]
}

describe('uploads without permission', () => {
  it('are rejected, and nothing is written to disk', async () => {
    const service = await openFor([article('find'), article('create'), upload('find')])
    const forbidden = { status: 403, body: { error: { name: 'ForbiddenError', message: 'Forbidden' } } }
    expect(await service.ask('POST /api/upload', [file(pixel, 'a.png')])).toMatchObject(forbidden)
    expect(await service.ask('POST /api/upload?id=1', { fileInfo: { name: 'x' } })).toMatchObject(forbidden)
    const query = 'mutation { updateUploadFile(id: 1, data: { name: "x" }) { data { id } } }'
    expect((await service.ask('POST /graphql', { query })).body).toMatchObject({
      data: { updateUploadFile: null },
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    })
    expect(await service.ask('POST /api/articles', form)).toMatchObject(forbidden)
    expect(await service.ask('GET /api/upload/files/1')).toMatchObject(forbidden)
    expect(await service.ask('DELETE /api/upload/files/1')).toMatchObject(forbidden)
    expect(await service.ask('GET /api/upload/files')).toMatchObject({ status: 200, body: [] })
    expect((await service.ask('GET /api/articles')).body.data).toEqual([])
    expect(await service.stored()).toEqual([])
    await service.close()
  })

  it('are rejected in GraphQL and in forms of entries, before the file is received completely', async () => {
    const service = await openFor([article('create')])
    const one = 'mutation ($f: Upload!) { upload(file: $f) { data { id } } }'
    const several = 'mutation ($f: [Upload]!) { multipleUpload(files: $f) { data { id } } }'
    const nested = `query Q { articles { data { id } } } mutation M($f: Upload!) { ...F } fragment F on Mutation { upload(file: $f) { data { id } } }`
    const operation = (query: string, f: unknown, more: object = {}) =>
      JSON.stringify({ query, variables: { f }, ...more })
    const forms = [
      [operation(one, null), 'variables.f', 'FORBIDDEN'],
      [operation(several, [null]), 'variables.f.0', 'FORBIDDEN'],
      [operation(nested, null, { operationName: 'M' }), 'variables.f', 'FORBIDDEN'],
      [operation(nested, null, { operationName: 'N' }), 'variables.f', 'BAD_REQUEST'],
      [operation('mutation ($f: Upload!) { nope(file: $f) }', null), 'variables.f', 'GRAPHQL_VALIDATION_FAILED'],
      [operation('mutation ($f: Upload!) {', null), 'variables.f', 'GRAPHQL_PARSE_FAILED'],
      [operation(one.replace('{ data', '@skip(if: true) { data'), null), 'variables.f', 'BAD_REQUEST'],
      [`[${operation(one, null)}]`, '0.variables.f', 'FORBIDDEN'],
      [`[${operation('{ __typename }', 1)},${operation(one, null)}]`, '1.variables.f', 'FORBIDDEN'],
    ] as const
    for (const [operations, place, code] of forms) {
      const { status, body, held } = await sendHalf(service, '/graphql', [
        { name: 'operations', value: operations },
        { name: 'map', value: JSON.stringify({ 0: [place] }) },
        file(Buffer.alloc(1_000_000), 'a.png', '0'),
      ])
      expect([operations, status, (JSON.parse(body) as GraphqlBody).errors[0]?.extensions.code, held]).toEqual([
        operations,
        code === 'FORBIDDEN' ? 200 : 400,
        code,
        [],
      ])
    }
    const late = await sendHalf(service, '/graphql', [
      file(Buffer.alloc(1_000_000), 'a.png', '0'),
      { name: 'operations', value: operation(one, null) },
      { name: 'map', value: '{"0":["variables.f"]}' },
    ])
    expect(late).toMatchObject({ status: 400, body: expect.stringContaining('must come before the files'), held: [] })
    const entry = await sendHalf(service, '/api/articles', [
      { name: 'data', value: '{"title":"A form"}' },
      file(Buffer.alloc(1_000_000), 'a.png', 'files.cover'),
    ])
    expect(entry).toMatchObject({ status: 403, held: [] })
    await service.close()
  })

  it('a client has a limit of concurrent uploads', async () => {
    const service = await openUploadService(sqliteDatabase().connection, { upload: { requestsPerClient: 1 } })
    const first = await begin(service, '/api/upload', [file(Buffer.alloc(1_000_000), 'a.bin')])
    await eventually(async () => expect(await service.temporary()).toHaveLength(1))
    expect(await service.ask('POST /api/upload', [file(pixel, 'b.png')])).toMatchObject({
      status: 429,
      body: { error: { name: 'RateLimitError' } },
    })
    first.destroy()
    await eventually(async () => expect(await service.temporary()).toEqual([]))
    expect((await service.ask('POST /api/upload', [file(pixel, 'b.png')])).status).toBe(200)
    await service.close()
  })

  it('all uploads together have a limit of bytes', async () => {
    const service = await openUploadService(sqliteDatabase().connection, { upload: { bytesInFlight: 100_000 } })
    const { status } = await service.ask('POST /api/upload', [file(Buffer.alloc(60_000, 'x'), 'a.txt')])
    expect(status).toBe(429)
    expect((await service.ask('POST /api/upload', [file(Buffer.alloc(40_000, 'x'), 'a.txt')])).status).toBe(200)
    expect(await service.temporary()).toEqual([])
    await service.close()
  })

  it('files are added to an entry only with the permission to update it', async () => {
    const service = await openFor([upload('upload'), article('find'), article('create')])
    await service.ask('POST /api/articles', { data: { title: 'A title' } })
    const response = await service.ask('POST /api/upload', [file(pixel, 'a.png'), ...place('cover')])
    expect(response).toMatchObject({ status: 403, body: { error: { name: 'ForbiddenError' } } })
    expect(await service.stored()).toEqual([])
    expect((await service.ask('POST /api/articles', form)).status).toBe(200)
    await service.close()
  })
})

describe.each(await databases())('uploads in lenient mode on $name', ({ connection }) => {
  let service: UploadService

  beforeAll(async () => {
    service = await openUploadService(connection, { api: { rest: { strictParams: false } } })
    await service.ask('POST /api/articles', { data: { title: 'A title' } })
  })
  afterAll(() => service.close())

  it.each([
    ['a missing field', place('nope')],
    ['a missing entry', place('cover', '99999')],
    ['an unknown part', [{ name: 'foo', value: 'bar' }]],
    ['an unknown key of fileInfo', [{ name: 'fileInfo', value: '{"folder":1}' }]],
  ])('store a file for %s', async (_what, parts) => {
    expect(await service.ask('POST /api/upload', [file(pixel, 'x.png'), ...parts])).toMatchObject({
      status: 200,
      body: [{ name: 'x.png' }],
    })
  })

  it('reject a file for a missing type', async () => {
    const parts = [{ name: 'ref', value: 'api::nope.nope' }, ...place('cover').slice(1)]
    const { status, body } = await service.ask('POST /api/upload', [file(pixel, 'x.png'), ...parts])
    expect([status, body.error.details.errors[0].path]).toEqual([400, ['ref']])
  })

  it('leave lists without an envelope to `start` and `limit`, and ignore other pagination', () =>
    expectFlatPages(service, 'lenient'))
})

describe('files of another provider', () => {
  const kept = new Map<string, { mime: string; bytes: Buffer }>()
  let failing = false
  const provider = {
    name: 'memory',
    async put(key: string, content: StoredContent) {
      if (failing && kept.size > 0) throw new Error('no more')
      const chunks: Buffer[] = []
      for await (const chunk of content.stream()) chunks.push(Buffer.from(chunk))
      const bytes = Buffer.concat(chunks)
      expect(bytes.length).toBe(content.size)
      kept.set(key, { mime: content.mime, bytes })
    },
    delete: async (key: string) => void kept.delete(key),
    url: (key: string) => `https://files.example/${key}`,
  }

  it('are stored and deleted by the configured provider, each file completely or not at all', async () => {
    const service = await openUploadService(sqliteDatabase().connection, { upload: { provider } })
    const [record] = (await service.ask('POST /api/upload', [file(png(300, 200), 'a.png')])).body
    expect(record).toMatchObject({ provider: 'memory', url: `https://files.example/${record.hash}.png` })
    expect(record.formats.thumbnail.url).toBe(`https://files.example/thumbnail_${record.hash}.png`)
    expect([...kept.keys()]).toEqual([`${record.hash}.png`, `thumbnail_${record.hash}.png`])
    expect((await service.ask(`GET /uploads/${record.hash}.png`)).status).toBe(404)
    expect((await service.ask(`DELETE /api/upload/files/${record.id}`)).status).toBe(200)
    expect(kept.size).toBe(0)

    failing = true
    expect((await service.ask('POST /api/upload', [file(png(300, 200), 'b.png')])).status).toBe(500)
    expect(kept.size).toBe(0)
    expect((await service.ask('GET /api/upload/files')).body).toEqual([])
    expect(await service.stored()).toEqual([])
    await service.close()
  })
})
