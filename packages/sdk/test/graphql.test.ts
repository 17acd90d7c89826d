import { inspect } from 'node:util'
import { gql } from '@urql/core'
import { parse } from 'graphql'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { ApiError, createClient, flattenGraphQL, graphql, type GraphQLDocument } from '../src/index.js'
import { authExchange, createUrqlClient, flat } from '../src/urql/index.js'
import { sendError, startServer } from './support/start-server.js'

interface ArticlesData {
  __typename?: 'Query'
  articles?: {
    data: {
      id?: string | null
      attributes?: {
        title: string
        extra?: unknown
        author?: { data?: { id?: string | null; attributes?: { name: string } | null } | null } | null
      } | null
    }[]
    meta: { pagination: { total: number } }
  } | null
}

const text = /* GraphQL */ `
  query Articles($sort: [String]) {
    articles(sort: $sort) { data { id attributes { ...Article } } meta { pagination { total } } }
  }
  fragment Article on Article { title extra author { data { id attributes { name } } } }
`
/** A node as the client preset generates it: without its source. */
const node = parse(text, { noLocation: true }) as unknown as GraphQLDocument<ArticlesData, { sort?: string[] }>

const json = { data: { attributes: { untouched: true } } }
const data = {
  articles: {
    data: [
      { id: '1', attributes: { title: 'x', extra: json, author: { data: { id: '2', attributes: { name: 'Ada' } } } } },
    ],
    meta: { pagination: { total: 1 } },
  },
}
const flattened = {
  articles: {
    data: [{ id: '1', title: 'x', extra: json, author: { id: '2', name: 'Ada' } }],
    meta: { pagination: { total: 1 } },
  },
}

describe('a document', () => {
  it('can be a node: it is printed, and its result is typed and flattened by its selections', async () => {
    const { url, received } = await startServer(() => ({ data }))
    const api = createClient({ baseURL: url, token: 't' }).with(graphql())
    const response = await api.graphql(node, { sort: ['title'] })
    expect(response).toEqual(flattened)
    expectTypeOf(response.articles).not.toBeAny()
    expectTypeOf<NonNullable<typeof response.articles>['data'][number]['title']>().toBeString()
    expect(received[0]?.path).toBe('/graphql')
    const body = JSON.parse(received[0]?.text ?? '') as { query: string; variables: object }
    expect(parse(body.query, { noLocation: true })).toEqual(parse(text, { noLocation: true }))
    expect(body.variables).toEqual({ sort: ['title'] })
  })

  it('can be a string, which is sent unchanged', async () => {
    const { url, received } = await startServer(() => ({
      data: { tags: { data: [{ id: '1', attributes: { name: 'a' } }] } },
    }))
    const api = createClient({ baseURL: url }).with(graphql({ endpoint: '/api/graphql' }))
    expect(await api.graphql('{ tags { data { id attributes { name } } } }')).toEqual({
      tags: [{ id: '1', name: 'a' }],
    })
    expect(received[0]).toMatchObject({
      path: '/api/graphql',
      text: '{"query":"{ tags { data { id attributes { name } } } }"}',
    })
  })

  it('is rejected with variables that would be sent as null', async () => {
    const { url, received } = await startServer(() => ({ data }))
    const api = createClient({ baseURL: url }).with(graphql())
    await expect(api.graphql(text, { limit: NaN })).rejects.toMatchObject({
      name: 'QueryError',
      path: 'variables.limit',
    })
    await expect(api.graphql(text, { data: { at: new Date(NaN) } })).rejects.toMatchObject({
      path: 'variables.data.at',
    })
    expect(received).toEqual([])
  })

  it('keeps its wrappers with shape: envelope', async () => {
    const { url } = await startServer(() => ({ data }))
    const response = await createClient({ baseURL: url })
      .with(graphql({ shape: 'envelope' }))
      .graphql(node)
    expect(response).toEqual(data)
    expectTypeOf(response).toEqualTypeOf<ArticlesData>()
  })
})

