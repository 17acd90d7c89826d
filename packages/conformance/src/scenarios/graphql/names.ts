import { read } from '../../check/read.js'
import { namesOf } from '../../content-model/type-names.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

/**
 * Checks names of the schema without introspection: `__typename` returns the types of results, and a query is
 * valid only if its variables have the types of their arguments (GraphQL, "All variable usages are allowed").
 */
const named = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext) => Promise<void>,
): Scenario => scenario({ id: `graphql.names.${id}`, clauses, title, needs: ['graphql'], run })

const item = namesOf('item')
const article = namesOf('article')

/**
 * Checks the types of a field's arguments. A query whose variables have these types must succeed. For each
 * argument, a query with another type must fail.
 */
async function takes(
  t: ScenarioContext,
  field: string,
  types: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const ask = (declared: Readonly<Record<string, string>>) => {
    const variables = Object.entries(declared).map(([name, type]) => `$${name}: ${type}`)
    return t.graphql(`query (${variables.join(', ')}) { ${field} { __typename } }`, values)
  }
  t.data(await ask(types))
  for (const name of Object.keys(types)) t.errors(await ask({ ...types, [name]: 'Boolean' }))
}

export const nameScenarios = [
  named(
    'results',
    ['2.6/response', '2.6/entity', '2.6/type'],
    'Results are XEntityResponse, XEntity and X',
    async (t) => {
      const { id } = await t.make('item', { str: 'x' })
      const query = `query ($id: ID) { ${item.one}(id: $id) { __typename data { __typename id attributes { __typename } } } }`
      const response = await t.graphql(query, { id })
      t.equal(response, 'Types of the result have other names', t.data(response)[item.one], {
        __typename: `${item.type}EntityResponse`,
        data: { __typename: `${item.type}Entity`, id: String(id), attributes: { __typename: item.type } },
      })
    },
  ),
  named(
    'collection',
    ['2.6/collection', '2.6/entity'],
    'Lists are XEntityResponseCollection with meta: ResponseCollectionMeta',
    async (t) => {
      await t.make('item', { str: 'x' })
      const query = `query ($marker: String) { ${item.many}(filters: { marker: { eq: $marker } }) { __typename data { __typename } meta { __typename } } }`
      const response = await t.graphql(query, { marker: t.marker })
      t.equal(response, 'Types of the list have other names', t.data(response)[item.many], {
        __typename: `${item.type}EntityResponseCollection`,
        data: [{ __typename: `${item.type}Entity` }],
        meta: { __typename: 'ResponseCollectionMeta' },
      })
    },
  ),
  named('relation', ['2.6/relation'], 'To-many relations are XRelationResponseCollection', async (t) => {
    const tag = await t.make('tag', { name: 'x' })
    const { id } = await t.make('article', { title: 'x', tags: [tag.id] })
    const query = `query ($id: ID) { ${article.one}(id: $id) { data { attributes { tags { __typename data { __typename } } } } } }`
    const response = await t.graphql(query, { id })
    t.equal(
      response,
      'Types of the relation have other names',
      read(t.data(response)[article.one], 'data.attributes.tags'),
      {
        __typename: `${namesOf('tag').type}RelationResponseCollection`,
        data: [{ __typename: `${namesOf('tag').type}Entity` }],
      },
    )
  }),
  named(
    'arguments',
    ['4.5/one', '4.5/many-filters', '4.5/many-pagination', '4.5/many-sort'],
    'The arguments of the fields for one and for many entries have the types of the specification',
    async (t) => {
      const { id } = await t.make('item', { str: 'x' })
      await takes(t, `${item.one}(id: $id)`, { id: 'ID' }, { id })
      await takes(t, `${item.many}(filters: $filters, pagination: $pagination, sort: $sort)`, {
        filters: `${item.type}FiltersInput`,
        pagination: 'PaginationArg',
        sort: '[String]',
      })
    },
  ),
  named(
    'filters',
    ['2.6/filters', '2.6/filters-groups'],
    'Filter inputs of attributes are named after the attribute types; `and`, `or` and `not` take the filter input of the content type',
    async (t) => {
      await takes(t, `${item.many}(filters: { str: $str, flag: $flag, at: $at, and: $and, or: $or, not: $not })`, {
        str: 'StringFilterInput',
        flag: 'BooleanFilterInput',
        at: 'DateTimeFilterInput',
        and: `[${item.type}FiltersInput]`,
        or: `[${item.type}FiltersInput]`,
        not: `${item.type}FiltersInput`,
      })
    },
  ),
]
