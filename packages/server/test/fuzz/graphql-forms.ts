import * as fc from 'fast-check'

const relation = fc.constantFrom(
  'category { data { id attributes { name rank } } }',
  'author { data { id attributes { name country avatar { data { id } } } } }',
  'detail { data { attributes { note } } }',
  'mainTag { data { id attributes { name } } }',
)
const list = fc.constantFrom('tags', 'related', 'wayTags')
const page = fc.constantFrom(
  '',
  '(pagination: { limit: 2 })',
  '(pagination: { page: 1, pageSize: 2 })',
  '(pagination: { start: 1 })',
  '(sort: "id:desc")',
  '(filters: { id: { gt: 1 } })',
  '(filters: { or: [{ id: { eq: 2 } }, { not: { id: { in: [1, 3] } } }] }, sort: ["id"])',
)

/**
 * Fields of an article that a document selects, like `fields` and `populate` in REST.
 * `part` contains fragment definitions.
 */
export interface Asked {
  readonly fields: string
  readonly part?: string
}

const requested = (fields: fc.Arbitrary<string>): fc.Arbitrary<Asked> => fields.map((text) => ({ fields: text }))

/** The forms in which a document can select attributes and relations of articles. */
export const selectionForms = {
  values: requested(fc.constant('title rating')),
  relation: requested(relation),
  list: requested(fc.tuple(list, page).map(([name, options]) => `${name}${options} { data { id } }`)),
  nested: requested(page.map((options) => `related${options} { data { id attributes { title rating } } }`)),
  inverse: requested(page.map((options) => `category { data { attributes { articles${options} { data { id } } } } }`)),
  component: requested(
    fc.constantFrom('seo { metaTitle noIndex }', 'seo { metaImage { data { id } } canonical { label } }'),
  ),
  components: requested(page.map((options) => `links${options} { label url }`)),
  zone: requested(
    fc.constantFrom(
      'zone { __typename }',
      'zone { ... on ComponentBlocksQuote { text stars } ... on ComponentBlocksGallery { title links { label } } }',
      'zone { __typename ... on ComponentBlocksQuote { author { data { id } } } ... on Error { code message } }',
    ),
  ),
  media: requested(fc.constantFrom('cover { data { attributes { url } } }', 'attachments { data { id } }')),
  localizations: requested(
    page.map((options) => `locale localizations${options} { data { id attributes { locale } } }`),
  ),
  aliases: requested(
    fc
      .tuple(list, page)
      .map(([name, options]) => `a: title b: title ${name} { data { id } } c: ${name}${options} { data { id } }`),
  ),
  fragment: relation.map((text) => ({ fields: '...F ...F', part: `fragment F on Article { title ${text} }` })),
  inline: requested(relation.map((text) => `... on Article { ${text} } ... { title __typename }`)),
  directives: requested(
    fc.tuple(relation, fc.boolean()).map(([text, is]) => `... @include(if: ${is}) { ${text} } rating @skip(if: ${is})`),
  ),
} as const satisfies Readonly<Record<string, fc.Arbitrary<Asked>>>

export type SelectionForm = keyof typeof selectionForms
