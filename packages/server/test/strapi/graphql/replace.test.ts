// The arguments of resolvers belong to project code, which has no types here.
// oxlint-disable typescript/no-explicit-any
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ExtensionHost } from '../../../src/index.js'
import { type ExtendedService, extend, openExtended } from '../../support/extended-service.js'
import { databases } from '../../../../../tests/support/postgres.js'

const article = 'api::article.article'
const typeDefs = `
  type Query { article(slug: String!): ArticleEntityResponse }
  extend type Query { me: String!, tags(mine: Boolean = false): [String!]!, memos: String }
  extend type Article { title(loud: Boolean): String! }
  extend type Mutation { login(name: String!): String! }
`

/** The query of one article by its slug, as in the guide to custom queries of Strapi 4. */
function register({ strapi }: { strapi: ExtensionHost }): void {
  const { toEntityResponse } = strapi.plugin('graphql').service('format').returnTypes
  strapi
    .plugin('graphql')
    .service('extension')
    .use({
      typeDefs,
      resolvers: {
        Query: {
          article: {
            resolve: async (_parent: unknown, args: any) => {
              const [found] = await strapi.entityService.findMany(article, { filters: { slug: args.slug }, limit: 1 })
              return toEntityResponse(found ?? null, { args, resourceUID: article })
            },
          },
          me: () => 'You',
          memos: () => 'all',
          tags: (_parent: unknown, { mine }: any) => [mine ? 'mine' : "everyone's"],
        },
        Article: { title: ({ title }: any, { loud }: any) => (loud ? title.toUpperCase() : title) },
        Mutation: { login: (_parent: unknown, { name }: any) => `Hello ${name}` },
      },
      resolversConfig: { 'Query.me': { auth: false }, 'Mutation.login': { auth: false } },
    })
}

describe.each(await databases())('generated fields that an extension redefines, on $name', ({ connection }) => {
  let service: ExtendedService
  beforeAll(async () => {
    service = await openExtended({ database: connection, register })
    await service.ask('mutation { updateArticle(id: 1, data: { slug: "first" }) { data { id } } }', service.everything)
  })
  afterAll(() => service.api.close())

  it('have the resolver, arguments and types of the extension', async () => {
    const { data } = await service.ask(
      '{ articles(filters: { id: { eq: 1 } }) { data { id attributes { title } } } }',
      service.alice,
    )
    const [{ id, attributes }] = data.articles.data
    const query = `{
      article(slug: "first") { data { id attributes { title(loud: true) soft: title tags { data { id } } } } }
      none: article(slug: "nowhere") { data { id } }
    }`
    const response = await service.ask(query, service.alice)
    expect(response).toMatchObject({
      data: {
        article: { data: { id, attributes: { title: attributes.title.toUpperCase(), soft: attributes.title } } },
        none: { data: null },
      },
    })
    expect(response.data.article.data.attributes.tags.data).toEqual(expect.any(Array))
    expect(await service.ask('{ me tags(mine: true) all: tags }', service.alice)).toEqual({
      data: { me: 'You', tags: ['mine'], all: ["everyone's"] },
    })
    expect(await service.ask('mutation { login(name: "Bob") }')).toEqual({ data: { login: 'Hello Bob' } })
  })

  it('lose the generated arguments', async () => {
    const byId = await service.ask('{ article(id: 1) { data { id } } }', service.alice)
    expect(byId.errors?.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Unknown argument "id" on field "Query.article"/),
      expect.stringMatching(/argument "slug" of type "String!" is required/),
    ])
  })

  it('require the permission of the generated field', async () => {
    expect(await service.ask('{ memos }', service.everything)).toEqual({ data: { memos: 'all' } })
    expect(await service.ask('{ memos }', service.alice)).toMatchObject({
      data: { memos: null },
      errors: [{ message: 'Forbidden access' }],
    })
  })
})

describe('a redefined field without a resolver', () => {
  it.each([
    ['type Query { article(slug: String!): ArticleEntityResponse }', 'Query.article'],
    ['extend type Article { title: Int }', 'Article.title'],
  ])('is an error at the start: %s', async (sdl, path) => {
    const described = {
      [path.split('.')[0] ?? '']: { [path.split('.')[1] ?? '']: { description: 'Nothing to answer it' } },
    }
    for (const resolvers of [{}, described]) {
      const start = openExtended({ register: extend(({ use }) => void use({ typeDefs: sdl, resolvers })) })
      await expect(start).rejects.toThrow(`The types of an extension define ${path}, which is there already.`)
    }
  })
})

describe('a field that nexus redefines', () => {
  const made = (resolve?: unknown) =>
    extend(({ use }) => {
      use(({ nexus }: any) => ({
        types: nexus.extendType({
          type: 'Query',
          definition: (t: any) => t.field('tag', { type: 'String', args: { name: 'String' }, resolve }),
        }),
      }))
    })

  it('replaces the generated field', async () => {
    const service = await openExtended({ register: made((_parent: unknown, { name }: any) => `tag ${name}`) })
    const response = await service.ask('{ tag(name: "blue") tags { data { id } } }')
    await service.api.close()
    expect(response).toMatchObject({ data: { tag: 'tag blue', tags: { data: expect.any(Array) } } })
    expect(response.errors).toBeUndefined()
  })

  it('is an error at the start without a resolver', async () => {
    await expect(openExtended({ register: made() })).rejects.toThrow('define Query.tag, which is there already.')
  })
})

describe.each(await databases())('a disabled field that an extension redefines, on $name', ({ connection }) => {
  const typeDefs = `
    extend type Query { tags: String }
    extend type Mutation { createTag(data: TagInput!): TagEntityResponse, removeFile(id: ID!): UploadFileEntityResponse }
  `
  const register = extend(({ shadowCRUD, use }) => {
    shadowCRUD('api::tag.tag').disableMutations().disableAction('find')
    shadowCRUD('plugin::upload.file').disableMutations()
    use({ typeDefs })
  })

  it('is null without a resolver: the generated one stays disabled', async () => {
    const service = await openExtended({ database: connection, register })
    const file = { name: 'a.png', hash: 'a', ext: '.png', mime: 'image/png', size: 1, url: '/a.png', provider: 'local' }
    await service.api.importEntries([{ type: 'plugin::upload.file', id: 1, attributes: file }])
    const mutation = 'mutation { createTag(data: { name: "again" }) { data { id } } removeFile(id: 1) { data { id } } }'
    expect(await service.ask(mutation, service.everything)).toEqual({ data: { createTag: null, removeFile: null } })
    expect(await service.ask('{ tags uploadFile(id: 1) { data { id } } }', service.everything)).toEqual({
      data: { tags: null, uploadFile: { data: { id: '1' } } },
    })
    await service.api.close()
  })
})

describe('a field with resolvers of several extensions', () => {
  it('uses the last one, and the start prints a warning', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
    const service = await openExtended({
      register: extend(({ use }) => {
        use({ typeDefs: 'extend type Query { who: String }', resolvers: { Query: { who: () => 'the first' } } })
        use({
          resolvers: { Query: { who: { resolve: () => 'the last' } } },
          resolversConfig: { 'Query.who': { auth: false } },
        })
      }),
    })
    expect(warn.mock.calls).toEqual([
      ['Several extensions have a resolver for Query.who: the last one replaces the others.'],
    ])
    warn.mockRestore()
    expect(await service.ask('{ who }')).toEqual({ data: { who: 'the last' } })
    await service.api.close()
  })
})
