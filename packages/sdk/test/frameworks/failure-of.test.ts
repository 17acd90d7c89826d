import { describe, expect, it, vi } from 'vitest'
import { failureOf, frameworkFetch } from '../../src/frameworks/index.js'
import {
  AbortError,
  ApiError,
  createClient,
  NetworkError,
  QueryError,
  ResponseShapeError,
  TimeoutError,
} from '../../src/index.js'

const apiError = (status: number, serverMessage: string, issues: ApiError['issues'] = []) =>
  new ApiError('GET /articles', { status, kind: 'x', serverMessage, issues, requestId: null, raw: undefined })
const page = (status: number, message: string) => ({ status, message, fieldErrors: {}, formErrors: [message] })

describe('failureOf', () => {
  it('returns the messages of each field, and those of none', () => {
    const error = apiError(400, '4 errors occurred', [
      { path: ['title'], message: 'title must be at least 3 characters' },
      { path: ['title'], message: 'title must be unique' },
      { path: ['seo', 'metaTitle'], message: 'seo.metaTitle must be defined' },
      { path: ['__proto__'], message: 'Invalid key' },
      { path: [], message: 'Too many' },
    ])
    const { status, message, fieldErrors, formErrors } = failureOf(error)
    expect([status, message, formErrors]).toEqual([400, '4 errors occurred', ['Too many']])
    expect(Object.entries(fieldErrors)).toEqual([
      ['title', ['title must be at least 3 characters', 'title must be unique']],
      ['seo.metaTitle', ['seo.metaTitle must be defined']],
      ['__proto__', ['Invalid key']],
    ])
    expect(JSON.parse(JSON.stringify(failureOf(error)))).toEqual(failureOf(error))
  })

  it.each([
    [apiError(400, 'Invalid identifier or password'), page(400, 'Invalid identifier or password')],
    [apiError(404, ''), page(404, 'The content service rejected the request.')],
    [apiError(302, ''), page(502, 'The content service rejected the request.')],
    [apiError(0, 'access_denied'), page(502, 'access_denied')],
    [new QueryError('id', "is 'abc'", true), page(404, 'Not found.')],
    [new NetworkError('x', { cause: undefined }), page(503, 'The content service cannot be reached.')],
    [new TimeoutError('x'), page(504, 'The content service took too long to respond.')],
    [new ResponseShapeError('x'), page(502, 'The content service returned an invalid response.')],
  ])('returns the status and a message: %s', (error, expected) => {
    expect(failureOf(error)).toEqual(expected)
  })

  it('returns the field of data that cannot be sent', async () => {
    const articles = createClient({ baseURL: '' }).collection('articles')
    const failure = await articles.create({ price: Number.NaN }).catch(failureOf)
    expect(failure).toMatchObject({ status: 400, fieldErrors: { price: [expect.stringMatching(/^is NaN/)] } })
  })

  it.each([new QueryError('filters[slug]', 'is undefined'), new AbortError('x', { cause: undefined }), new Error('x')])(
    'throws other errors: %s',
    (error) => {
      expect(() => failureOf(error)).toThrow(expect.toSatisfy((thrown) => thrown === error))
    },
  )
})

describe('frameworkFetch', () => {
  it('reads bodies as text, and sends cookies only to the own host', async () => {
    const calls: unknown[] = []
    const send = frameworkFetch(async (address, init) => {
      calls.push([address, init?.credentials])
      const response = Response.json({
        data: [],
        meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } },
      })
      vi.spyOn(response, 'body', 'get').mockImplementation(() => {
        throw new Error('base64')
      })
      vi.spyOn(response.headers, 'get').mockImplementation(() => {
        throw new Error('not serialized')
      })
      return response
    })
    for (const baseURL of ['https://cms.example.org', '']) {
      await createClient({ baseURL, fetch: send }).collection('articles').find()
    }
    await createClient({ baseURL: 'https://cms.example.org', fetch: send, defaults: { credentials: 'include' } })
      .collection('articles')
      .find()
    expect(calls).toEqual([
      ['https://cms.example.org/api/articles', 'omit'],
      ['/api/articles', undefined],
      ['https://cms.example.org/api/articles', 'include'],
    ])
  })

  it('keeps responses without a body', async () => {
    const response = await frameworkFetch(async () => new Response(null, { status: 204 }))('/x')
    expect([response.status, response.body]).toEqual([204, null])
  })
})
