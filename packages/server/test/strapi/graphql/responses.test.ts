// The builders of nexus and the arguments of resolvers belong to project code, which has no types here.
// oxlint-disable typescript/no-explicit-any
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExtensionHost } from '../../../src/index.js'
import { type ExtendedService, openExtended } from '../../support/extended-service.js'
import { databases } from '../../../../../tests/support/postgres.js'

const uid = 'api::article.article'

/** Resolvers as the documentation of Strapi 4 writes them. */
function register({ strapi }: { strapi: ExtensionHost }): void {
  const { toEntityResponse, toEntityResponseCollection } = strapi.plugin('graphql').service('format').returnTypes
  strapi
    .plugin('graphql')
    .service('extension')
    .use(({ nexus, strapi }: any) => ({
      types: [
        nexus.extendType({
          type: 'Query',
          definition(t: any) {
            t.field('articleByTitle', {
              type: nexus.nonNull('ArticleEntityResponse'),
              args: { title: nexus.nonNull(nexus.stringArg()), publicationState: nexus.stringArg() },
              async resolve(_parent: unknown, { title, publicationState }: any) {
                const filters = { title }
                const [article = null] = await strapi.entityService.findMany(uid, {
                  filters,
                  publicationState,
                  limit: 1,
                })
                const { toEntityResponse } = strapi.service('plugin::graphql.format').returnTypes
                return toEntityResponse(article, { args: {}, resourceUID: uid })
              },
            })
          },
        }),
        nexus.queryField('bareArticles', {
          type: nexus.list('ArticleEntity'),
          resolve: () => strapi.entityService.findMany(uid, { sort: 'id', limit: 2 }),
        }),
        nexus.mutationField('removeArticle', {
          type: 'ArticleEntityResponse',
          args: { id: nexus.nonNull('ID') },
          resolve: async (_parent: unknown, { id }: any) =>
            toEntityResponse(await strapi.entityService.delete(uid, id, { populate: ['tags', 'seo', 'zone'] }), {
              args: { id },
              resourceUID: uid,
            }),
        }),
      ],
      typeDefs: `
        extend type Query {
          someArticles(filters: ArticleFiltersInput, pagination: PaginationArg, sort: [String]): ArticleEntityResponseCollection
          pagedArticles: ArticleEntityResponseCollection
          allGiven: ArticleEntityResponseCollection
          redacted: ArticleEntityResponse
          populated: Article
          everySpecimen: SpecimenEntityResponseCollection
          mistaken: ArticleEntityResponse
        }
        extend type Tag { firstArticle: ArticleEntityResponse }
      `,
      resolvers: {
        Query: {
          async someArticles(_parent: unknown, args: any) {
            const { filters: { title = {} } = {}, sort, pagination: { page = 1, pageSize = 10 } = {} } = args
            const filters = title.contains === undefined ? {} : { title: { $contains: title.contains } }
            const range = { start: (page - 1) * pageSize, limit: pageSize }
            const parameters = { filters, sort, ...range, publicationState: 'live' }
            const nodes = await strapi.entityService.findMany(uid, parameters)
            return toEntityResponseCollection(nodes, { args, resourceUID: uid })
          },
          async pagedArticles() {
            const args = { filters: { category: { name: { $eq: 'Tech' } } }, start: 1, limit: 1, sort: 'id' }
            return toEntityResponseCollection(await strapi.entityService.findMany(uid, args), {
              args,
              resourceUID: uid,
            })
          },
          allGiven: async () =>
            toEntityResponseCollection(await strapi.entityService.findMany(uid, { start: 0, limit: 3 })),
          redacted: async () => {
            const { title: _title, ...article } = await strapi.entityService.findOne(uid, 1, {
              fields: ['title', 'slug'],
            })
            return toEntityResponse({ ...article, slug: 'changed' })
          },
          everySpecimen: async () =>
            toEntityResponseCollection(await strapi.entityService.findMany('api::specimen.specimen', { sort: 'id' })),
          // Populated by code that does not check what the client may find.
          populated: () => strapi.entityService.findOne(uid, 1, { populate: '*' }),
          mistaken: async () => toEntityResponse({ id: 1 }, { resourceUID: 'api::artcle.article' }),
        },
        Tag: {
          firstArticle: async ({ id }: any) => {
            const [article = null] = await strapi.entityService.findMany(uid, {
              filters: { tags: { id } },
              sort: 'id',
              limit: 1,
            })
            return toEntityResponse(article)
          },
        },
      },
      resolversConfig: Object.fromEntries(
        [
          'articleByTitle',
          'bareArticles',
          'someArticles',
          'pagedArticles',
          'allGiven',
          'redacted',
          'populated',
          'everySpecimen',
          'mistaken',
        ].map((name) => [`Query.${name}`, { auth: false }]),
      ),
    }))
}

