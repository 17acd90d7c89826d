// The tests read members of responses, for which types would only repeat the query.
// oxlint-disable typescript/no-explicit-any
import { GraphQLError } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExtensionContext, MiddlewareFactory, Policy, ResolverMiddleware } from '../../../src/index.js'
import { type ExtendedService, extend, openExtended } from '../../support/extended-service.js'

const forbidden = { message: 'Forbidden access', extensions: { code: 'FORBIDDEN' } }
describe('resolvers of extensions', () => {
  let service: ExtendedService
  const seen: unknown[] = []
  beforeAll(async () => {
    service = await openExtended({
      policies: { 'is-named': (({ args }, { name }) => args['name'] === name) satisfies Policy },
      middlewares: {
        louder: (({ times = 1 }) =>
          async (next, ...input) =>
            `${String(await next(...input))}${'!'.repeat(Number(times))}`) satisfies MiddlewareFactory,
        asks: (async (next, ...input) => `${String(await next(...input))}?`) satisfies ResolverMiddleware,
      },
      register: extend(({ use }) => {
        use({
          typeDefs: `
            type Hello { text: String, args: JSON }
            extend type Query {
              hello(name: String): Hello
              scoped: String
              signedIn: String
              judged(name: String): String
              forgetful: String
              wrapped(n: Int): String
              misnamed: String
              broken: String
              refusing: String
              closed: String
              unsure: String
              ids: [Int]
              memoCount: Int
            }
            extend type Mutation { shout(text: String!): String }
            extend type Tag { shout: String }
          `,
          resolvers: {
            Query: {
              hello: { resolve: (_parent: unknown, args: { name: string }) => ({ text: `hi ${args.name}`, args }) },
              scoped: () => 'scoped',
              signedIn: (_parent: unknown, _args: unknown, context: any) => `user ${context.state.user?.id}`,
              judged: () => 'judged',
              forgetful: () => 'never',
              wrapped: (_parent: unknown, { n }: { n: number }) => `n=${n}`,
              broken: () => {
                throw new Error('SELECT secret FROM somewhere')
              },
              misnamed: () => 'quiet',
              memoCount: (_parent: unknown, _args: unknown, { entries }: ExtensionContext) =>
                entries.count('api::memo.memo'),
              unsure: () => 'never',
              closed: () => {
                throw new GraphQLError('Only on Mondays', { extensions: { code: 'CLOSED' } })
              },
              refusing: () => {
                throw Object.assign(new Error('Not on Mondays'), { name: 'ApplicationError' })
              },
            },
            Mutation: { shout: (_parent: unknown, { text }: { text: string }) => text.toUpperCase() },
            Tag: { shout: (tag: { name: string }) => tag.name.toUpperCase() },
          },
          resolversConfig: {
            'Query.hello': { auth: false },
            'Query.scoped': { auth: { scope: ['api::memo.memo.find'] } },
            'Query.judged': {
              auth: false,
              policies: [
                (context) => {
                  const { type, state, http, parent } = context
                  seen.push({ type, is: context.is('graphql'), state: Object.keys(state), http: !!http, parent })
                  return true
                },
                { name: 'is-named', config: { name: 'ada' } },
                // `strapi` is in the second argument, as in specification §4.6, and in the third, as in policy files.
                (_context, config, { strapi }) => config['strapi'] === strapi && strapi.log !== undefined,
              ],
            },
            'Query.forgetful': { auth: false, policies: [() => undefined] },
            'Query.wrapped': {
              auth: false,
              middlewares: [
                async (next, parent, args, context, info) => `A(${String(await next(parent, args, context, info))})`,
                async (next, parent, args, context, info) =>
                  `B(${String(await next(parent, { n: Number(args['n']) + 1 }, context, info))})`,
                { name: 'louder', options: { times: 2 } },
                'asks',
              ],
            },
            'Query.misnamed': { auth: false, middlewares: ['louder'] },
            'Query.broken': { auth: false },
            'Query.memoCount': { auth: false },
            'Query.refusing': { auth: false },
            'Query.closed': { auth: false },
            'Query.unsure': {
              auth: false,
              policies: [
                () => {
                  throw new Error('The directory is down')
                },
              ],
            },
            'Mutation.shout': { auth: false },
            'Query.memos': { auth: false },
            'Query.authors': { auth: { scope: ['api::memo.memo.find'] } },
            'Tag.name': { policies: [({ parent }) => (parent as { name: string }).name !== 'red'] },
          },
        })
      }),
    })
  })
  afterAll(() => service.api.close())

  it('read with the permissions of the caller', async () => {
    const { data, errors } = await service.ask('{ memoCount }')
    expect([data, errors?.[0].message]).toEqual([{ memoCount: null }, 'Forbidden access'])
    expect(await service.ask('{ memoCount }', service.everything)).toEqual({ data: { memoCount: 0 } })
  })

  it('get their arguments, under aliases and in fragments', async () => {
    const query = '{ hello(name: "x") { text } ...F } fragment F on Query { b: hello(name: "y") { text args } }'
    expect(await service.ask(query)).toEqual({
      data: { hello: { text: 'hi x' }, b: { text: 'hi y', args: { name: 'y' } } },
    })
    expect(await service.ask('mutation { shout(text: "ah") }')).toEqual({ data: { shout: 'AH' } })
  })

  it('require the permissions of their scope', async () => {
    const refused = { data: { scoped: null }, errors: [forbidden] }
    expect(await service.ask('{ scoped }')).toMatchObject(refused)
    expect(await service.ask('{ scoped }', service.alice)).toMatchObject(refused)
    expect(await service.ask('{ scoped }', service.reading)).toEqual({ data: { scoped: 'scoped' } })
    expect(await service.ask('{ scoped }', service.everything)).toEqual({ data: { scoped: 'scoped' } })
  })

  it('require a signed-in user or a token with full access when they have no scope', async () => {
    expect(await service.ask('{ signedIn }')).toMatchObject({ data: { signedIn: null }, errors: [forbidden] })
    expect(await service.ask('{ signedIn }', service.reading)).toMatchObject({ errors: [forbidden] })
    expect((await service.ask('{ signedIn }', service.alice)).data.signedIn).toMatch(/^user \d+$/)
    expect(await service.ask('{ signedIn }', service.everything)).toEqual({ data: { signedIn: 'user undefined' } })
  })

  it('are blocked by policies that do not return true', async () => {
    const failed = { message: 'Policy Failed', extensions: { code: 'FORBIDDEN', error: { name: 'PolicyError' } } }
    expect(await service.ask('{ judged(name: "ada") }')).toEqual({ data: { judged: 'judged' } })
    expect(seen).toEqual([
      {
        type: 'graphql',
        is: true,
        state: expect.arrayContaining(['isAuthenticated', 'auth']),
        http: true,
        parent: undefined,
      },
    ])
    expect(await service.ask('{ a: judged(name: "eve") }')).toMatchObject({ data: { a: null }, errors: [failed] })
    expect(await service.ask('{ forgetful }')).toMatchObject({ data: { forgetful: null }, errors: [failed] })
    const inFragments = '{ ...A ... { b: forgetful } } fragment A on Query { a: forgetful }'
    expect(await service.ask(inFragments)).toMatchObject({ data: { a: null, b: null }, errors: [failed, failed] })
    const unsure = await service.ask('{ unsure }')
    expect(unsure).toMatchObject({ data: { unsure: null }, errors: [{ message: 'Internal Server Error' }] })
  })

  it('are wrapped by middlewares, the first outermost', async () => {
    expect(await service.ask('{ wrapped(n: 1) }')).toEqual({ data: { wrapped: 'A(B(n=2?!!))' } })
  })

  it('fail if a name alone stands for a factory, as its options are missing', async () => {
    const { data, errors } = await service.ask('{ misnamed }')
    expect([data, errors?.[0].message]).toEqual([{ misnamed: null }, 'Internal Server Error'])
  })

  it('report errors for clients and hide internal errors', async () => {
    const broken = await service.ask('{ broken hello(name: "x") { text } }')
    expect(broken).toMatchObject({ data: { broken: null, hello: { text: 'hi x' } }, errors: [{ path: ['broken'] }] })
    expect(JSON.stringify(broken)).not.toContain('SELECT')
    expect(await service.ask('{ refusing }')).toMatchObject({
      errors: [{ message: 'Not on Mondays', extensions: { code: 'STRAPI_APPLICATION_ERROR' } }],
    })
    expect(await service.ask('{ other: closed }')).toMatchObject({
      errors: [{ message: 'Only on Mondays', path: ['other'], extensions: { code: 'CLOSED' } }],
    })
  })

  it('may extend generated types, and get every attribute of the entry', async () => {
    const query = '{ tag(id: 2) { data { attributes { shout } } } tags { data { id attributes { loud: shout } } } }'
    const { data, errors } = await service.ask(query)
    expect(errors).toBeUndefined()
    expect(data.tag).toEqual({ data: { attributes: { shout: 'GREEN' } } })
    expect(data.tags.data.map(({ attributes }: any) => attributes.loud)).toEqual(['RED', 'GREEN', 'BLUE'])
  })

  it('work with policies of nested fields, and with aliases', async () => {
    const query = '{ tags { meta { pagination { total } } data { attributes { a: name } } } }'
    const { data, errors } = await service.ask(query)
    expect(data.tags.data.map(({ attributes }: any) => attributes?.a ?? null)).toEqual([null, 'green', 'blue'])
    expect(data.tags.meta.pagination.total).toBe(3)
    expect(errors).toHaveLength(1)
  })

  it('may change the permissions of generated fields', async () => {
    const memos = await service.ask('{ memos { data { id } } memo(id: 1) { data { id } } }')
    expect(memos).toMatchObject({ data: { memos: { data: expect.any(Array) }, memo: null }, errors: [forbidden] })
    expect(await service.ask('{ authors { data { id } } }')).toMatchObject({
      data: { authors: null },
      errors: [forbidden],
    })
    expect(
      (await service.ask('{ authors { data { id } } }', service.reading)).data.authors.data.length,
    ).toBeGreaterThan(0)
  })
})
