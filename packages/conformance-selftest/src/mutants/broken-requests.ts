import { at, isGraphql, wire, type WireRequest, type Wrap } from '../wire.js'

/** Selects requests. */
export type When = (request: WireRequest) => boolean

/** Requests that name each parameter. A wrong server handles them in a way of its own. */
export const parameters: Readonly<Record<string, When>> = {
  populate: ({ query }) => query['populate'] !== undefined,
  'populate=*': ({ query }) => query['populate'] === '*',
  fields: ({ query }) => query['fields'] !== undefined,
  sort: ({ query }) => query['sort'] !== undefined,
  'pagination[start]': ({ query }) => at(query, 'pagination')?.['start'] !== undefined,
  'pagination[page]': ({ query }) => at(query, 'pagination')?.['page'] !== undefined,
  'pagination[withCount]': ({ query }) => at(query, 'pagination')?.['withCount'] !== undefined,
}

export const populates =
  (name: string): When =>
  ({ query }) =>
    JSON.stringify(query['populate'] ?? '').includes(name)
export const graphqlText = ({ body }: WireRequest): string => (at(body) as { query?: string } | undefined)?.query ?? ''
export const asks =
  (text: string): When =>
  (request) =>
    isGraphql(request) && graphqlText(request).includes(text)
export const both =
  (...tests: readonly When[]): When =>
  (request) =>
    tests.every((test) => test(request))

/** Changes requests that a test selects. */
export const onRequests = (when: When, change: (request: WireRequest) => void): Wrap =>
  wire({
    request: (request) => {
      if (when(request)) change(request)
    },
  })

/** Changes responses to requests that a test selects. */
export const onResponses = (when: When, change: (body: unknown, request: WireRequest) => void): Wrap =>
  wire({
    response: (response, request) => {
      if (when(request) && response.status < 300) change(response.body, request)
    },
  })

export const rewrite = (request: WireRequest, change: (query: string) => string): void => {
  const body = at(request.body)
  if (body) body['query'] = change(graphqlText(request))
}

/** A position, what the server does wrong there, and the wrapper. */
export type Broken = readonly [position: string, breaks: string, wrap: Wrap]
