import { read } from '../../check/read.js'
import { type ModelType, namesOf } from '../../content-model/type-names.js'
import { makeMany } from '../../fixtures/maker.js'
import type { Exchange } from '../../target/exchange.js'
import { type Scenario, scenario } from '../scenario.js'
import type { EntryId } from '../../target/entry-view.js'
import type { ScenarioContext } from '../scenario-context.js'

const asking = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext) => Promise<void>,
): Scenario => scenario({ id: `graphql.query.${id}`, clauses, title, needs: ['graphql'], run })

const tagNames = namesOf('tag')
const articleNames = namesOf('article')
const count = 12

const twelve = (t: ScenarioContext) =>
  t.fixtures.get('twelve-tags', async (session) => {
    await makeMany(
      session,
      'tag',
      Array.from({ length: count }, (_, index) => ({ name: `t${String(index).padStart(2, '0')}`, weight: index % 4 })),
    )
    return session.marker
  })

interface Page {
  readonly response: Exchange
  readonly names: readonly unknown[]
  readonly meta: unknown
}

/** Requests the names of the twelve tags. `args` contains further arguments, in GraphQL syntax. */
async function tags(t: ScenarioContext, args: string): Promise<Page> {
  const marker = await twelve(t)
  const response = await t.graphql(
    `query ($marker: String) { ${tagNames.many}(filters: { marker: { eq: $marker } }${args}) { data { id attributes { name } } meta { pagination { total page pageSize pageCount } } } }`,
    { marker },
  )
  const found = t.data(response)[tagNames.many]
  const data = read(found, 'data')
  return {
    response,
    names: Array.isArray(data) ? data.map((row: unknown) => read(row, 'attributes.name')) : [],
    meta: read(found, 'meta.pagination'),
  }
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `t${String(from + index).padStart(2, '0')}`)

async function oneOf(t: ScenarioContext, type: ModelType, id: EntryId, selection: string) {
  const { one } = namesOf(type)
  const response = await t.graphql(`query ($id: ID) { ${one}(id: $id) { data { id attributes { ${selection} } } } }`, {
    id,
  })
  return { response, data: read(t.data(response)[one], 'data') }
}

