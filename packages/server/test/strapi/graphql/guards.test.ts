import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Register } from '../../../src/index.js'
import { type ExtendedService, openExtended } from '../../support/extended-service.js'
import { databases } from '../../../../../tests/support/postgres.js'

const uid = 'api::article.article'

/**
 * Policies hide the slug of articles, the weight of tags, and authors. The tests reach them by as many ways
 * as possible.
 */
const register: Register = ({ strapi }) => {
  const populated = () => strapi.entityService.findOne(uid, 1, { populate: '*' })
  const all = () => strapi.entityService.findMany(uid, { populate: '*' })
  const { toEntityResponse } = strapi.plugin('graphql').service('format').returnTypes
  strapi
    .plugin('graphql')
    .service('extension')
    .use({
      typeDefs: `
        interface Named { slug: String title: String }
        extend type Article implements Named
        interface Node { id: ID }
        extend type TagEntity implements Node
        union Found = Article | Tag
        extend type Query { bare: Article entity: ArticleEntity response: ArticleEntityResponse found: [Found] named: [Named] }
      `,
      resolvers: {
        Named: { __resolveType: () => 'Article' },
        Found: { __resolveType: () => 'Article' },
        Query: {
          bare: populated,
          entity: populated,
          response: async () => toEntityResponse(await populated()),
          found: all,
          named: all,
        },
      },
      resolversConfig: {
        ...Object.fromEntries(
          ['bare', 'entity', 'response', 'found', 'named'].map((name) => [`Query.${name}`, { auth: false }]),
        ),
        ...Object.fromEntries(
          ['Article.slug', 'Article.author', 'TagEntity.id', 'Tag.weight'].map((path) => [
            path,
            { policies: [() => false] },
          ]),
        ),
      },
    })
}

describe.each(await databases())('a policy of a field, on $name', ({ connection }) => {
  let service: ExtendedService
  beforeAll(async () => {
    service = await openExtended({ database: connection, register })
  })
  afterAll(() => service.api.close())

  const guarded = 'slug author { data { id } }'
  it.each([
    ['as it is', `{ article(id: 1) { data { attributes { ${guarded} } } } }`],
    ['under an alias', '{ articles { data { attributes { title: slug name: author { data { id } } } } } }'],
    [
      'in a fragment',
      `query ($no: Boolean = false) { articles { data { attributes { ...F @skip(if: $no) } } } } fragment F on Article { ${guarded} }`,
    ],
    ['by an interface', '{ articles { data { attributes { ... on Named { slug } } } } }'],
    [
      'in a fragment of an interface',
      '{ articles { data { attributes { ...N } } } } fragment N on Named { ... { slug } }',
    ],
    ['of an envelope, by an interface', '{ tags { data { ... on Node { id } } } }'],
    ['below a relation', `{ categories { data { attributes { articles { data { attributes { ${guarded} } } } } } } }`],
    ['of an entry that a resolver returns without an envelope', `{ bare { ${guarded} } }`],
    ['of an entity that a resolver returns', `{ entity { attributes { ${guarded} } } }`],
    ['of a response that a resolver returns', `{ response { data { attributes { ${guarded} } } } }`],
    ['in a union', `{ found { ... on Article { ${guarded} } } }`],
    ['of an interface that a resolver returns', '{ named { slug } }'],
    [
      'of a populated relation',
      '{ bare { tags { data { id attributes { weight } } } } entity { attributes { tags { data { id } } } } }',
    ],
    [
      'in the response to a mutation',
      `mutation { updateArticle(id: 1, data: { title: "Alpha" }) { data { attributes { ${guarded} } } } }`,
    ],
  ])('holds %s', async (_way, query) => {
    const { data, errors = [] } = await service.ask(query, service.everything)
    const codes = new Set(errors.map(({ extensions }) => extensions.code))
    expect([...codes]).toEqual(['FORBIDDEN'])
    const values: unknown[] = []
    JSON.stringify(data, (key, value: unknown) => {
      if (['slug', 'id', 'weight', 'author', 'name', 'title'].includes(key)) values.push(value)
      return value
    })
    expect(values.length).toBeGreaterThan(0)
    expect(new Set(values)).toEqual(new Set([null]))
  })
})
