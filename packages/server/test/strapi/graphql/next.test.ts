// The arguments of middlewares belong to project code, which has no types here.
// oxlint-disable typescript/no-explicit-any
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExtendedService, extend, openExtended } from '../../support/extended-service.js'
import { databases } from '../../../../../tests/support/postgres.js'

describe.each(await databases())('middlewares that change the result of `next`, on $name', ({ connection }) => {
  let service: ExtendedService
  let kept: any
  let input: any
  beforeAll(async () => {
    service = await openExtended({
      database: connection,
      register: extend(({ use }) => {
        const after =
          (work: (res: any, parent: any) => any) =>
          async (next: any, parent: unknown, ...rest: unknown[]): Promise<unknown> =>
            work(await next(parent, ...rest), parent)
        use({
          typeDefs: 'extend type TagEntityResponseCollection { names: [String!]! }',
          resolvers: { TagEntityResponseCollection: { names: ({ nodes }: any) => nodes.map(({ name }: any) => name) } },
          resolversConfig: {
            // A cache without expiry, as in many extensions.
            'Query.articles': { middlewares: [after((res) => (kept ??= res))] },
            'Query.categories': {
              middlewares: [after((res) => structuredClone({ ...res, nodes: res.nodes.map(plain) }))],
            },
            'Query.article': {
              middlewares: [
                after((res) => {
                  input = res.value
                  if (res.value) {
                    res.value.tags = [{ id: 7, name: 'made up' }]
                    if (res.value.id === 1) res.value.category = Promise.resolve({ id: 8, name: 'later' })
                  }
                  return res
                }),
              ],
            },
            'Category.articles': { middlewares: [after((res) => res.nodes.toReversed())] },
            'Article.author': { middlewares: [after((res, { title }) => (title === 'Bravo' ? null : res))] },
            'Article.links': {
              middlewares: [
                after((links) => links.map((link: any) => ({ ...link, label: `<${link.url ?? link.label}>` }))),
              ],
            },
          },
        })
      }),
    })
  })
  afterAll(() => service.api.close())

  /** Copies an entry without its preloaded relations. */
  const plain = (node: object) => ({ ...JSON.parse(JSON.stringify(node)) })
  const ids = ({ data }: any) => data.map(({ id }: any) => id)

  it('may return entries cached from another request', async () => {
    const first = await service.ask('{ articles { data { id } } }')
    expect(ids(first.data.articles)).toEqual(['1', '2', '3', '4'])
    const query = `query ($f: TagFiltersInput) {
      articles { data { attributes { title tags(filters: $f) { data { attributes { name } } } } } meta { pagination { total } } }
    }`
    const named = async (name: string) => {
      const { data, errors } = await service.ask(query, undefined, { f: { name: { eq: name } } })
      expect(errors).toBeUndefined()
      expect(data.articles.meta.pagination.total).toBe(4)
      return data.articles.data.map(({ attributes }: any) =>
        attributes.tags.data.map((tag: any) => tag.attributes.name),
      )
    }
    const expected = (name: string) => [[name], [], name === 'red' ? ['red'] : [], []]
    expect(await named('red')).toEqual(expected('red'))
    expect(await named('green')).toEqual(expected('green'))
  })

  it('may return copies with values only', async () => {
    const query = '{ categories(sort: "id") { data { id attributes { name articles(sort: "id") { data { id } } } } } }'
    const { data, errors } = await service.ask(query)
    expect(errors).toBeUndefined()
    expect(data.categories.data.map(({ attributes }: any) => ids(attributes.articles))).toEqual([
      ['6', '2', '1'],
      ['3'],
    ])
  })

  it('read an entry once for several aliases', async () => {
    const query = `{ article(id: 2) {
      a: data { attributes { n: title category { data { attributes { name } } } } }
      b: data { key: id attributes { n: slug category { data { id } } author { data { id } } } more: attributes { n: views } }
    } }`
    const { data, errors } = await service.ask(query)
    expect(errors).toBeUndefined()
    expect(data.article).toMatchObject({
      a: { attributes: { n: 'Bravo', category: { data: { attributes: { name: 'Tech' } } } } },
      b: { key: '2', attributes: { category: { data: { id: expect.any(String) } }, author: null } },
    })
    expect(input).toMatchObject({ id: 2, title: 'Bravo', locale: 'en' })
  })

  it('may replace a relation of an entry', async () => {
    const requested = 'tags { data { id attributes { name color } } } category { data { id attributes { name } } }'
    const { data } = await service.ask(`{ article(id: 1) { data { attributes { ${requested} } } } }`)
    expect(data.article.data.attributes).toEqual({
      tags: { data: [{ id: '7', attributes: { name: 'made up', color: null } }] },
      category: { data: { id: '8', attributes: { name: 'later' } } },
    })
  })

  it('may read the nodes of a collection even when the query does not select them', async () => {
    expect((await service.ask('{ tags(sort: "id") { names } }')).data.tags.names).toEqual(['red', 'green', 'blue'])
  })

  it('may change components', async () => {
    const { data, errors } = await service.ask('{ article(id: 1) { data { attributes { links { label } } } } }')
    expect(errors).toBeUndefined()
    expect(data.article.data.attributes.links.map(({ label }: any) => label)).toEqual([
      expect.stringMatching(/^<.+>$/),
      expect.stringMatching(/^<.+>$/),
    ])
  })
})
