import * as fc from 'fast-check'

/** Parameters of a URL: names with brackets and their values, or null for a name without a value. */
export type Parameters = readonly (readonly [name: string, value: string | null])[]

/** Relations of articles, and some of the relations behind each. */
const links = {
  category: { fields: ['name', 'rank'], links: ['articles'] },
  tags: { fields: ['name', 'weight'], links: ['articles'] },
  author: { fields: ['name', 'country'], links: ['articles', 'avatar'] },
  related: { fields: ['title', 'rating'], links: ['tags', 'seo', 'zone'] },
  detail: { fields: ['note'], links: ['article'] },
  mainTag: { fields: ['name'], links: ['articles'] },
  wayTags: { fields: ['name', 'color'], links: ['articles'] },
} as const
const relation = fc.constantFrom(...(Object.keys(links) as (keyof typeof links)[]))
const toMany = fc.constantFrom('tags' as const, 'related' as const, 'wayTags' as const)
const other = fc.constantFrom('seo', 'links', 'zone', 'cover', 'attachments', 'localizations')
const anyLink = fc.oneof(relation, other)
const toggle = fc.constantFrom('true', 't', '1')
const direction = fc.constantFrom('', ':asc', ':desc')

const one = (name: string, value: string): Parameters => [[name, value]]

/** The forms that a populate can have (specification §4.3). */
export const populateForms = {
  none: fc.constant<Parameters>([]),
  everything: fc.constantFrom(one('populate', '*'), one('populate[0]', '*')),
  name: anyLink.map((name) => one('populate', name)),
  commaList: fc.tuple(anyLink, anyLink).map((names) => one('populate', names.join(','))),
  array: fc
    .uniqueArray(anyLink, { minLength: 1, maxLength: 4 })
    .map((names) => names.map((name, index) => [`populate[${index}]`, name])),
  toggles: fc
    .tuple(fc.uniqueArray(anyLink, { minLength: 1, maxLength: 3 }), toggle)
    .map(([names, on]) => names.map((name) => [`populate[${name}]`, on])),
  off: anyLink.map((name) => one(`populate[${name}]`, 'false')),
  dotted: relation.chain((name) =>
    fc.constantFrom(...links[name].links).map((below) => one('populate', `${name}.${below}`)),
  ),
  nested: relation.chain((name) =>
    fc
      .tuple(fc.constantFrom(...links[name].links), toggle)
      .map(([below, on]) => one(`populate[${name}][populate][${below}]`, on)),
  ),
  nestedEverything: anyLink
    .filter((name) => name !== 'cover' && name !== 'attachments')
    .map((name) => one(`populate[${name}][populate]`, '*')),
  fields: relation.chain((name) =>
    fc
      .subarray<string>([...links[name].fields], { minLength: 1 })
      .map((fields) => fields.map((field, index) => [`populate[${name}][fields][${index}]`, field])),
  ),
  filters: relation.chain((name) =>
    fc
      .tuple(fc.constantFrom<string>(...links[name].fields), fc.constantFrom('$notNull', '$null'), toggle)
      .map(([field, operator, on]) => one(`populate[${name}][filters][${field}][${operator}]`, on)),
  ),
  sort: relation.chain((name) =>
    fc
      .tuple(fc.constantFrom<string>(...links[name].fields), direction)
      .map(([field, order]) => one(`populate[${name}][sort][0]`, field + order)),
  ),
  window: fc.tuple(toMany, fc.nat(3), fc.integer({ min: 1, max: 3 })).map(([name, start, limit]) => [
    [`populate[${name}][start]`, String(start)],
    [`populate[${name}][limit]`, String(limit)],
  ]),
  count: toMany.map((name) => one(`populate[${name}][count]`, 'true')),
  perComponent: fc.constantFrom<Parameters>(
    one('populate[zone][on][blocks.quote]', 'true'),
    one('populate[zone][on][blocks.quote][populate][author]', 'true'),
    one('populate[zone][on][blocks.gallery][populate]', '*'),
    [
      ['populate[zone][on][blocks.quote][fields][0]', 'text'],
      ['populate[zone][on][blocks.gallery][populate][links][fields][0]', 'label'],
    ],
  ),
} as const satisfies Readonly<Record<string, fc.Arbitrary<Parameters>>>

export type PopulateForm = keyof typeof populateForms
