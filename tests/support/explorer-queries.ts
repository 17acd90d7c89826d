import * as fc from 'fast-check'
import type { Query, QueryObject, QueryValue } from '../../packages/explorer/src/state/query.js'

const info = (singularName: string) => ({
  singularName,
  pluralName: `${singularName}s`,
  displayName: singularName,
})

/** Attributes of the kinds that filters compare, and relations, components and a dynamic zone. */
export const schemas = {
  contentTypes: {
    'api::article.article': {
      info: info('article'),
      options: { draftAndPublish: true },
      pluginOptions: { i18n: { localized: true } },
      attributes: {
        title: { type: 'string' },
        body: { type: 'richtext' },
        rating: { type: 'integer' },
        price: { type: 'decimal' },
        views: { type: 'biginteger' },
        level: { type: 'enumeration', enum: ['easy', 'hard'] },
        featured: { type: 'boolean' },
        day: { type: 'date' },
        extra: { type: 'json' },
        author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author', inversedBy: 'articles' },
        tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', inversedBy: 'articles' },
        seo: { type: 'component', component: 'shared.seo' },
        links: { type: 'component', component: 'shared.link', repeatable: true },
        sections: { type: 'dynamiczone', components: ['shared.seo', 'shared.link'] },
      },
    },
    'api::author.author': {
      info: info('author'),
      attributes: {
        name: { type: 'string' },
        age: { type: 'integer' },
        articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article', mappedBy: 'author' },
      },
    },
    'api::tag.tag': {
      info: info('tag'),
      attributes: {
        name: { type: 'string' },
        articles: { type: 'relation', relation: 'manyToMany', target: 'api::article.article', mappedBy: 'tags' },
      },
    },
  },
  components: {
    'shared.seo': {
      info: { displayName: 'SEO' },
      attributes: { description: { type: 'string' }, weight: { type: 'integer' } },
    },
    'shared.link': {
      info: { displayName: 'Link' },
      // `weight` has a different type than in the other component of the zone.
      attributes: { label: { type: 'string' }, weight: { type: 'string' } },
    },
  },
} as const

const names = ['Ada', 'Bea', "O'Neil"]

export const content = [
  ...names.map((name, index) => ({ type: 'api::author.author', id: index + 1, attributes: { name, age: 30 + index } })),
  ...['red', 'green', 'blue & gold'].map((name, index) => ({
    type: 'api::tag.tag',
    id: index + 1,
    attributes: { name },
  })),
  ...Array.from({ length: 12 }, (_, index) => ({
    type: 'api::article.article',
    id: index + 1,
    attributes: {
      publishedAt: index % 4 === 3 ? null : '2026-01-01T00:00:00.000Z',
      title: index === 5 ? null : `Title ${index} of ${names[index % 3]}`,
      body: index % 2 === 0 ? 'a long text' : null,
      rating: index % 5,
      price: index + 0.5,
      views: `${index}00`,
      level: index % 2 === 0 ? 'easy' : 'hard',
      featured: index % 3 === 0,
      day: `2026-01-${String(index + 1).padStart(2, '0')}`,
      extra: { at: index },
      author: index === 7 ? null : (index % 3) + 1,
      tags: index === 8 ? [] : [(index % 3) + 1, ((index + 1) % 3) + 1],
      seo: index % 2 === 0 ? { description: `About ${index}`, weight: index } : null,
      links: [{ label: 'first', weight: `${index}` }],
      sections: [
        { __component: 'shared.seo', description: 'in a zone', weight: index },
        { __component: 'shared.link', label: 'zoned', weight: 'heavy' },
      ],
    },
  })),
]

const texts = fc.constantFrom('Title', 'ada', 'Ada', 'a', "O'Neil", 'red', '1', '', '&=?#%')
const numbers = fc.constantFrom('0', '1', '2', '3', '30', '31', '7')
const flag = fc.constantFrom('true', 'false')

const comparisons = (value: fc.Arbitrary<string>): fc.Arbitrary<QueryValue> =>
  fc.oneof(
    value,
    fc.array(value, { minLength: 1, maxLength: 3 }),
    ...(['$eq', '$ne', '$lt', '$lte', '$gt', '$gte'] as const).map((operator) => fc.record({ [operator]: value })),
    fc.record({ $in: fc.array(value, { minLength: 1, maxLength: 3 }) }),
    fc.record({ $notIn: fc.array(value, { minLength: 1, maxLength: 3 }) }),
    fc.record({ $between: fc.tuple(value, value) }),
    fc.record({ $null: flag }),
    fc.record({ $notNull: flag }),
    fc.record({ $not: fc.record({ $eq: value }) }),
  )