describe('errors', () => {
  const forbidden = {
    message: 'Forbidden access',
    path: ['articles'],
    extensions: { code: 'FORBIDDEN', error: { name: 'ForbiddenError' } },
  }

  it('never contain the token, even if the server repeats the request', async () => {
    const { url } = await startServer(({ headers }) => ({
      errors: [{ ...forbidden, message: `${headers.authorization} may not`, path: [headers.authorization] }],
    }))
    const error: unknown = await createClient({ baseURL: url, token: 'secret' })
      .with(graphql())
      .graphql(node)
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ serverMessage: 'Bearer token may not', kind: 'ForbiddenError' })
    expect(inspect(error, { depth: 9 })).not.toContain('secret')
  })

  it('in a response with status 200 are thrown with the complete result', async () => {
    const { url } = await startServer(() => ({ data: { articles: null }, errors: [forbidden] }))
    const error: unknown = await createClient({ baseURL: url })
      .with(graphql())
      .graphql(node)
      .catch((reason: unknown) => reason)
    expect(ApiError.is(error, 'ForbiddenError')).toBe(true)
    expect(error).toMatchObject({
      message: 'GraphQL: Forbidden access (at articles)',
      serverMessage: 'Forbidden access',
      raw: { data: { articles: null } },
    })
  })

  it('in a response with status 400 take precedence over the status', async () => {
    const { url } = await startServer(
      (_, response) =>
        void response
          .writeHead(400)
          .end(
            '{"errors":[{"message":"Cannot query field \\"x\\"","extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}',
          ),
    )
    await expect(createClient({ baseURL: url }).with(graphql()).graphql('{ x }')).rejects.toMatchObject({
      status: 400,
      kind: 'GRAPHQL_VALIDATION_FAILED',
      message: 'GraphQL: Cannot query field "x"',
    })
  })

  it('contain the request id and all issues', async () => {
    const issue = (name: string) => ({ path: [name], message: `${name} must be defined` })
    const invalid = (...names: string[]) => ({
      message: 'Invalid',
      extensions: { error: { name: 'ValidationError', details: { errors: names.map(issue) } } },
    })
    const { url } = await startServer(({ text }, response) => {
      response.writeHead(text.includes('unparsed') ? 400 : 200, { 'x-request-id': 'r-1' })
      response.end(JSON.stringify({ errors: [invalid('title'), forbidden, invalid('slug', 'rank')] }))
    })
    const seen: string[] = []
    const defaults = { onResponse: () => void seen.push('the client') }
    const api = createClient({ baseURL: url, defaults }).with(graphql())
    const expected = { requestId: 'r-1', issues: ['title', 'slug', 'rank'].map(issue) }
    await expect(api.graphql('{ unparsed }')).rejects.toMatchObject(expected)
    const options = { onResponse: () => void seen.push('the call') }
    await expect(api.graphql('{ x }', {}, options)).rejects.toMatchObject(expected)
    expect(seen).toEqual(['the client', 'the client', 'the call'])
  })

  it('that are not GraphQL errors are thrown unchanged', async () => {
    const { url } = await startServer((_, response) => sendError(response, 401, 'UnauthorizedError', 'no'))
    await expect(createClient({ baseURL: url }).with(graphql()).graphql('{ x }')).rejects.toMatchObject({
      status: 401,
      kind: 'UnauthorizedError',
    })
    const empty = await startServer(() => ({}))
    await expect(createClient({ baseURL: empty.url }).with(graphql()).graphql('{ x }')).rejects.toMatchObject({
      name: 'ResponseShapeError',
    })
  })
})

