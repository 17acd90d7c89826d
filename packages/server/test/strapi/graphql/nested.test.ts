// The tests read members of responses, for which types would only repeat the query.
// oxlint-disable typescript/no-explicit-any
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResolverMiddleware } from '../../../src/index.js'
import { type ExtendedService, extend, openExtended } from '../../support/extended-service.js'
import { databases } from '../../../../../tests/support/postgres.js'

/** A middleware that adds filters to the requested ones. */
const only =
  (filters: unknown): ResolverMiddleware =>
  (next, parent, args, context, info) =>
    next(parent, { ...args, filters: { and: [args['filters'] ?? {}, filters] } }, context, info)

describe.each(await databases())('middlewares of nested fields on $name', ({ connection }) => {
  let service: ExtendedService
  const judged: unknown[] = []
  beforeAll(async () => {
    service = await openExtended({
      database: connection,
      register: extend(({ use }) => {
        use({
          resolversConfig: {
            'Article.tags': {
              policies: [({ args }) => judged.push(args['filters']) > 0],
              middlewares: [only({ weight: { lt: 3 } })],
            },
            'Article.links': { middlewares: [only({ label: { ne: 'two' } })] },
            'ComponentBlocksGallery.links': { middlewares: [only({ label: { ne: 'g1' } })] },
            'Article.related': {
              middlewares: [
                (next, parent, args, ...rest) => {
                  const { title } = args['filters'] as { title?: { ne?: string } }
                  if (title?.ne !== undefined) title.ne = 'Bravo'
                  return next(parent, args, ...rest)
                },
              ],
            },
            'Category.articles': {
              middlewares: [
                (next, parent, args, ...rest) => next(parent, { ...args, pagination: { limit: 1, page: 1 } }, ...rest),
              ],
            },
            'Tag.articles': {
              middlewares: [
                (next, parent, args, ...rest) => next(parent, { ...args, publicationState: 'PREVIEW' }, ...rest),
              ],
            },
          },
        })
      }),
    })
  })
  afterAll(() => service.api.close())

  const names = (relation: any) => relation.data.map(({ attributes }: any) => attributes.name)

  it('filter the rows of relations, in lists and single entries, under aliases and with other arguments', async () => {
    const requested =
      'attributes { tags { data { attributes { name } } } red: tags(filters: { name: { eq: "red" } }) { data { attributes { name } } } }'
    const { data, errors } = await service.ask(
      `{ articles { data { ${requested} } } article(id: 1) { data { ${requested} } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data.articles.data.map(({ attributes }: any) => [names(attributes.tags), names(attributes.red)])).toEqual([
      [['green', 'red'], ['red']],
      [[], []],
      [['red'], ['red']],
      [[], []],
    ])
    expect(names(data.article.data.attributes.tags)).toEqual(['green', 'red'])
    expect(judged[0]).toEqual({ and: [{}, { weight: { lt: 3 } }] })
  })

  it('filter components, including components of components', async () => {
    const gallery = '... on ComponentBlocksGallery { links { label } }'
    const query = `{ article(id: 1) { data { attributes { links { label } zone { __typename ${gallery} } } } } }`
    const { data, errors } = await service.ask(query)
    expect(errors).toBeUndefined()
    expect(data.article.data.attributes.links).toEqual([{ label: 'one' }])
    expect(data.article.data.attributes.zone[1]).toEqual({ __typename: 'ComponentBlocksGallery', links: [] })
  })
  it('may change their arguments without effect on other entries, even if variables provide them', async () => {
    const query = `query ($f: ArticleFiltersInput) {
      articles { data { attributes { related(filters: $f) { data { attributes { title } } } } } }
      b: articles(filters: $f) { data { id } }
    }`
    const { data, errors } = await service.ask(query, undefined, { f: { title: { ne: 'Charlie' } } })
    expect(errors).toBeUndefined()
    expect(data.articles.data.map(({ attributes }: any) => attributes.related.data)).toEqual([[], [], [], []])
    expect(data.b.data.map(({ id }: any) => id)).toEqual(['1', '2', '4'])
  })

  it('get an error for invalid arguments, in place of the field', async () => {
    const query = '{ category(id: 1) { data { attributes { name articles { data { id } } } } } }'
    const { data, errors } = await service.ask(query)
    expect(data.category.data.attributes).toEqual({ name: 'Tech', articles: null })
    const path = ['category', 'data', 'attributes', 'articles']
    expect(errors).toMatchObject([{ extensions: { code: 'STRAPI_PAGINATION_ERROR' }, path }])
  })

  it('decide whether drafts are read, and change the response of a mutation', async () => {
    const articles = 'articles { data { attributes { title author { data { id } } } } }'
    const read = await service.ask(`{ tags { data { attributes { ${articles} } } } }`)
    expect(read.data.tags.data.slice(1).map(({ attributes }: any) => attributes.articles.data)).toEqual([
      [
        { attributes: { title: 'Alpha', author: { data: { id: '1' } } } },
        { attributes: { title: 'Draft', author: { data: null } } },
      ],
      [{ attributes: { title: 'Bravo', author: { data: { id: '2' } } } }],
    ])
    const mutation =
      'mutation { updateArticle(id: 2, data: { tags: [1, 3] }) { data { attributes { tags { data { attributes { name } } } } } } }'
    const { data, errors } = await service.ask(mutation, service.everything)
    expect(errors).toBeUndefined()
    expect(names(data.updateArticle.data.attributes.tags)).toEqual(['red'])
  })

  it('return no rows of a deleted entry', async () => {
    const mutation = 'mutation { deleteArticle(id: 3) { data { id attributes { tags { data { id } } } } } }'
    const { data, errors } = await service.ask(mutation, service.everything)
    expect(data.deleteArticle.data).toEqual({ id: '3', attributes: { tags: null } })
    expect(errors).toMatchObject([{ extensions: { code: 'STRAPI_NOT_FOUND_ERROR' } }])
  })
})

describe.each(await databases())('several extensions that configure one field on $name', ({ connection }) => {
  it('combine their policies, middlewares and auth, in their order', async () => {
    const order: string[] = []
    const passing =
      (name: string): ResolverMiddleware =>
      (next, ...input) => {
        order.push(name)
        return next(...input)
      }
    const service = await openExtended({
      database: connection,
      register: extend(({ use }) => {
        const guarded = {
          auth: { scope: ['api::memo.memo.find', 'api::tag.tag.find'] },
          policies: [() => order.push('first policy') > 0],
          middlewares: [passing('first')],
        }
        use({ resolversConfig: { 'Query.tags': guarded, 'Tag.name': { policies: [() => false] } } })
        use({
          resolversConfig: {
            'Query.tags': {
              auth: { scope: ['api::tag.tag.find', 'api::memo.memo.find'] },
              policies: [() => order.push('second policy') > 0],
              middlewares: [passing('second')],
            },
            'Tag.name': { middlewares: [passing('name')] },
          },
        })
        use(() => Promise.resolve({ resolversConfig: { 'Query.tags': { middlewares: [passing('third')] } } }))
        use({ resolversConfig: { 'Query.tags': { middlewares: [passing('fourth')] } } })
      }),
    })
    expect(await service.ask('{ tags { data { id } } }')).toMatchObject({ errors: [{ message: 'Forbidden access' }] })
    expect(order).toEqual([])
    expect((await service.ask('{ tags { data { id } } }', service.everything)).data.tags.data).toHaveLength(3)
    expect(order).toEqual(['first', 'second', 'third', 'fourth', 'first policy', 'second policy'])
    expect((await service.ask('{ tag(id: 1) { data { attributes { color name } } } }')).errors).toMatchObject([
      { message: 'Policy Failed' },
    ])
    await service.api.close()
  })

  it('are rejected when their auth contradicts', async () => {
    const register = extend(({ use }) => {
      use({ resolversConfig: { 'Query.tags': { auth: { scope: 'api::tag.tag.find' } } } })
      use({ resolversConfig: { 'Query.tags': { auth: false } } })
    })
    await expect(openExtended({ database: connection, register })).rejects.toThrow(
      'auth of Query.tags is set twice: {"scope":["api::tag.tag.find"]} and false',
    )
  })
})

describe.each(await databases())('auth of nested fields on $name', ({ connection }) => {
  let service: ExtendedService
  beforeAll(async () => {
    service = await openExtended({
      database: connection,
      register: extend(({ use }) => {
        use({
          resolversConfig: {
            'Article.owner': { auth: false },
            // Every caller has this permission. Only some have the permission of memos.
            'Article.memo': { auth: { scope: ['api::tag.tag.find'] } },
            'Article.tags': { auth: { scope: ['api::memo.memo.find'] } },
            'Article.related': { auth: false, middlewares: [only({ title: { ne: 'Alpha' } })] },
          },
        })
      }),
    })
    const memo = 'createMemo(data: { text: "Buy milk" }) { data { id } }'
    const { data } = await service.ask(`mutation { ${memo} }`, service.everything)
    const [{ id: owner }] = (await service.ask('{ usersPermissionsUsers { data { id } } }', service.everything)).data
      .usersPermissionsUsers.data
    const written = `memo: ${data.createMemo.data.id}, owner: ${owner}, related: [1, 3]`
    const update = `mutation { updateArticle(id: 2, data: { ${written} }) { data { id } } }`
    await service.ask(update, service.everything)
  })
  afterAll(() => service.api.close())

  const article = (selection: string) => `{ article(id: 2) { data { attributes { ${selection} } } } }`
  const attributes = ({ data }: { data?: any }) => data.article.data.attributes

  it('replaces the permission that a relation requires by default', async () => {
    const selection = 'owner { data { attributes { username } } } m: memo { data { attributes { text } } }'
    const response = await service.ask(article(`${selection} related { data { attributes { title } } }`))
    expect(response.errors).toBeUndefined()
    expect(attributes(response)).toEqual({
      owner: { data: { attributes: { username: 'alice' } } },
      m: { data: { attributes: { text: 'Buy milk' } } },
      related: { data: [{ attributes: { title: 'Charlie' } }] },
    })
  })

  it('forbids a relation to callers who lack a permission of its scope', async () => {
    const selection = 'title tags { data { attributes { name } } }'
    const refused = await service.ask(article(selection))
    expect(attributes(refused)).toEqual({ title: 'Bravo', tags: null })
    const path = ['article', 'data', 'attributes', 'tags']
    const locations = [{ line: 1, column: article(selection).indexOf('tags') + 1 }]
    expect(refused.errors).toEqual([expect.objectContaining({ message: 'Forbidden access', path, locations })])
    const allowed = await service.ask(article(selection), service.reading)
    expect(attributes(allowed).tags.data).toEqual([{ attributes: { name: 'blue' } }])
  })

  it('allows neither the relations below it nor the same type elsewhere', async () => {
    const below = await service.ask(article('owner { data { attributes { username role { data { id } } } } }'))
    expect(attributes(below).owner.data.attributes).toEqual({ username: 'alice', role: null })
    expect(below.errors).toMatchObject([{ message: 'Forbidden access' }])
    const memos = await service.ask('{ memos { data { id } } }')
    expect(memos).toMatchObject({ data: { memos: null }, errors: [{ message: 'Forbidden access' }] })
    const filtered = '{ articles(filters: { memo: { text: { contains: "milk" } } }) { data { id } } }'
    expect((await service.ask(filtered)).errors?.[0].message).toBe('Invalid parameter memo')
  })
})
