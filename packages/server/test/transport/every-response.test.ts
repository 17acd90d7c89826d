import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Listening } from '../../src/index.js'
import { png } from '../../../../tests/support/png.js'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { type RawResponse, rawRequest } from '../support/raw-request.js'
import { openUploadService, type UploadService } from '../support/upload-service.js'

const preflight = { origin: 'http://localhost:5173', 'access-control-request-method': 'PUT' }

let service: UploadService
let at: Listening
let picture: string

beforeAll(async () => {
  service = await openUploadService(sqliteDatabase().connection, { http: { hsts: 3_600 } })
  at = await service.api.listen({ port: 0 })
  const { body } = await service.ask('POST /api/upload', [
    { name: 'files', filename: 'dot.png', type: 'image/png', value: png(8, 8) },
  ])
  picture = body[0].url as string
})
afterAll(() => service.close())

/** One response of every kind. */
const kinds = (): [kind: string, line: string, headers?: Record<string, string>][] => [
  ['a list', 'GET /api/tags'],
  ['HEAD', 'HEAD /api/tags'],
  ['nothing there', 'GET /api/nope'],
  ['a wrong method', 'PATCH /api/tags/1'],
  ['a write', 'DELETE /api/tags/999'],
  ['a write from elsewhere', 'POST /api/tags', { origin: 'https://evil.example' }],
  ['options', 'OPTIONS /api/tags'],
  ['a preflight', 'OPTIONS /api/tags', preflight],
  ['GraphQL', 'GET /graphql?query={__typename}'],
  ['no content', 'GET /_health'],
  ['a file', `GET ${picture}`],
  ['a file that is not there', 'GET /uploads/nope.png'],
]

async function ofEachKind(headers: Record<string, string> = {}): Promise<[string, RawResponse][]> {
  const responses: [string, RawResponse][] = []
  for (const [kind, line, own] of kinds()) {
    responses.push([kind, await rawRequest(at, line, { headers: { ...own, ...headers } })])
  }
  return responses
}

describe('a request id', () => {
  it('is on every response, and unique', async () => {
    const responses = await ofEachKind()
    for (const [kind, { headers }] of responses)
      expect([kind, headers['x-request-id']]).toEqual([kind, expect.any(String)])
    expect(new Set(responses.map(([, { headers }]) => headers['x-request-id'])).size).toBe(responses.length)
  })

  it('is that of the client, if it sends one', async () => {
    for (const [kind, { headers }] of await ofEachKind({ 'x-request-id': 'Root=1-67891233:abc/+~_.9' })) {
      expect([kind, headers['x-request-id']]).toEqual([kind, 'Root=1-67891233:abc/+~_.9'])
    }
  })

  it('is in a failed GraphQL response', async () => {
    vi.spyOn(service.api.database, 'read').mockRejectedValueOnce(new Error('no'))
    const { headers, bytes } = await rawRequest(at, 'GET /graphql?query={tags{data{id}}}')
    const { errors } = JSON.parse(bytes.toString()) as { errors: { extensions: { requestId: string } }[] }
    expect(errors.map(({ extensions }) => extensions.requestId)).toEqual([headers['x-request-id']])
  })

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(129)],
    ['with spaces', 'a b'],
    ['with quotes', 'a"b'],
    ['with a brace', '{"level":"error"}'],
    ['not ASCII', 'caf\u00e9'],
  ])('that is %s is replaced', async (_what, input) => {
    const { headers } = await rawRequest(at, 'GET /api/tags', { headers: { 'x-request-id': input } })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('HTTP-14: security headers', () => {
  it('are on every response', async () => {
    for (const [kind, { headers }] of await ofEachKind()) {
      expect([kind, headers]).toEqual([
        kind,
        expect.objectContaining({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'content-security-policy': expect.stringMatching(/^default-src 'none'/),
          'strict-transport-security': 'max-age=3600',
        }),
      ])
      expect([kind, headers['x-powered-by'], headers['server']]).toEqual([kind, undefined, undefined])
    }
  })

  it('occur once, and files have their own', async () => {
    const list = await rawRequest(at, 'GET /api/tags')
    const file = await rawRequest(at, `GET ${picture}`)
    expect(list.headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(file.headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(file.headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  })
})
