import { contentTypes } from '../../content-model/content-types.js'
import { type ModelType, namesOf } from '../../content-model/type-names.js'
import type { Capability } from '../../profile/capability.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'
import { shapeOf } from './type-shape.js'

const { type: Item, one, many } = namesOf('item')
const { type: Article, many: articles } = namesOf('article')

/** The capability that an attribute type needs. */
const capabilityOf: Readonly<Record<string, Capability>> = {
  media: 'media',
  component: 'components',
  dynamiczone: 'components',
}

const pick = (record: Readonly<Record<string, string>>, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]]))

const inputTypes = ['item', 'rule', 'article'] as const

/** Returns the names of the attributes of a content type that a target with its capabilities has. */
function attributesOf(t: ScenarioContext, type: ModelType): string[] {
  const { capabilities } = t.session.target.profile
  const model = contentTypes.find(({ info }) => info.singularName === namesOf(type).singular)
  return Object.entries(model?.attributes ?? {}).flatMap(([name, attribute]) => {
    const needed = capabilityOf[attribute.type]
    return needed === undefined || capabilities.has(needed) ? [name] : []
  })
}

const schema = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext) => Promise<void>,
): Scenario => scenario({ id: `graphql.schema.${id}`, clauses, title, needs: ['graphql', 'introspection'], run })

/** Attribute types whose GraphQL type follows from the specification. */
const outputTypes = {
  str: 'String',
  txt: 'String',
  rich: 'String',
  mail: 'String',
  slug: 'String',
  flag: 'Boolean',
  at: 'DateTime',
  int: 'Int',
  flt: 'Float',
  createdAt: 'DateTime',
  updatedAt: 'DateTime',
}
/** Attributes with any filter input. */
const filtered = ['rich', 'mail', 'slug', 'kind', 'day', 'tod', 'stamp', 'int', 'big', 'flt', 'dec', 'obj', 'updatedAt']
const filterTypes = {
  str: 'StringFilterInput',
  txt: 'StringFilterInput',
  flag: 'BooleanFilterInput',
  at: 'DateTimeFilterInput',
  createdAt: 'DateTimeFilterInput',
}