describe('flattening', () => {
  it('without a document depends on the form of values', () => {
    expect(flattenGraphQL(data, '')).toEqual(flattenGraphQL(data))
    expect(flattenGraphQL(data)).toEqual({
      articles: { ...flattened.articles, data: [{ ...flattened.articles.data[0], extra: { untouched: true } }] },
    })
  })

  it('keeps the type names of objects without a wrapper', () => {
    expect(
      flattenGraphQL({
        a: {
          __typename: 'AEntityResponse',
          data: { __typename: 'AEntity', id: 1, attributes: { __typename: 'A', zone: [{ __typename: 'B', x: 1 }] } },
        },
      }),
    ).toEqual({
      a: { id: 1, __typename: 'A', zone: [{ __typename: 'B', x: 1 }] },
    })
  })

  it('with a string document keeps JSON of any form', async () => {
    const { url } = await startServer(() => ({ data }))
    const api = createClient({ baseURL: url }).with(graphql())
    expect(await api.graphql(text)).toEqual(flattened)
    // As the client preset generates it with `documentMode: 'string'`.
    expect(await api.graphql(Object.assign(new String(text), { __meta__: {} }))).toEqual(flattened)
    expect(flattenGraphQL(data, text)).toEqual(flattened)
  })

  it('keeps objects whose __typename is not that of a wrapper', () => {
    interface Data {
      chart: { __typename: 'ComponentSharedChart'; data: { id: string } | null }
      author: { __typename: 'AuthorEntityResponse'; data: { id: string } | null }
      cover: { __typename?: 'UploadFileEntityResponse'; data: { id: string } | null }
    }
    const document = `{
      chart { __typename data { id } }
      author { __typename data { id } }
      cover { data { id } }
    }`
    const data: Data = {
      chart: { __typename: 'ComponentSharedChart', data: { id: '1' } },
      author: { __typename: 'AuthorEntityResponse', data: { id: '2' } },
      cover: { data: { id: '3' } },
    }
    const response = flattenGraphQL(data, document)
    expect(response).toEqual({ chart: data.chart, author: { id: '2' }, cover: { id: '3' } })
    expectTypeOf(response).toEqualTypeOf<{
      chart: Data['chart']
      author: { id: string } | null
      cover: { id: string } | null
    }>()
    const tags = { tags: { __typename: 'TagRelationResponseCollection', data: [] } }
    expect(flattenGraphQL(tags)).toEqual({ tags: [] })
  })

  it('follows aliases and keys that are selected twice', () => {
    const document = parse('{ a: articles { data { id } } a: articles { data { attributes { extra } } } }')
    expect(flattenGraphQL({ a: { data: [{ id: 1, attributes: { extra: json } }] } }, document)).toEqual({
      a: [{ id: 1, extra: json }],
    })
  })

  it('keeps fields with the names of wrappers', () => {
    const document = parse(`{
      articles { data { id attributes { chart { data } table { data { label } } map { attributes } tags { data { id } } } } }
    }`)
    const attributes = {
      chart: { data: json },
      table: { data: [] as { label: string }[] },
      map: { attributes: { x: 1 } as unknown },
      tags: { data: [{ id: '1' }] },
    }
    const response = {
      articles: { data: [{ id: '1', attributes: { ...attributes, chart: { data: json as unknown } } }] },
    }
    const { articles } = flattenGraphQL(response, document)
    expect(articles).toEqual([{ id: '1', ...attributes, tags: [{ id: '1' }] }])
    expectTypeOf(articles).toEqualTypeOf<
      {
        id: string
        chart: { data: unknown }
        table: { data: { label: string }[] }
        map: { attributes: unknown }
        tags: { id: string }[]
      }[]
    >()
    // @ts-expect-error -- tags have no wrapper after flattening
    expect(articles[0]?.tags.data).toBeUndefined()
    expect(flattenGraphQL({ table: { data: 'text' } })).toEqual({ table: { data: 'text' } })
  })

  it('detects wrappers, also empty ones, by the selections of fragments', () => {
    const document = parse(`
      { a: articles { ...Wrapper } b: article { ... on ArticleEntityResponse { data { ...Entity } } } }
      fragment Wrapper on ArticleEntityResponseCollection { data { ...Entity } }
      fragment Entity on ArticleEntity { key: id attributes { title } }
    `)
    expect(flattenGraphQL({ a: { data: [] }, b: { data: null } }, document)).toEqual({ a: [], b: null })
    expect(flattenGraphQL({ a: { data: [{ key: '1', attributes: { title: 'x' } }] } }, document)).toEqual({
      a: [{ key: '1', title: 'x' }],
    })
  })

  it('keeps null, any and unknown', () => {
    expect(flattenGraphQL({ a: null, b: { data: null } })).toEqual({ a: null, b: null })
  })
})

describe('urql', () => {
  const document = gql`query { articles { data { id attributes { title extra author { data { id attributes { name } } } } } meta { pagination { total } } } }`

  it('sends the token, caches and flattens', async () => {
    const { url, received } = await startServer(() => ({ data }))
    const client = createUrqlClient({
      baseURL: url,
      token: async () => 'secret',
      fetchOptions: { headers: { 'x-a': 'b' } },
    })
    for (let i = 0; i < 2; i++) {
      const result = await client
        .query(flat(document as unknown as GraphQLDocument<ArticlesData, object>), {})
        .toPromise()
      expect(result.error).toBeUndefined()
      expect(result.data?.articles).toMatchObject(flattened.articles)
      expectTypeOf(result.data?.articles?.data[0]?.title).toEqualTypeOf<string | undefined>()
    }
    expect(received).toHaveLength(1)
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer secret', 'x-a': 'b' })
  })

  it('distinguishes GraphQL errors from other errors', async () => {
    const { url } = await startServer((_, response) => void response.writeHead(502).end('<h1>Oops</h1>'))
    const { error } = await createUrqlClient({ baseURL: url }).query(document, {}).toPromise()
    expect(error?.networkError).toMatchObject({ name: 'ApiError', status: 502 })
    const { url: other } = await startServer(() => ({ errors: [{ message: 'a GraphQL error' }] }))
    const result = await createUrqlClient({ baseURL: other }).query(document, {}).toPromise()
    expect(result.error?.message).toBe('[GraphQL] a GraphQL error')
  })

  it('sends no token if there is none', async () => {
    const { url, received } = await startServer(() => ({ data }))
    const { fetchExchange } = await import('@urql/core')
    const client = createUrqlClient({ baseURL: url, exchanges: [authExchange(() => undefined), fetchExchange] })
    expect((await client.query(document, {}).toPromise()).data?.articles.data[0].attributes.title).toBe('x')
    expect(received[0]?.headers.authorization).toBeUndefined()
  })
})