export const graphqlQueryScenarios = [
  asking('one', ['4.5/one', '1/graphql', '4.5/same'], 'x(id) returns the entry that REST returns', async (t) => {
    const { id } = await t.make('item', {
      str: 'x',
      int: 3,
      flt: 0.5,
      flag: true,
      day: '2024-02-29',
      at: '2024-02-29T10:00:00.000Z',
      obj: { a: 1 },
    })
    const rest = t.entry(await t.read('item', id)).attributes
    const { response, data } = await oneOf(t, 'item', id, 'str int flt flag day at obj createdAt updatedAt')
    t.equal(response, 'The id differs', read(data, 'id'), String(id))
    const expected = Object.fromEntries(
      ['str', 'int', 'flt', 'flag', 'day', 'at', 'obj', 'createdAt', 'updatedAt'].map((name) => [name, rest[name]]),
    )
    t.equal(response, 'The attributes differ from those of REST', read(data, 'attributes'), expected)
  }),
  asking('missing', ['4.5/missing', '4.5/one'], 'A missing entry is data: null', async (t) => {
    const { id } = await t.make('tag', { name: 'control' })
    const control = await oneOf(t, 'tag', id, 'name')
    t.equal(control.response, 'The control is missing', read(control.data, 'id'), String(id))
    const { response, data } = await oneOf(t, 'tag', 2147483600, 'name')
    t.equal(response, 'The response contains an entry', data, null)
  }),
  asking('many', ['4.5/many', '4.5/meta-fields'], 'xs returns data and meta', async (t) => {
    const { response, names, meta } = await tags(t, ', sort: "name", pagination: { page: 1, pageSize: 5 }')
    t.equal(response, 'Other entries', names, range(0, 5))
    t.equal(response, 'The pagination differs', meta, { total: count, page: 1, pageSize: 5, pageCount: 3 })
  }),
  asking('page', ['4.5/many-pagination'], 'page and pageSize select the page', async (t) => {
    const { response, names } = await tags(t, ', sort: "name", pagination: { page: 3, pageSize: 5 }')
    t.equal(response, 'Other entries', names, range(10, 12))
  }),
  asking('offset', ['4.5/many-pagination'], 'start and limit select their entries', async (t) => {
    const { response, names } = await tags(t, ', sort: "name", pagination: { start: 4, limit: 3 }')
    t.equal(response, 'Other entries', names, range(4, 7))
  }),
  asking(
    'empty-pagination',
    ['4.5/many-pagination-default', '4.5/many-sort-default'],
    'Empty pagination and empty sort have no effect',
    async (t) => {
      const bare = await tags(t, '')
      const empty = await tags(t, ', pagination: {}, sort: []')
      t.equal(empty.response, 'The responses differ', [empty.names, empty.meta], [bare.names, bare.meta])
    },
  ),
  asking(
    'sort',
    ['4.5/many-sort', '4.2/sort-desc'],
    'sort accepts a list; each item may have a direction',
    async (t) => {
      const down = await tags(t, ', sort: ["name:desc"], pagination: { limit: 3 }')
      t.equal(down.response, 'The order differs', down.names, range(9, 12).toReversed())
      const several = await tags(t, ', sort: ["weight:desc", "name:asc"], pagination: { limit: 4 }')
      t.equal(several.response, 'The order differs', several.names, ['t03', 't07', 't11', 't02'])
    },
  ),
  asking(
    'groups',
    ['2.6/filters-groups', '4.5/many-filters', '4.3/$or', '4.3/$and'],
    'and, or and not combine',
    async (t) => {
      const marker = await twelve(t)
      const ask = async (filters: unknown) => {
        const response = await t.graphql(
          `query ($f: ${tagNames.type}FiltersInput) { ${tagNames.many}(filters: $f, sort: "name", pagination: { limit: 50 }) { data { attributes { name } } } }`,
          { f: { and: [{ marker: { eq: marker } }, filters] } },
        )
        const data = read(t.data(response)[tagNames.many], 'data')
        return {
          response,
          names: Array.isArray(data) ? data.map((row: unknown) => read(row, 'attributes.name')) : data,
        }
      }
      const either = await ask({ or: [{ name: { eq: 't01' } }, { name: { eq: 't04' } }] })
      t.equal(either.response, 'or returns other entries', either.names, ['t01', 't04'])
      const both = await ask({ and: [{ weight: { eq: 1 } }, { name: { gt: 't04' } }] })
      t.equal(both.response, 'and returns other entries', both.names, ['t05', 't09'])
      const not = await ask({ not: { weight: { lt: 3 } } })
      t.equal(not.response, 'not returns other entries', not.names, ['t03', 't07', 't11'])
      const few = { and: [{ weight: { eq: 1 } }, { not: { name: { gt: 't04' } } }] }
      const nested = await ask({ or: [few, { name: { eq: 't06' } }] })
      t.equal(nested.response, 'Nested groups return other entries', nested.names, ['t01', 't06'])
    },
  ),
  asking(
    'relations',
    ['4.5/relations', '2.6/relation', '4.5/same'],
    'Relations are read nested, as REST populates them',
    async (t) => {
      const ids = (await t.makeMany('tag', [{ name: 'b' }, { name: 'a' }])).map(({ id }) => id)
      const { id: category } = await t.make('category', { name: 'c' })
      const { id } = await t.make('article', { title: 'x', tags: ids, category })
      const { response, data } = await oneOf(
        t,
        'article',
        id,
        'category { data { id attributes { name } } } tags { data { id attributes { name } } }',
      )
      t.equal(response, 'The relations differ', read(data, 'attributes'), {
        category: { data: { id: String(category), attributes: { name: 'c' } } },
        tags: {
          data: [
            { id: String(ids[0]), attributes: { name: 'b' } },
            { id: String(ids[1]), attributes: { name: 'a' } },
          ],
        },
      })
    },
  ),
  asking(
    'relation-arguments',
    ['4.5/relations', '4.5/many-filters', '4.5/many-sort'],
    'A to-many relation accepts filters, sort and pagination',
    async (t) => {
      const ids = (
        await t.makeMany('tag', [
          { name: 'b', weight: 1 },
          { name: 'a', weight: 2 },
          { name: 'c', weight: 3 },
        ])
      ).map(({ id }) => id)
      const { id } = await t.make('article', { title: 'x', tags: ids })
      const { response, data } = await oneOf(
        t,
        'article',
        id,
        `tags(filters: { weight: { lt: 3 } }, sort: "name") { data { attributes { name } } }
        part: tags(sort: "name", pagination: { start: 1, limit: 1 }) { data { attributes { name } } }`,
      )
      t.equal(response, 'Other entries', read(data, 'attributes'), {
        tags: { data: [{ attributes: { name: 'a' } }, { attributes: { name: 'b' } }] },
        part: { data: [{ attributes: { name: 'b' } }] },
      })
    },
  ),
  asking('deep-filter', ['4.3/filters-deep', '4.5/many-filters'], 'A filter can use fields of relations', async (t) => {
    const { id: category } = await t.make('category', { name: 'wanted' })
    await t.makeMany('article', [{ title: 'hit', category }, { title: 'miss' }])
    const response = await t.graphql(
      `query ($m: String) { ${articleNames.many}(filters: { marker: { eq: $m }, category: { name: { eq: "wanted" } } }) { data { attributes { title } } } }`,
      { m: t.marker },
    )
    t.equal(response, 'Other entries', read(t.data(response)[articleNames.many], 'data'), [
      { attributes: { title: 'hit' } },
    ])
  }),
  asking(
    'publication-state',
    ['4.5/many-state', '3/select'],
    'LIVE is the default, PREVIEW also returns drafts',
    async (t) => {
      await t.makeMany('article', [{ title: 'live' }, { title: 'draft', publishedAt: null }])
      const ask = async (args: string) => {
        const response = await t.graphql(
          `query ($m: String) { ${articleNames.many}(filters: { marker: { eq: $m } }, sort: "title"${args}) { data { attributes { title } } } }`,
          { m: t.marker },
        )
        const data = read(t.data(response)[articleNames.many], 'data')
        return {
          response,
          titles: Array.isArray(data) ? data.map((row: unknown) => read(row, 'attributes.title')) : data,
        }
      }
      for (const [args, expected] of [
        ['', ['live']],
        [', publicationState: LIVE', ['live']],
        [', publicationState: PREVIEW', ['draft', 'live']],
      ] as const) {
        const { response, titles } = await ask(args)
        t.equal(response, `Other entries with '${args}'`, titles, expected)
      }
    },
  ),
  asking('locale', ['4.5/locale', '4.3/locale'], 'Queries of localised types accept a locale', async (t) => {
    const { locales } = t.configuration
    await t.makeMany('page', [{ title: 'default' }, { title: 'other', locale: locales.other }])
    const { many } = namesOf('page')
    const response = await t.graphql(
      `query ($m: String, $l: I18NLocaleCode) { ${many}(filters: { marker: { eq: $m } }, locale: $l) { data { attributes { title } } } }`,
      { m: t.marker, l: locales.other },
    )
    t.equal(response, 'Other entries', read(t.data(response)[many], 'data'), [{ attributes: { title: 'other' } }])
  }),
  asking(
    'components',
    ['4.5/components', '2.2/populated-component', '2.2/populated-zone', '4.5/same'],
    'Components are read inline and zones as a union',
    async (t) => {
      const { id } = await t.make('article', {
        title: 'x',
        seo: { metaTitle: 'm' },
        links: [{ label: 'l' }],
        zone: [
          { __component: 'conf.quote', text: 'q' },
          { __component: 'conf.note', heading: 'n' },
        ],
      })
      const { response, data } = await oneOf(
        t,
        'article',
        id,
        'seo { metaTitle } links { label } zone { __typename ... on ComponentConfQuote { text } ... on ComponentConfNote { heading } }',
      )
      t.equal(response, 'They differ', read(data, 'attributes'), {
        seo: { metaTitle: 'm' },
        links: [{ label: 'l' }],
        zone: [
          { __typename: 'ComponentConfQuote', text: 'q' },
          { __typename: 'ComponentConfNote', heading: 'n' },
        ],
      })
    },
  ),
  asking('errors', ['4.5/error-shape', '7/no-5xx'], 'Invalid queries return errors', async (t) => {
    for (const query of [
      `{ surelyNotThere }`,
      `{ ${tagNames.many} { surely } }`,
      '{ broken',
      `{ ${tagNames.many}(filters: { surelyNot: { eq: 1 } }) { data { id } } }`,
    ]) {
      const response = await t.graphql(query)
      t.that(response, response.status < 500, 'The status is 5xx', 'below 500', response.status)
      t.errors(response)
    }
    t.data(await t.graphql(`{ ${tagNames.many}(pagination: { limit: 1 }) { data { id } } }`))
  }),
  asking('depth', ['8/depthLimit'], 'A query much deeper than depthLimit is rejected, a flat one is not', async (t) => {
    const { many } = namesOf('category')
    const nested = (levels: number): string =>
      levels === 0 ? 'name' : `name parent { data { attributes { ${nested(levels - 1)} } } }`
    t.data(await t.graphql(`{ ${many}(pagination: { limit: 1 }) { data { attributes { name } } } }`))
    t.errors(
      await t.graphql(
        `{ ${many}(pagination: { limit: 1 }) { data { attributes { ${nested(t.configuration.limits.graphqlDepth)} } } } }`,
      ),
    )
  }),
]