const textComparisons: fc.Arbitrary<QueryValue> = fc.oneof(
  comparisons(texts),
  ...(['$contains', '$containsi', '$notContains', '$startsWith', '$endsWithi', '$eqi', '$nei'] as const).map(
    (operator) => fc.record({ [operator]: texts }),
  ),
  fc.record({ $startsWithi: texts, $ne: texts }),
)

const some = <T>(of: Readonly<Record<string, fc.Arbitrary<T>>>): fc.Arbitrary<QueryObject> =>
  fc
    .subarray(Object.entries(of), { minLength: 1, maxLength: Math.min(2, Object.keys(of).length) })
    .chain((members) => fc.record(Object.fromEntries(members))) as never

const authorFilters = some<QueryValue>({ name: textComparisons, age: comparisons(numbers), id: comparisons(numbers) })
const tagFilters = some<QueryValue>({ name: textComparisons, id: comparisons(numbers) })

const { filters } = fc.letrec<{ filters: QueryObject }>((tie) => ({
  filters: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    some<QueryValue>({
      title: textComparisons,
      rating: comparisons(numbers),
      price: comparisons(fc.constantFrom('0.5', '3', '7.5')),
      views: comparisons(fc.constantFrom('0', '100', '1100')),
      level: comparisons(fc.constantFrom('easy', 'hard')),
      featured: fc.oneof(flag, fc.record({ $eq: flag }), fc.record({ $ne: flag })),
      day: comparisons(fc.constantFrom('2026-01-03', '2026-01-07')),
      author: fc.oneof(authorFilters, fc.record({ $not: authorFilters }), numbers),
      tags: fc.oneof(tagFilters, fc.record({ $or: fc.array(tagFilters, { minLength: 1, maxLength: 2 }) })),
      seo: some<QueryValue>({ description: textComparisons, weight: comparisons(numbers) }),
      links: some<QueryValue>({ label: textComparisons }),
    }),
    fc.record({ $or: fc.array(tie('filters'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ $and: fc.array(tie('filters'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ $not: tie('filters') }),
  ),
}))

const scalars = ['title', 'body', 'rating', 'price', 'level', 'featured', 'day', 'extra', 'publishedAt', 'locale']
const fieldsOf = (all: readonly string[]) => fc.subarray([...all], { minLength: 1, maxLength: Math.min(3, all.length) })

const articlesOfAuthor = fc.record(
  { fields: fieldsOf(['title', 'rating']), filters, sort: fc.constant(['id:desc']), limit: fc.constantFrom('1', '2') },
  { requiredKeys: ['sort'] },
) as fc.Arbitrary<QueryValue>

const author = fc.record(
  { fields: fieldsOf(['name', 'age']), populate: fc.record({ articles: articlesOfAuthor }) },
  { requiredKeys: [] },
) as fc.Arbitrary<QueryObject>

const tags = fc.record(
  {
    fields: fieldsOf(['name']),
    filters: tagFilters,
    sort: fc.constantFrom('name', ['name:desc', 'id'], 'id:desc'),
    start: fc.constantFrom('0', '1'),
    limit: fc.constantFrom('1', '2', '10'),
  },
  // An offset needs an order.
  { requiredKeys: ['sort'] },
) as fc.Arbitrary<QueryObject>

const populate: fc.Arbitrary<QueryValue> = fc.oneof(
  fc.constantFrom<QueryValue>('*', ['author', 'tags'], ['author.articles', 'seo'], 'seo', {
    author: 'true',
    tags: 'false',
  }),
  fc.record(
    {
      author: fc.oneof(fc.constant('true'), author),
      tags,
      seo: fc.oneof(fc.constant('true'), fc.record({ fields: fieldsOf(['description', 'weight']) })),
      links: fc.constant('true'),
      sections: fc.oneof(
        fc.constant('true'),
        fc.constant({ on: { 'shared.seo': { fields: ['description'] }, 'shared.link': 'true' } }),
      ),
      localizations: fc.constant('true'),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<QueryObject>,
)

/** Queries that REST, the SDK and GraphQL can all express; the order of their entries is certain. */
export const queries: fc.Arbitrary<Query> = fc.record(
  {
    filters,
    fields: fieldsOf(scalars),
    populate,
    sort: fc.constantFrom(['title', 'id'], ['author.name:desc', 'id'], 'id:desc', ['rating:desc', 'day']),
    pagination: fc.oneof(
      fc.record({ page: fc.constantFrom('1', '2'), pageSize: fc.constantFrom('3', '100') }, { requiredKeys: [] }),
      fc.record({ start: fc.constantFrom('0', '2'), limit: fc.constantFrom('4', '50') }, { requiredKeys: [] }),
      fc.constant({ withCount: 'false' }),
    ),
    locale: fc.constantFrom('en', 'fr', 'all'),
    publicationState: fc.constantFrom('live', 'preview'),
  },
  { requiredKeys: ['sort'] },
) as fc.Arbitrary<Query>
