import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, createClient, NetworkError, QueryError, ResponseShapeError } from '../src/index.js'
import { failureOf } from './support/failure-of.js'
import { type Respond, startServer } from './support/start-server.js'

const empty = { data: [], meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } } }

afterEach(() => vi.restoreAllMocks())

describe('a hostile or broken server', () => {
  const responses: Record<string, [Respond, typeof ResponseShapeError | typeof NetworkError | typeof ApiError]> = {
    HTML: [
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
      ResponseShapeError,
    ],
    'truncated JSON': [(_, response) => void response.writeHead(200).end('{"data":[{"id":1'), ResponseShapeError],
    'a body that breaks off': [
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{"data":[', () => response.destroy())
      },
      NetworkError,
    ],
    nothing: [(_, response) => void response.writeHead(204).end(), ResponseShapeError],
    null: [() => null, ResponseShapeError],
    text: [() => 'data', ResponseShapeError],
    'a list without data': [() => [], ResponseShapeError],
    'one entry where a list should be': [() => ({ data: { id: 1, attributes: {} } }), ResponseShapeError],
    'a redirect to another origin': [
      (_, response) => void response.writeHead(302, { location: 'http://localhost:1/steal' }).end(),
      ApiError,
    ],
    'a redirect to itself': [({ path }, response) => void response.writeHead(302, { location: path }).end(), ApiError],
    'a connection closed without a response': [(_, response) => void response.destroy(), NetworkError],
  }
  it.each(Object.entries(responses))('responds with %s', async (_, [respond, expected]) => {
    const { url } = await startServer(respond)
    const { error } = await failureOf(
      createClient({ baseURL: url, token: 'secret', defaults: { retry: 0 } })
        .collection('articles')
        .find(),
    )
    expect(error).toBeInstanceOf(expected)
    expect((error as Error).message).not.toContain('secret')
  })

  it('SDK-02: never sees the token at the end of a redirect', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const other = await startServer(() => empty)
    const { url } = await startServer(
      (_, response) => void response.writeHead(307, { location: `${other.url}/api/articles` }).end(),
    )
    const { error } = await failureOf(createClient({ baseURL: url, token: 'secret' }).collection('articles').find())
    expect(error).toMatchObject({ status: 307, kind: 'HttpError' })
    expect(warn.mock.calls).toEqual([
      [`[content-api] GET /articles got status 307: it redirects to ${other.url}/api/articles: is that the baseURL?`],
    ])
    expect(other.received).toEqual([])
  })

  it('SDK-01: gets no request for a name or an id that changes the path', async () => {
    const { url, received } = await startServer(() => empty)
    const api = createClient({ baseURL: url, token: 'secret' })
    for (const id of ['../users/1', '1?populate=*', '1#x', '..%2fusers', '1/../2', '', ' 1', '1e3', '-1', 'x']) {
      const { error } = await failureOf(
        Promise.resolve().then(() => api.collection('articles').findOne(id as `${number}`)),
      )
      expect(QueryError.is(error), id).toBe(true)
    }
    for (const name of ['../users', '..%2fusers', 'articles?x=1', 'articles/1/..', '']) {
      const { error } = await failureOf(Promise.resolve().then(() => api.collection(name).find()))
      expect(QueryError.is(error), name).toBe(true)
    }
    expect(received).toEqual([])
  })

  it('SDK-05: does not change Object.prototype', async () => {
    const text =
      '{"data":[{"id":1,"attributes":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}],"meta":{"pagination":{}}}'
    const { url } = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    })
    await createClient({ baseURL: url }).collection('articles').find()
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('SDK-05: is cut off at the limit', async () => {
    let written = 0
    const { url } = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const chunk = Buffer.alloc(2 ** 16, 32)
      const more = () => {
        while (written < 2 ** 30 && !response.destroyed) {
          written += chunk.length
          if (!response.write(chunk)) return void response.once('drain', more)
        }
      }
      more()
    })
    const { error } = await failureOf(
      createClient({ baseURL: url, byteLimit: 2 ** 20, defaults: { retry: 0 } })
        .collection('articles')
        .find(),
    )
    expect(ResponseShapeError.is(error)).toBe(true)
    expect((error as Error).message).toBe('GET /articles returned over 1048576 bytes, the byteLimit')
    expect(written).toBeLessThan(2 ** 26)
  })

  it('responds with a body whose first chunk is over the limit', async () => {
    const { url } = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ data: [{ id: 1, attributes: { title: 'x'.repeat(2_000) } }] }))
    })
    const { error } = await failureOf(
      createClient({ baseURL: url, byteLimit: 1_000, defaults: { retry: 0 } })
        .collection('articles')
        .find(),
    )
    expect(ResponseShapeError.is(error)).toBe(true)
    expect((error as Error).message).toBe('GET /articles returned over 1000 bytes, the byteLimit')
  })

  it.each([
    ['<!doctype html>\n<title>Home</title>', 'HTML, not JSON: is baseURL the address of the content service?'],
    ['\n<html><body></body></html>', 'HTML, not JSON: is baseURL the address of the content service?'],
    ['<?xml version="1.0"?><a/>', 'no JSON'],
    ['{"data":', 'no JSON'],
  ])('responds with %j', async (body, problem) => {
    const { url } = await startServer((_, response) => void response.end(body))
    const { error } = await failureOf(createClient({ baseURL: url }).collection('articles').find())
    expect(ResponseShapeError.is(error)).toBe(true)
    expect((error as Error).message).toBe(`GET /articles returned ${problem}`)
  })

  it('pollutes nothing', async () => {
    const { url } = await startServer(
      (_, response) =>
        void response.end(
          '{"data":[{"id":1,"attributes":{"__proto__":{"admin":true},"author":{"data":{"id":2,"attributes":{"__proto__":{"admin":true}}}}}}],"meta":{"pagination":{}}}',
        ),
    )
    const { data } = await createClient({ baseURL: url }).collection('articles').find({ populate: '*' })
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
    expect(Object.getPrototypeOf(data[0])).toBe(Object.prototype)
  })

  it('is not reachable', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const { error } = await failureOf(
      createClient({ baseURL: `http://127.0.0.1:${port}`, defaults: { retry: 0 } })
        .collection('articles')
        .find(),
    )
    expect(NetworkError.is(error)).toBe(true)
    expect((error as Error).message).toBe('GET /articles: fetch failed')
    expect(((error as Error).cause as Error).cause).toMatchObject({ code: 'ECONNREFUSED' })
  })
})
