import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canary } from '../fuzz/world.js'
import { type ExtendedService, extend, openExtended } from '../support/extended-service.js'
import { databases } from '../../../../tests/support/postgres.js'
import { openService, password, type TestService } from '../support/service.js'
import { expectRefusal, House } from './house.js'

describe.each(await databases())('hidden data in GraphQL on $name', ({ connection }) => {
  let house: House
  beforeAll(async () => {
    house = await House.open(connection)
  })
  afterAll(() => house.close())

  /** Expects the same response whether the guess is right or wrong. */
  async function expectNothingTold(write: (guess: string) => string): Promise<void> {
    const texts = [canary, 'nothing like it', '$argon2'].map(async (guess) => {
      const { body, text } = await house.graphql(write(guess))
      expect([write(guess), body.errors?.length]).toEqual([write(guess), expect.any(Number)])
      expect(text).not.toContain(canary)
      return text.replaceAll(guess, '')
    })
    expect(new Set(await Promise.all(texts)).size).toBe(1)
  }

  const guarded = [
    ['createdBy', 'password'],
    ['updatedBy', 'resetPasswordToken'],
    ['owner', 'password'],
    ['owner', 'resetPasswordToken'],
    ['owner', 'confirmationToken'],
  ]

  it('LEAK-16 (CVE-2023-27481): filters and sorts reach no hidden attribute', async () => {
    for (const name of ['secret', 'internalNote']) {
      for (const operator of ['eq', 'startsWith', 'containsi', 'gt', 'ne', 'notContains']) {
        await expectNothingTold(
          (guess) => `{ articles(filters: { ${name}: { ${operator}: "${guess}" } }) { data { id } } }`,
        )
        await expectNothingTold(
          (guess) =>
            `{ articles(filters: { related: { or: [{ ${name}: { ${operator}: "${guess}" } }] } }) { data { id } } }`,
        )
      }
      for (const path of [name, `related.${name}`, `category.articles.${name}`]) {
        await expectNothingTold(() => `{ articles(sort: "${path}:desc") { data { id } } }`)
      }
    }
    for (const [link, name] of guarded) {
      await expectNothingTold(
        (guess) => `{ articles(filters: { ${link}: { ${name}: { startsWith: "${guess}" } } }) { data { id } } }`,
      )
      await expectNothingTold(() => `{ articles(sort: ["${link}.${name}"]) { data { id } } }`)
    }
  })

  it('LEAK-19 (CVE-2025-46720): single entries, nested lists and mutations reveal no more than lists', async () => {
    for (const name of ['secret', 'internalNote']) {
      const inside = `filters: { ${name}: { startsWith: `
      await expectNothingTold(
        (guess) => `{ article(id: 1) { data { attributes { related(${inside}"${guess}" } }) { data { id } } } } } }`,
      )
      await expectNothingTold(
        () => `{ article(id: 1) { data { attributes { related(sort: "${name}") { data { id } } } } } }`,
      )
      await expectNothingTold(
        (guess) =>
          `mutation { updateArticle(id: 1, data: {}) { data { attributes { related(${inside}"${guess}" } }) { data { id } } } } } }`,
      )
      expectRefusal(await house.graphql(`{ article(id: 1) { data { attributes { ${name} } } } }`), /Cannot query field/)
      const written = `mutation { updateArticle(id: 1, data: { ${name}: "x" }) { data { attributes { ${name} } } } }`
      expectRefusal(await house.graphql(written), /Cannot query field/)
    }
    const { body } = await house.graphql('{ article(id: 1) { data { attributes { title } } } }')
    expect(body.data.article.data.attributes).toEqual({ title: expect.any(String) })
  })
})

