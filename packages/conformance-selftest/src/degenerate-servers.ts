import { isRecord } from './is-record.js'
import type { Fetch } from '@content-api/conformance'
import { everyObject, isGraphql, topEntries, wire } from './wire.js'

/** A server that is obviously not conformant. Most of them respond with well-formed JSON. */
export interface Degenerate {
  readonly id: string
  readonly title: string
  readonly make: (correct: Fetch) => Fetch
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Promise.resolve(
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    }),
  )

const constant =
  (body: unknown, status?: number): Degenerate['make'] =>
  () =>
  () =>
    json(body, status)

const error = (status: number, name: string) => ({ data: null, error: { status, name, message: name, details: {} } })
const pagination = { page: 1, pageSize: 25, pageCount: 0, total: 0 }

export const degenerateServers: readonly Degenerate[] = [
  {
    id: 'empty-list',
    title: 'responds with { data: [] } to everything',
    make: constant({ data: [], meta: { pagination } }),
  },
  { id: 'null', title: 'responds with { data: null } to everything', make: constant({ data: null, meta: {} }) },
  {
    id: 'one-entry',
    title: 'returns the same entry for every request',
    make: constant({ data: { id: 1, attributes: {} }, meta: {} }),
  },
  {
    id: 'internal-error',
    title: 'responds with 500 to everything',
    make: constant(error(500, 'InternalServerError'), 500),
  },
  { id: 'not-found', title: 'responds with 404 to everything', make: constant(error(404, 'NotFoundError'), 404) },
  { id: 'rejects', title: 'responds with 400 to everything', make: constant(error(400, 'ValidationError'), 400) },
  {
    id: 'unauthorized',
    title: 'responds with 401 to everything',
    make: constant(error(401, 'UnauthorizedError'), 401),
  },
  {
    id: 'html',
    title: 'returns a page for every request',
    make: () => () =>
      Promise.resolve(
        new Response('<!doctype html><html><body>Welcome</body></html>', { headers: { 'content-type': 'text/html' } }),
      ),
  },
  { id: 'hang', title: 'never responds', make: () => () => new Promise(() => undefined) },
  {
    id: 'redirect',
    title: 'redirects every request',
    make: () => () => json({}, 302, { location: 'https://elsewhere.example/' }),
  },
  {
    id: 'echo',
    title: 'returns the body of the request',
    make: () => async (request) =>
      json({ data: { id: 1, attributes: await request.json().catch(() => null) }, meta: {} }),
  },
  {
    id: 'cut-short',
    title: 'truncates every response',
    make: (correct) => async (request) => {
      const text = await (await correct(request)).text()
      return new Response(text.slice(0, text.length / 2), { headers: { 'content-type': 'application/json' } })
    },
  },
  {
    id: 'stale-cache',
    title: 'repeats the first response to each path',
    make: (correct) => {
      const seen = new Map<string, Promise<Response>>()
      return async (request) => {
        if (request.method !== 'GET') return correct(request)
        const path = new URL(request.url).pathname
        const first = seen.get(path) ?? correct(request)
        seen.set(path, first)
        return (await first).clone()
      }
    },
  },
  {
    id: 'forgetful',
    title: 'accepts writes, and returns empty lists',
    make: wire({
      response: (response, { method, path }) => {
        if (method !== 'GET' || !path.startsWith('/api/') || response.status !== 200) return
        response.body = { data: [], meta: { pagination } }
      },
    }),
  },
  {
    id: 'yes-man',
    title: 'responds with 200 instead of errors',
    make: wire({
      response: (response) => {
        if (response.status >= 400) Object.assign(response, { status: 200, body: { data: null, meta: {} } })
      },
    }),
  },
  {
    id: 'sleeper',
    title: 'responds to updates and deletes without effect',
    make: wire({
      request: (request) => {
        if (request.method === 'PUT' || request.method === 'DELETE') request.method = 'GET'
      },
    }),
  },
  {
    id: 'valueless',
    title: 'stores ids but no values',
    make: wire({
      response: (response) => {
        for (const entry of topEntries(response)) entry['attributes'] = {}
      },
    }),
  },
  {
    id: 'graphql-null',
    title: 'returns null for every GraphQL field',
    make: wire({
      response: (response, request) => {
        if (isGraphql(request) && isRecord(response.body) && isRecord(response.body['data']))
          response.body = { data: Object.fromEntries(Object.keys(response.body['data']).map((name) => [name, null])) }
      },
    }),
  },
  {
    id: 'silent',
    title: 'omits every error',
    make: wire({
      response: (response) => {
        if (isRecord(response.body)) {
          delete response.body['errors']
          if (response.status >= 400) response.body = {}
        }
      },
    }),
  },
  {
    id: 'overpopulated',
    title: 'adds an empty relation to every object in the attributes',
    make: wire({
      response: (response) => {
        for (const entry of topEntries(response))
          everyObject(entry['attributes'], (found) => Object.assign(found, { extra: { data: null } }))
      },
    }),
  },
]