describe.each(await databases())('entries that resolvers return without envelopes, on $name', ({ connection }) => {
  let service: ExtendedService
  beforeAll(async () => {
    service = await openExtended({ database: connection, register })
  })
  afterAll(() => service.api.close())

  const everything = `
    id
    attributes {
      title kind views publishedAt locale
      category { data { id attributes { name } } }
      tags(sort: "id") { data { attributes { name } } }
      author { data { attributes { name } } }
      related { data { id } }
      seo { metaTitle canonical { label } }
      links { label }
      zone { __typename ... on ComponentBlocksQuote { text } }
    }`

  it('give the same response as generated fields', async () => {
    for (const [id, title] of [
      [1, 'Alpha'],
      [2, 'Bravo'],
      [4, 'Delta'],
    ] as const) {
      const { data, errors } = await service.ask(
        `{ own: articleByTitle(title: "${title}") { data { ${everything} } } generated: article(id: ${id}) { data { ${everything} } } }`,
      )
      expect(errors).toBeUndefined()
      expect(data.own).toEqual(data.generated)
      expect(data.own.data.attributes.title).toBe(title)
    }
  })

  it('have their values in the same format', async () => {
    const requested = '{ data { attributes { big int flt dec day tod at stamp flag obj } } }'
    const { data, errors } = await service.ask(`{ everySpecimen ${requested} specimens(sort: "id") ${requested} }`)
    expect(errors).toBeUndefined()
    expect(data.everySpecimen).toEqual(data.specimens)
    const big = data.specimens.data.map(({ attributes }: any) => typeof attributes.big)
    expect(new Set(big)).toEqual(new Set(['number', 'string', 'object']))
  })

  it('must have the type of the field', async () => {
    expect(await service.ask('{ mistaken { data { id } } }')).toMatchObject({
      data: { mistaken: { data: null } },
      errors: [{ message: 'Internal Server Error' }],
    })
  })

  it('may be null', async () => {
    expect(await service.ask('{ articleByTitle(title: "Nowhere") { data { id attributes { title } } } }')).toEqual({
      data: { articleByTitle: { data: null } },
    })
  })

  it('may be drafts, whose relations lead to no drafts', async () => {
    const query = `{ articleByTitle(title: "Draft", publicationState: "preview") { data { id attributes { category { data { id } } } } }
      bravo: articleByTitle(title: "Bravo") { data { attributes { author { data { id } } } } } }`
    expect(await service.ask(query)).toEqual({
      data: {
        articleByTitle: { data: { id: '5', attributes: { category: { data: { id: '2' } } } } },
        bravo: { data: { attributes: { author: { data: null } } } },
      },
    })
  })

  it('can form collections, whose pagination is computed from the arguments', async () => {
    const meta = 'meta { pagination { total page pageSize pageCount } }'
    const { data, errors } = await service.ask(`{
      someArticles(filters: { title: { contains: "a" } }, pagination: { page: 1, pageSize: 2 }, sort: ["title:desc"]) {
        data { id attributes { t: title tags { data { id } } } } m: ${meta}
      }
      pagedArticles { data { id } ${meta} }
      allGiven { data { id attributes { category { data { id } } } } ${meta} }
      bareArticles { id attributes { title category { data { attributes { name } } } } }
    }`)
    expect(errors).toBeUndefined()
    expect(data.someArticles).toEqual({
      data: [
        { id: '4', attributes: { t: 'Delta', tags: { data: [] } } },
        { id: '3', attributes: { t: 'Charlie', tags: { data: [{ id: '1' }] } } },
      ],
      m: { pagination: { total: expect.any(Number), page: 1, pageSize: 2, pageCount: 2 } },
    })
    expect(data.pagedArticles).toEqual({
      data: [{ id: '2' }],
      meta: { pagination: { total: 2, page: 2, pageSize: 1, pageCount: 2 } },
    })
    expect(data.allGiven.meta.pagination).toEqual({ total: 3, page: 1, pageSize: 3, pageCount: 1 })
    expect(data.allGiven.data).toHaveLength(3)
    expect(data.bareArticles.map(({ attributes }: any) => attributes)).toEqual([
      { title: 'Alpha', category: { data: { attributes: { name: 'Tech' } } } },
      { title: 'Bravo', category: { data: { attributes: { name: 'Tech' } } } },
    ])
  })

  it('reveal only the returned attributes, and no relation that the caller may not find', async () => {
    expect(await service.ask('{ redacted { data { id attributes { slug summary } } } }')).toEqual({
      data: { redacted: { data: { id: '1', attributes: { slug: 'changed', summary: null } } } },
    })
    const required = await service.ask('{ redacted { data { attributes { title } } } }')
    expect(required).toMatchObject({ data: { redacted: { data: { attributes: null } } }, errors: [{}] })
    const relation = await service.ask(
      '{ articleByTitle(title: "Alpha") { data { id attributes { memo { data { id } } } } } }',
    )
    expect(relation).toMatchObject({
      data: { articleByTitle: { data: { id: '1', attributes: { memo: null } } } },
      errors: [{ message: 'Forbidden access' }],
    })
    // Filters are also checked with the permissions of the caller.
    const probe = '{ someArticles(filters: { memo: { title: { eq: "x" } } }) { meta { pagination { total } } } }'
    expect((await service.ask(probe)).errors).toHaveLength(1)
  })

  it('follow only relations that the caller may find, even if the resolver populated others', async () => {
    const requested =
      'title views category { data { attributes { name } } } tags(sort: "id") { data { attributes { name } } }'
    const { data } = await service.ask(
      `{ populated { ${requested} } article(id: 1) { data { attributes { ${requested} } } } }`,
    )
    expect(data.populated).toEqual(data.article.data.attributes)
    expect(data.populated.tags.data.length).toBeGreaterThan(0)
    expect(await service.ask('{ populated { title memo { data { id } } } }')).toMatchObject({
      data: { populated: { title: 'Alpha', memo: null } },
      errors: [{ message: 'Forbidden access' }],
    })
  })

  it('may be the values of entry fields', async () => {
    const query =
      '{ tags(sort: "id") { data { attributes { firstArticle { data { attributes { author { __typename } } } } } } } }'
    const { data, errors } = await service.ask(query)
    expect(errors).toBeUndefined()
    expect(data.tags.data.map(({ attributes }: any) => attributes.firstArticle.data)).toEqual([
      { attributes: { author: { __typename: 'AuthorEntityResponse' } } },
      { attributes: { author: { __typename: 'AuthorEntityResponse' } } },
      { attributes: { author: { __typename: 'AuthorEntityResponse' } } },
    ])
  })

  it('keep their own values after they are deleted', async () => {
    const query =
      'mutation { removeArticle(id: 3) { data { id attributes { title tags { data { id } } seo { metaTitle } } } } }'
    expect(await service.ask(query, service.everything)).toEqual({
      data: {
        removeArticle: { data: { id: '3', attributes: { title: 'Charlie', tags: { data: [] }, seo: null } } },
      },
    })
  })
})