export const schemaScenarios = [
  schema(
    'type',
    ['2.6/type', '1/shadow-crud', '2.5/attributes'],
    'Type X has the attributes, typed from their types',
    async (t) => {
      const { response, fields } = await shapeOf(t, Item)
      t.equal(response, 'The types differ', pick(fields, ...Object.keys(outputTypes)), outputTypes)
      t.equal(
        response,
        'Attributes are missing',
        ['big', 'day', 'dec', 'kind', 'obj', 'stamp', 'tod'].filter((name) => !(name in fields)),
        [],
      )
    },
  ),
  schema(
    'type-dates',
    ['2.6/type-dates'],
    'The type has createdAt and updatedAt, and publishedAt if it has drafts',
    async (t) => {
      const item = await shapeOf(t, Item)
      t.equal(
        item.response,
        'The dates differ',
        [item.fields['createdAt'], item.fields['updatedAt']],
        ['DateTime', 'DateTime'],
      )
      const article = await shapeOf(t, Article)
      t.equal(article.response, 'The dates differ', article.fields['publishedAt'], 'DateTime')
    },
  ),
  schema('entity', ['2.6/entity'], 'XEntity is { id: ID, attributes: X }', async (t) => {
    const { response, fields } = await shapeOf(t, `${Item}Entity`)
    t.equal(response, 'The fields differ', fields, { id: 'ID', attributes: Item })
  }),
  schema('response', ['2.6/response'], 'XEntityResponse has data: XEntity', async (t) => {
    const { response, fields } = await shapeOf(t, `${Item}EntityResponse`)
    t.equal(response, 'The fields differ', fields['data'], `${Item}Entity`)
  }),
  schema(
    'collection',
    ['2.6/collection'],
    'XEntityResponseCollection has data: [XEntity!]! and meta: ResponseCollectionMeta!',
    async (t) => {
      const { response, fields } = await shapeOf(t, `${Item}EntityResponseCollection`)
      t.equal(response, 'The fields differ', pick(fields, 'data', 'meta'), {
        data: `[${Item}Entity!]!`,
        meta: 'ResponseCollectionMeta!',
      })
    },
  ),
  schema('relation', ['2.6/relation'], 'XRelationResponseCollection has data: [XEntity!]!', async (t) => {
    const { response, fields } = await shapeOf(t, `${Article}RelationResponseCollection`)
    t.equal(response, 'The fields differ', fields['data'], `[${Article}Entity!]!`)
  }),
  schema('input', ['2.6/input'], 'XInput has every attribute, each optional', async (t) => {
    for (const type of inputTypes) {
      const { response, fields } = await shapeOf(t, `${namesOf(type).type}Input`)
      const missing = attributesOf(t, type).filter((name) => !(name in fields))
      t.equal(response, `Attributes of ${type} are missing`, missing, [])
      const mandatory = Object.entries(fields).filter(([, written]) => written.endsWith('!'))
      t.equal(response, `An attribute of ${type} is required`, mandatory, [])
    }
  }),
  schema('input-dates', ['2.6/input-dates'], 'XInput has createdAt, updatedAt and publishedAt', async (t) => {
    const { response, fields } = await shapeOf(t, `${Article}Input`)
    t.equal(response, 'The dates differ', pick(fields, 'createdAt', 'updatedAt', 'publishedAt'), {
      createdAt: 'DateTime',
      updatedAt: 'DateTime',
      publishedAt: 'DateTime',
    })
  }),
  schema('filters', ['2.6/filters'], 'XFiltersInput has one filter input per attribute', async (t) => {
    const { response, fields } = await shapeOf(t, `${Item}FiltersInput`)
    t.equal(response, 'The filter inputs differ', pick(fields, ...Object.keys(filterTypes)), filterTypes)
    t.equal(
      response,
      'Attributes without a filter input',
      filtered.filter((name) => !fields[name]?.endsWith('FilterInput')),
      [],
    )
  }),
  schema('filter-groups', ['2.6/filters-groups'], 'XFiltersInput has and, or and not', async (t) => {
    const { response, fields } = await shapeOf(t, `${Item}FiltersInput`)
    t.equal(response, 'The groups differ', pick(fields, 'and', 'or', 'not'), {
      and: `[${Item}FiltersInput]`,
      or: `[${Item}FiltersInput]`,
      not: `${Item}FiltersInput`,
    })
  }),
  schema(
    'queries',
    ['4.5/one', '4.5/many', '4.5/many-filters', '4.5/many-pagination', '4.5/many-sort', '1/graphql'],
    'Queries x and xs have the arguments and results of the specification',
    async (t) => {
      const { response, fields, args } = await shapeOf(t, 'Query')
      t.equal(response, 'The results differ', pick(fields, one, many), {
        [one]: `${Item}EntityResponse`,
        [many]: `${Item}EntityResponseCollection`,
      })
      t.equal(response, 'The argument of x differs', args[one]?.['id'], 'ID')
      t.equal(response, 'The arguments of xs differ', pick(args[many] ?? {}, 'filters', 'pagination', 'sort'), {
        filters: `${Item}FiltersInput`,
        pagination: 'PaginationArg',
        sort: '[String]',
      })
    },
  ),
  schema(
    'defaults',
    ['4.5/many-pagination-default', '4.5/many-sort-default'],
    'pagination is {} and sort is [] by default',
    async (t) => {
      const { response, defaults } = await shapeOf(t, 'Query')
      t.equal(response, 'The defaults differ', [defaults[many]?.['pagination'], defaults[many]?.['sort']], ['{}', '[]'])
    },
  ),
  schema(
    'publication-state',
    ['4.5/many-state'],
    'xs of a type with drafts accepts publicationState, LIVE by default',
    async (t) => {
      const { response, args, defaults } = await shapeOf(t, 'Query')
      t.equal(
        response,
        'The argument differs',
        [args[articles]?.['publicationState'], defaults[articles]?.['publicationState']],
        ['PublicationState', 'LIVE'],
      )
      const states = await shapeOf(t, 'PublicationState')
      t.equal(
        states.response,
        'The values differ',
        states.values.toSorted((a, b) => a.localeCompare(b)),
        ['LIVE', 'PREVIEW'],
      )
    },
  ),
  schema(
    'mutations',
    ['4.5/create', '4.5/update', '4.5/delete'],
    'Mutations createX, updateX and deleteX have the arguments and results of the specification',
    async (t) => {
      const { response, fields, args } = await shapeOf(t, 'Mutation')
      t.equal(
        response,
        'The results differ',
        ['create', 'update', 'delete'].map((verb) => fields[`${verb}${Item}`]),
        [`${Item}EntityResponse`, `${Item}EntityResponse`, `${Item}EntityResponse`],
      )
      t.equal(
        response,
        'The arguments differ',
        [args[`create${Item}`], args[`update${Item}`], args[`delete${Item}`]],
        [{ data: `${Item}Input!` }, { id: 'ID!', data: `${Item}Input!` }, { id: 'ID!' }],
      )
    },
  ),
  schema(
    'pagination',
    ['4.5/pagination-fields', '4.5/meta-fields'],
    'PaginationArg and Pagination have the fields that clients use',
    async (t) => {
      const arg = await shapeOf(t, 'PaginationArg')
      t.equal(arg.response, 'PaginationArg differs', arg.fields, {
        page: 'Int',
        pageSize: 'Int',
        start: 'Int',
        limit: 'Int',
      })
      const meta = await shapeOf(t, 'Pagination')
      t.equal(meta.response, 'Pagination differs', meta.fields, {
        total: 'Int!',
        page: 'Int!',
        pageSize: 'Int!',
        pageCount: 'Int!',
      })
    },
  ),
  schema('no-creators', ['2.4/creator-graphql'], 'There are no creator fields, even with the option', async (t) => {
    const { response, fields } = await shapeOf(t, namesOf('category').type)
    t.equal(
      response,
      'The fields exist',
      Object.keys(fields).filter((name) => ['createdBy', 'updatedBy'].includes(name)),
      [],
    )
  }),
  schema(
    'operators',
    ['4.5/operators-missing'],
    'StringFilterInput has the operators without the $ sign',
    async (t) => {
      const { response, fields } = await shapeOf(t, 'StringFilterInput')
      const expected = [
        'eq',
        'eqi',
        'ne',
        'lt',
        'lte',
        'gt',
        'gte',
        'in',
        'notIn',
        'contains',
        'notContains',
        'containsi',
        'notContainsi',
        'null',
        'notNull',
        'between',
        'startsWith',
        'endsWith',
      ]
      t.equal(
        response,
        'Operators are missing',
        expected.filter((name) => !(name in fields)),
        [],
      )
    },
  ),
]