describe.each(await databases())('permissions in GraphQL on $name', ({ connection }) => {
  let service: TestService
  beforeAll(async () => {
    service = await openService({ connection, config: { auth: { rateLimit: { attempts: 5, seconds: 600 } } } })
  })
  afterAll(() => service.close())

  const send = (body: unknown, token?: string) =>
    service.ask('POST /graphql', { body, ...(token === undefined ? {} : { token }) })

  it('AUTHZ-01 (CVE-2023-39345): a registration sets the name, the address and the password, and nothing else', async () => {
    const input = { username: 'mallory', email: 'mallory@example.com', password }
    for (const more of [{ role: 1 }, { confirmed: true }, { blocked: false }, { id: 1 }, { resetPasswordToken: 't' }]) {
      const query = 'mutation ($i: UsersPermissionsRegisterInput!) { register(input: $i) { jwt } }'
      const { status, body } = await send({ query, variables: { i: { ...input, ...more } } })
      expect([status, body.data]).toEqual([400, undefined])
    }
    const erin = await service.tokenOf('erin')
    const { body } = await send({ query: '{ usersPermissionsUsers { data { attributes { username } } } }' }, erin)
    expect(JSON.stringify(body.data)).not.toContain('mallory')
  })

  it('AUTHZ-05 (CVE-2022-46792): each of several mutations is checked for its own permission', async () => {
    const erin = await service.tokenOf('erin')
    const made = await send({ query: 'mutation { createTag(data: { name: "Kept" }) { data { id } } }' }, erin)
    const { id } = made.body.data.createTag.data
    const mutations = `a: updateTag(id: ${id}, data: { name: "A" }) { data { id } } b: deleteTag(id: ${id}) { data { id } }`
    const refused = await send({ query: `mutation { ${mutations} c: createMemo(data: {}) { data { id } } }` })
    expect(refused.body.data).toEqual({ a: null, b: null, c: null })
    expect(refused.body.errors.map(({ path }: { path: string[] }) => path)).toEqual([['a'], ['b'], ['c']])
    const mixed =
      'mutation { a: createTag(data: { name: "New" }) { data { id } } b: createMemo(data: {}) { data { id } } }'
    const { body } = await send({ query: mixed }, await service.tokenOf('alice'))
    expect([body.data.a.data.id, body.data.b]).toEqual([expect.any(String), null])
    const list = [{ query: `mutation { deleteTag(id: ${id}) { data { id } } }` }, { query: '{ tags { data { id } } }' }]
    expect((await send(list)).body[0].errors[0].extensions.code).toBe('FORBIDDEN')
    const { body: kept } = await send({ query: `{ tag(id: ${id}) { data { attributes { name } } } }` })
    expect(kept.data.tag.data.attributes.name).toBe('Kept')
  })

  it('a forbidden field is null, and the rest of the response stays, under any alias', async () => {
    const erin = await service.tokenOf('erin')
    const data = { title: 'Named', publishedAt: '2024-01-01T00:00:00.000Z' }
    await send(
      { query: 'mutation ($data: ArticleInput!) { createArticle(data: $data) { data { id } } }', variables: { data } },
      erin,
    )
    const query = '{ articles { __proto__: data { attributes { __proto__: title memo { data { id } } } } } }'
    const { text, body } = await send({ query })
    expect(body.errors.map(({ message }: { message: string }) => message)).toEqual(['Forbidden access'])
    expect(text).toContain('"articles":{"__proto__":[{"attributes":{"__proto__":"Named","memo":null}}]}')
  })

  it('a response lists a thousand forbidden fields and their number; a query over the limit lists none', async () => {
    const erin = await service.tokenOf('erin')
    const create = Array.from(
      { length: 30 },
      (_, n) => `c${n}: createArticle(data: { title: "Many ${n}" }) { data { id } }`,
    )
    expect((await send({ query: `mutation { ${create.join(' ')} }` }, erin)).body.errors).toBeUndefined()
    const memos = (count: number) => Array.from({ length: count }, (_, n) => `m${n}: memo { __typename }`).join(' ')
    const hundred = 'pagination: { limit: 100 }'
    const many = `{ articles(publicationState: PREVIEW, ${hundred}) { data { attributes { ${memos(40)} } } } }`
    const { body } = await send({ query: many })
    const { data: articles } = body.data.articles
    expect(articles.length).toBeGreaterThanOrEqual(30)
    for (const { attributes } of articles) expect(Object.values(attributes)).toEqual(Array(40).fill(null))
    expect(body.errors).toHaveLength(1_001)
    expect(body.errors.at(-1)).toMatchObject({
      message: `The response has ${articles.length * 40} errors. The first 1000 are reported`,
      path: ['articles'],
      locations: [{ line: 1, column: 3 }],
    })
    const far = `{ articles(${hundred}) { data { attributes { related(${hundred}) { data { attributes { ${memos(4)} } } } } } } }`
    const refused = (await send({ query: far })).body
    expect(refused).toEqual({ data: { articles: null }, errors: [expect.objectContaining({ path: ['articles'] })] })
    expect(refused.errors[0].message).toContain('requests more than 40000 entries')
  })

  it('AUTHZ-14: a permission for one type does not allow writes to another type in the same body', async () => {
    const permissions = ['api::category.category.find', 'api::category.category.update']
    const token = await service.api.accounts.createToken({ name: 'half', type: 'custom', permissions })
    const erin = await service.tokenOf('erin')
    const made = await service.ask('POST /api/categories', { token: erin, body: { data: { name: 'Whole' } } })
    const path = `/api/categories/${made.body.data.id}`
    const data = { name: 'Half', articles: { connect: [1] } }
    expect((await service.ask(`PUT ${path}`, { token, body: { data } })).status).toBe(403)
    expect((await service.ask(`GET ${path}`)).body.data.attributes.name).toBe('Whole')
    expect((await service.ask(`PUT ${path}`, { token, body: { data: { name: 'Half' } } })).status).toBe(200)
  })

  it('AUTH-10: a request may contain one sign-in, and each attempt counts', async () => {
    const login = (n: number) => `a${n}: login(input: { identifier: "alice", password: "p${n}" }) { jwt }`
    const hundred = Array.from({ length: 50 }, (_, n) => login(n)).join(' ')
    for (const query of [`mutation { ${hundred} }`, `mutation { ${login(1)} ${login(2)} }`]) {
      const { status, text } = await send({ query })
      expect([status, text]).toEqual([400, expect.stringContaining('per request')])
    }
    const operations = Array.from({ length: 10 }, (_, n) => ({ query: `mutation { ${login(n)} }` }))
    const tags = { query: '{ tags { data { id } } }' }
    const spread = { query: `mutation { ...L } fragment L on Mutation { ${login(3)} }` }
    for (const batch of [operations, [operations[0], tags, spread]]) {
      const { status, body, text } = await send(batch)
      expect([status, body.data, text]).toEqual([400, undefined, expect.stringContaining('per request')])
    }
    expect((await send([...operations, ...operations])).status).toBe(400)
    // One sign-in beside other operations is allowed.
    const { body } = await send([tags, operations[0]])
    expect(body[1].errors[0].message).toBe('Invalid identifier or password')
    // Five attempts in all, through either interface. The one above was the first.
    for (let n = 0; n < 2; n++) {
      await service.ask('POST /api/auth/local', { body: { identifier: 'alice', password: 'wrong' } })
      await send({ query: `mutation { ${login(n)} }` })
    }
    const last = await send({ query: `mutation { ${login(9)} }` })
    expect(last.body.errors[0].extensions.code).toBe('STRAPI_RATE_LIMIT_ERROR')
    const rest = await service.ask('POST /api/auth/local', { body: { identifier: 'alice', password: 'wrong' } })
    expect(rest.status).toBe(429)
  })
})

