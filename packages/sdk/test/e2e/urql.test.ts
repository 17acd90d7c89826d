import { type AnyVariables, cacheExchange, Client, fetchExchange, gql } from '@urql/core'
import { describe, expect, it } from 'vitest'
import { auth, createClient, type GraphQLDocument, memoryStorage } from '../../src/index.js'
import { authExchange, createUrqlClient, flat } from '../../src/urql/index.js'
import type { ContentTypes, User } from './content-types.gen.js'
import { expiredJwt, password, services, tokens } from './services.js'

interface ArticlesData {
  articles: {
    data: {
      id: string
      attributes: {
        title: string
        author: { data: { id: string; attributes: { name: string } } | null }
        tags: { data: { id: string }[] }
        zone: { text?: string; images?: { data: { attributes: { url: string } }[] } }[]
      }
    }[]
  }
}
const articles = flat(
  gql`
  query Articles($title: String) {
    articles(filters: { title: { eq: $title } }) {
      data { id attributes {
        title
        author { data { id attributes { name } } }
        tags { data { id } }
        zone { ... on ComponentBlocksQuote { text } ... on ComponentBlocksGallery { images { data { attributes { url } } } } }
      } }
    }
  }
` as unknown as GraphQLDocument<ArticlesData, { title: string }>,
)
const mine = gql`{ me { username } }`
const createTag = flat(
  gql`
  mutation ($name: String!) { createTag(data: { name: $name }) { data { id attributes { name } } } }
` as unknown as GraphQLDocument<{ createTag: { data: { id: string; attributes: { name: string } } } }, AnyVariables>,
)

describe.each(await services())('urql with $name', ({ start, jwtSecret }) => {
  const url = start()

  it('sends requests through a client and unwraps data', async () => {
    const urql = createUrqlClient({ api: createClient<ContentTypes>({ baseURL: url() }) })
    const { data, error } = await urql.query(articles, { title: 'Alpha launch' }).toPromise()
    expect(error).toBeUndefined()
    expect(data?.articles).toMatchObject([
      {
        id: '1',
        title: 'Alpha launch',
        author: { id: '1', name: 'Ada Archer' },
        tags: [{ id: '1' }, { id: '2' }, { id: '3' }],
      },
    ])
    const zone = data?.articles[0]?.zone.map(({ text, images }) => text ?? images?.length)
    expect(zone).toEqual(expect.arrayContaining(['To be', 2]))
    expect((await urql.query(articles, { title: 'no such' }).toPromise()).data).toMatchObject({ articles: [] })
  })

  it('writes with the token of its options, without an API client', async () => {
    const urql = createUrqlClient({ baseURL: url(), token: () => tokens.full })
    const query = gql`query ($name: String) { tags(filters: { name: { eq: $name } }) { data { id } } }`
    expect((await urql.query(query, { name: 'by urql' }).toPromise()).data).toMatchObject({ tags: [] })
    const { data } = await urql.mutation(createTag, { name: 'by urql' }).toPromise()
    expect(data?.createTag.name).toBe('by urql')
    await urql.mutation(gql`mutation ($id: ID!) { deleteTag(id: $id) { data { id } } }`, data!.createTag).toPromise()
    const after = await urql.query(query, { name: 'by urql' }, { requestPolicy: 'network-only' }).toPromise()
    expect(after.data).toMatchObject({ tags: [] })
  })

  it('renews a token once for operations and other requests', async () => {
    let renewals = 0
    const api = createClient<ContentTypes>({ baseURL: url() }).with(
      auth<User>({
        storage: memoryStorage(expiredJwt(1, jwtSecret)),
        async onExpired({ send }) {
          renewals++
          const body = { identifier: 'alice', password }
          return ((await send({ method: 'POST', path: '/auth/local', body })) as { readonly jwt: string }).jwt
        },
      }),
    )
    const urql = createUrqlClient({ api })
    const [me, found, account] = await Promise.all([
      urql.query(mine, {}).toPromise(),
      urql.query(articles, { title: 'Bravo guide' }).toPromise(),
      api.auth.me(),
    ])
    expect(me).toMatchObject({ error: undefined, data: { me: { username: 'alice' } } })
    expect(found.data?.articles[0]?.author?.name).toBe('Ben Baker')
    expect(account.username).toBe('alice')
    expect(renewals).toBe(1)
  })

  it('renews the token of a custom urql client', async () => {
    const login = createClient({ baseURL: url() }).with(auth<User>())
    const tokens: string[] = []
    const onExpired = async ({ token }: { readonly token: string }) => {
      tokens.push(token)
      return (await login.auth.login({ identifier: 'alice', password })).jwt
    }
    const stale = expiredJwt(1, jwtSecret)
    const exchanges = [cacheExchange, authExchange(stale, { onExpired }), fetchExchange]
    const urql = new Client({ url: `${url()}/graphql`, preferGetMethod: false, exchanges })
    const results = await Promise.all([
      urql.query(mine, {}).toPromise(),
      urql.query(gql`{ me { username email } }`, {}).toPromise(),
    ])
    expect(results.map(({ error, data }) => error ?? data.me.username)).toEqual(['alice', 'alice'])
    expect(tokens).toEqual([stale])
  })

  it('reports errors of the service', async () => {
    const stale = createUrqlClient({ baseURL: url(), token: () => expiredJwt(1, jwtSecret) })
    const { error } = await stale.query(mine, {}).toPromise()
    expect(error?.response).toMatchObject({ status: 401 })
    expect(error?.graphQLErrors[0]?.extensions).toMatchObject({ error: { name: 'UnauthorizedError' } })

    const urql = createUrqlClient({ api: createClient<ContentTypes>({ baseURL: url() }) })
    const forbidden = (await urql.mutation(createTag, { name: 'of nobody' }).toPromise()).error
    expect(forbidden?.graphQLErrors[0]?.extensions).toMatchObject({ error: { name: 'ForbiddenError' } })
    const unknown = (await urql.query(gql`{ articles { nope } }`, {}).toPromise()).error
    expect(unknown?.graphQLErrors[0]?.message).toContain('nope')
    expect(unknown?.networkError).toBeUndefined()
  })
})
