type Case = readonly [query: string, data: unknown, variables?: Record<string, unknown>]

const ids = (...of: number[]) => ({ data: of.map((id) => ({ id: String(id) })) })
const entry = (attributes: unknown) => ({ data: { attributes } })

/** Whole operations and the data of their responses. */
export const accepted: Readonly<Record<string, readonly Case[]>> = {
  'entries and lists': [
    [
      '{ tag(id: 2) { data { id attributes { name weight } } } }',
      { tag: { data: { id: '2', attributes: { name: 'green', weight: 2 } } } },
    ],
    ['{ tag(id: 99) { __typename data { id } } }', { tag: { __typename: 'TagEntityResponse', data: null } }],
    ['{ tag(id: "x") { data { id } } }', { tag: { data: null } }, {}],
    // Only one notation of an id is valid, as in the paths of REST.
    ...['01', '+1', '-1', ' 1', '1 ', '1e0', '1.0', '0x1', '１', '', '9007199254740993'].map(
      (id): Case => ['query ($id: ID) { tag(id: $id) { data { id } } }', { tag: { data: null } }, { id }],
    ),
    ['{ tag(id: null) { data { id } } }', { tag: { data: null } }, {}],
    ['query ($id: ID) { tag(id: $id) { data { id } } }', { tag: { data: { id: '3' } } }, { id: 3 }],
    ['{ tags { data { id } } }', { tags: ids(1, 2, 3) }],
    ['{ tags(sort: ["weight:desc"]) { data { id } } }', { tags: ids(3, 2, 1) }],
    ['{ homepage { data { id } } }', { homepage: { data: null } }],
  ],
  'keys in the order of the selection': [
    [
      '{ b: tag(id: 1) { d: data { a: attributes { n: name name } i: id } } a: tag(id: 2) { data { id } } }',
      { b: { d: { a: { n: 'red', name: 'red' }, i: '1' } }, a: { data: { id: '2' } } },
    ],
    [
      '{ article(id: 1) { data { attributes { up: tags(sort: "name") { data { id } } down: tags(sort: "name:desc") { data { id } } } } } }',
      { article: entry({ up: ids(2, 1), down: ids(1, 2) }) },
    ],
    [
      '{ tag(id: 1) { a: data { id } b: data { attributes { name } } } }',
      { tag: { a: { id: '1' }, b: { attributes: { name: 'red' } } } },
    ],
    [
      '{ tags(pagination: { limit: 2 }) { a: data { id } b: data { id } } }',
      { tags: { a: ids(1, 2).data, b: ids(1, 2).data } },
    ],
  ],
  fragments: [
    [
      'fragment F on Tag { name ...G } fragment G on Tag { weight name } { tag(id: 1) { data { attributes { ...F ... on Tag { weight } ...F } } } }',
      { tag: entry({ name: 'red', weight: 1 }) },
    ],
    [
      '{ tag(id: 1) { data { id } ... on TagEntityResponse { data { attributes { name } } } } }',
      { tag: { data: { id: '1', attributes: { name: 'red' } } } },
    ],
    [
      'query ($yes: Boolean!, $no: Boolean!) { tag(id: 1) { data { id @include(if: $yes) i: id @include(if: $no) attributes @skip(if: $yes) { name } } } }',
      { tag: { data: { id: '1' } } },
      { yes: true, no: false },
    ],
  ],
  pagination: [
    [
      '{ tags { meta { pagination { total page pageSize pageCount } } } }',
      { tags: { meta: { pagination: { total: 3, page: 1, pageSize: 10, pageCount: 1 } } } },
    ],
    [
      '{ tags(pagination: { page: 2, pageSize: 2 }) { data { id } meta { pagination { total page pageSize pageCount } } } }',
      { tags: { ...ids(3), meta: { pagination: { total: 3, page: 2, pageSize: 2, pageCount: 2 } } } },
    ],
    [
      '{ tags(pagination: { start: 1, limit: 1 }) { data { id } meta { p: pagination { pageCount page } } } }',
      { tags: { ...ids(2), meta: { p: { pageCount: 3, page: 2 } } } },
    ],
    [
      '{ tags(pagination: { limit: -1 }) { meta { pagination { pageSize } } } }',
      { tags: { meta: { pagination: { pageSize: 100 } } } },
    ],
    [
      '{ tags(pagination: { pageSize: 500 }) { meta { pagination { page pageSize } } } }',
      { tags: { meta: { pagination: { page: 1, pageSize: 100 } } } },
    ],
    [
      '{ tags { __typename meta { __typename } } }',
      { tags: { __typename: 'TagEntityResponseCollection', meta: { __typename: 'ResponseCollectionMeta' } } },
    ],
  ],
  filters: [
    ['{ tags(filters: { name: { eq: "red" } }) { data { id } } }', { tags: ids(1) }],
    ['{ tags(filters: { weight: { gt: 1, lt: 3 } }) { data { id } } }', { tags: ids(2) }],
    [
      '{ tags(filters: { or: [{ name: { eq: "red" } }, { weight: { eq: 3 } }] }) { data { id } } }',
      { tags: ids(1, 3) },
    ],
    ['{ tags(filters: { not: { name: { eq: "red" } } }) { data { id } } }', { tags: ids(2, 3) }],
    ['{ tags(filters: { name: { not: { eq: "red" } } }) { data { id } } }', { tags: ids(2, 3) }],
    ['{ tags(filters: { name: { or: ["red", "blue"] } }) { data { id } } }', { tags: ids(1, 3) }],
    ['{ tags(filters: { name: { and: ["red", "blue"] } }) { data { id } } }', { tags: ids() }],
    ['{ tags(filters: { name: { not: { or: ["red", "blue"] } } }) { data { id } } }', { tags: ids(2) }],
    ['{ tags(filters: { name: { startsWithi: "R" } }) { data { id } } }', { tags: ids(1) }],
    ['{ tags(filters: { id: { in: [1, 3] } }) { data { id } } }', { tags: ids(1, 3) }],
    [
      'query ($f: TagFiltersInput) { tags(filters: $f) { data { id } } }',
      { tags: ids(2) },
      { f: { weight: { between: [2, 2] } } },
    ],
    ['{ articles(filters: { category: { name: { eq: "Tech" } } }) { data { id } } }', { articles: ids(1, 2) }],
    ['{ articles(filters: { seo: { metaTitle: { contains: "SEO" } } }) { data { id } } }', { articles: ids(1) }],
    ['{ specimens(filters: { big: { eq: "9007199254740993" } }) { data { id } } }', { specimens: ids(6) }],
    ['{ specimens(filters: { big: { eq: 9007199254740993 } }) { data { id } } }', { specimens: ids(6) }],
    ['{ specimens(filters: { stamp: { gte: "2024-06-01T00:00:00Z" } }) { data { id } } }', { specimens: ids(2) }],
  ],
  values: [
    [
      '{ specimen(id: 2) { data { attributes { str int big flt dec flag obj day tod at stamp } } } }',
      {
        specimen: entry({
          str: 'alpha',
          int: 2,
          big: '9223372036854775807',
          flt: -0.1,
          dec: 1234567890.12,
          flag: false,
          obj: [1, 'two'],
          day: '2024-06-15',
          tod: '12:34:56.789',
          at: '2024-06-15T12:34:56.789Z',
          stamp: '2024-06-15T12:34:56.789Z',
        }),
      },
    ],
    [
      '{ specimens(sort: "id", pagination: { limit: 6 }) { data { attributes { big stamp } } } }',
      {
        specimens: {
          data: [
            { attributes: { big: 1, stamp: '2024-01-01T00:00:00.000Z' } },
            { attributes: { big: '9223372036854775807', stamp: '2024-06-15T12:34:56.789Z' } },
            { attributes: { big: '-9223372036854775808', stamp: '2023-12-31T23:59:59.999Z' } },
            { attributes: { big: null, stamp: null } },
            { attributes: { big: 10, stamp: null } },
            { attributes: { big: '9007199254740993', stamp: null } },
          ],
        },
      },
    ],
  ],
  'relations, components, zones': [
    [
      '{ article(id: 1) { data { attributes { category { __typename data { id attributes { name } } } detail { data { id } } tags { data { id } } wayTags { data { id } } cover { data { id } } attachments { data { id } } } } } }',
      {
        article: entry({
          category: { __typename: 'CategoryEntityResponse', data: { id: '1', attributes: { name: 'Tech' } } },
          detail: { data: null },
          tags: ids(2, 1),
          wayTags: ids(),
          cover: { data: null },
          attachments: ids(),
        }),
      },
    ],
    [
      '{ article(id: 1) { data { attributes { tags(filters: { name: { eq: "red" } }) { data { id } } first: tags(pagination: { limit: 1 }) { data { id } } second: tags(pagination: { page: 2, pageSize: 1 }) { data { id } } } } } }',
      { article: entry({ tags: ids(1), first: ids(2), second: ids(1) }) },
    ],
    [
      '{ categories(sort: "id") { data { attributes { articles(sort: "title:desc", pagination: { limit: 1 }) { data { attributes { title } } } } } } }',
      {
        categories: {
          data: ['Bravo', 'Charlie'].map((title) => ({
            attributes: { articles: { data: [{ attributes: { title } }] } },
          })),
        },
      },
    ],
    [
      '{ article(id: 1) { data { attributes { seo { metaTitle canonical { label } } links(sort: "label:desc") { label } } } } }',
      {
        article: entry({
          seo: { metaTitle: 'Alpha SEO', canonical: { label: 'canon' } },
          links: [{ label: 'two' }, { label: 'one' }],
        }),
      },
    ],
    [
      '{ article(id: 1) { data { attributes { zone { __typename ... on ComponentBlocksQuote { text author { data { id } } } ... on ComponentBlocksGallery { title links { label } } } } } } }',
      {
        article: entry({
          zone: [
            { __typename: 'ComponentBlocksQuote', text: 'To be', author: { data: { id: '1' } } },
            { __typename: 'ComponentBlocksGallery', title: 'Shots', links: [{ label: 'g1' }] },
            { __typename: 'ComponentBlocksQuote', text: 'Or not', author: { data: null } },
          ],
        }),
      },
    ],
  ],
  'drafts and locales': [
    ['{ articles { data { id } } }', { articles: ids(1, 2, 3, 4) }],
    ['{ articles(publicationState: PREVIEW, sort: "id") { data { id } } }', { articles: ids(1, 2, 3, 4, 5) }],
    ['{ article(id: 5) { data { id } } }', { article: { data: null } }],
    ['{ article(id: 5, publicationState: PREVIEW) { data { id } } }', { article: { data: { id: '5' } } }],
    ['{ article(id: 1) { data { attributes { related { data { id } } } } } }', { article: entry({ related: ids(2) }) }],
    [
      '{ article(id: 1, publicationState: PREVIEW) { data { attributes { related { data { id } } live: related(publicationState: LIVE) { data { id } } } } } }',
      { article: entry({ related: ids(2, 5), live: ids(2) }) },
    ],
    [
      '{ article(id: 2) { data { attributes { author { data { id } } } } } }',
      { article: entry({ author: { data: null } }) },
    ],
    [
      '{ articles(locale: "fr") { data { id attributes { locale localizations { data { id } } } } } }',
      { articles: { data: [{ id: '6', attributes: { locale: 'fr', localizations: ids(1) } }] } },
    ],
    ['{ articles(locale: "all", sort: "id") { data { id } } }', { articles: ids(1, 2, 3, 4, 6) }],
  ],
}