describe.each(await databases())('resolvers of extensions on $name', ({ connection }) => {
  let service: ExtendedService
  let judged = 0
  beforeAll(async () => {
    service = await openExtended({
      database: connection,
      register: extend(({ use }) => {
        use({
          typeDefs:
            'extend type Query { scoped: String judged: String failing: String } extend type Tag { shout: String }',
          resolvers: {
            Query: { scoped: () => 'told', judged: () => 'told', failing: () => 'told' },
            Tag: { shout: () => 'told' },
          },
          resolversConfig: {
            'Query.scoped': { auth: { scope: ['api::memo.memo.find'] } },
            'Query.judged': { auth: false, policies: [() => ++judged < 0] },
            'Query.failing': {
              auth: false,
              policies: [
                () => {
                  throw new Error('The directory is down')
                },
              ],
            },
            'Tag.shout': { policies: [() => false] },
          },
        })
      }),
    })
  })
  afterAll(() => service.api.close())

  it('AUTHZ-13: scopes and policies apply under aliases, in fragments, in lists and below relations', async () => {
    for (const query of ['{ scoped }', '{ other: scoped }', '{ ...F } fragment F on Query { scoped }']) {
      const { data, errors } = await service.ask(query, service.alice)
      expect([Object.values(data), errors?.[0].extensions.code]).toEqual([[null], 'FORBIDDEN'])
    }
    const { data } = await service.ask('{ a: judged b: judged ...F } fragment F on Query { c: judged }')
    expect([data, judged]).toEqual([{ a: null, b: null, c: null }, 3])
    const failed = await service.ask('{ failing }')
    expect([failed.data, JSON.stringify(failed).includes('directory')]).toEqual([{ failing: null }, false])
    const nested = await service.ask(
      '{ articles { data { attributes { tags { data { attributes { shout again: shout } } } } } } }',
    )
    expect(JSON.stringify(nested)).not.toContain('told')
    expect(nested.errors?.length).toBeGreaterThan(0)
    const request = new Request('http://service.example/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ query: '{ judged }' }, { query: '{ scoped }' }]),
    })
    expect(await (await service.api.fetch(request)).json()).toMatchObject([
      { data: { judged: null }, errors: [{}] },
      { data: { scoped: null }, errors: [{}] },
    ])
  })
})