/** Operations that the server rejects, with the error code and a part of the message. */
export const rejected: readonly (readonly [query: string, code: string, message: string, data?: unknown])[] = [
  [
    '{ tags(pagination: { page: 1, limit: 1 }) { data { id } } }',
    'STRAPI_PAGINATION_ERROR',
    'Cannot use both page & offset',
    { tags: null },
  ],
  [
    '{ tags(pagination: { pageSize: 0 }) { data { id } } }',
    'STRAPI_PAGINATION_ERROR',
    "Invalid 'pageSize'",
    { tags: null },
  ],
  [
    '{ tags(sort: "nope") { data { id } } tag(id: 1) { data { id } } }',
    'BAD_USER_INPUT',
    'Invalid parameter nope',
    { tags: null, tag: { data: { id: '1' } } },
  ],
  [
    '{ articles(filters: { secret: { notNull: true } }) { data { id } } }',
    'BAD_USER_INPUT',
    'Invalid parameter secret',
    { articles: null },
  ],
  ['{ tag { data { id } } }', 'BAD_USER_INPUT', 'tag needs an id', { tag: null }],
  [
    '{ articles(locale: "xx") { data { id } } }',
    'GRAPHQL_VALIDATION_FAILED',
    'Expected value of type "I18NLocaleCode", found "xx"; Unknown locale supplied',
  ],
  [
    '{ articles(filters: { publishDate: { eq: "zzz" } }) { data { id } } }',
    'GRAPHQL_VALIDATION_FAILED',
    'Date cannot represent an invalid date-string zzz.',
  ],
  [
    '{ article(id: 1) { data { attributes { secret } } } }',
    'GRAPHQL_VALIDATION_FAILED',
    'Cannot query field "secret" on type "Article".',
  ],
  ['{ tags { data { id }', 'GRAPHQL_PARSE_FAILED', 'Syntax Error'],
  [
    '{ articles(sort: "-title") { data { id } } }',
    'BAD_USER_INPUT',
    'Invalid parameter -title: it is not a name; write title:desc',
    { articles: null },
  ],
  [
    '{ menuItems { data { attributes { parent { data { attributes { parent { data { id } } } } } } } } }',
    'GRAPHQL_VALIDATION_FAILED',
    "'' exceeds maximum operation depth of 7: menuItems.data.attributes.parent.data.attributes.parent.data.id is too deep. Select it in another operation, or raise graphql.config.depthLimit",
  ],
  [
    `{ articles(pagination: { limit: 100 }) { data { attributes { ${[1, 2, 3, 4].map((n) => `t${n}: tags(pagination: { limit: 100 }) { data { id } }`).join(' ')} } } } }`,
    'BAD_USER_INPUT',
    'The query requests more than 40000 entries',
    { articles: null },
  ],
  [
    `{ ${'a: tag(id: 1) { data { id } } '.repeat(51)} }`,
    'GRAPHQL_VALIDATION_FAILED',
    'A document may have at most 50 aliases',
  ],
  [`{ ${'__typename '.repeat(3_000)} }`, 'GRAPHQL_PARSE_FAILED', 'Document contains more that 1000 tokens'],
]
