/** A request whose text is long or has very many parts. */
export interface HostileRequest {
  readonly title: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const json = { 'content-type': 'application/json' }
const accept = 'application/graphql-response+json, application/json;q=0.9'

const post = (title: string, path: string, body: unknown): HostileRequest => ({
  title,
  method: 'POST',
  path,
  headers: json,
  body: JSON.stringify(body),
})
const get = (title: string, path: string): HostileRequest => ({ title, method: 'GET', path, headers: {} })
const graphql = (title: string, query: string, variables?: object): HostileRequest => ({
  ...post(title, '/graphql', { query, ...(variables && { variables }) }),
  headers: { ...json, accept },
})

const multipart = (title: string, operations: object, map: object): HostileRequest => ({
  title,
  method: 'POST',
  path: '/graphql',
  headers: { 'content-type': 'multipart/form-data; boundary=b', accept, 'x-apollo-operation-name': 'a' },
  body: [
    ...Object.entries({ operations, map }).map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${JSON.stringify(value)}\r\n`,
    ),
    '--b\r\nContent-Disposition: form-data; name="0"; filename="a.txt"\r\n\r\nx\r\n--b--\r\n',
  ].join(''),
})

/** Repeats `unit` until it has this many bytes. */
const long = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))

/** Returns an object of so many keys that its JSON has about this many bytes. */
function keys(bytes: number, name: (index: number) => string, value: unknown): Record<string, unknown> {
  const each = Buffer.byteLength(JSON.stringify({ [name(10_000)]: value })) - 1
  return Object.fromEntries(Array.from({ length: Math.floor(bytes / each) }, (_, index) => [name(index), value]))
}

const unknown = (index: number) => `titl${index}`
const filtered = 'query ($f: ArticleFiltersInput) { articles(filters: $f) { data { id } } }'
const created = 'mutation ($d: TagInput!) { createTag(data: $d) { data { id } } }'
const registered = 'mutation ($i: UsersPermissionsRegisterInput!) { register(input: $i) { jwt } }'
const account = (email: string) => ({ username: 'ada', email, password: 'correct-horse-1' })

/** Names that take the same path through the server as real ones, and may be mistaken for each other. */
const repeats = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join('')

/** Requests by the id of their attack. `bytes` is the limit on bodies. Paths have at most 15 kB. */
export function hostileRequests(bytes: number): Readonly<Record<string, readonly HostileRequest[]>> {
  const room = bytes - 300
  const path = Math.min(15_000, room)
  const suggestion = long(' Did you mean ', room)
  return {
    'GQL-50': [
      graphql('suggestions in a variable', 'query ($i: Int) { articles { data { id } } }', { i: suggestion }),
      graphql('suggestions in a literal', `{ articles(locale: ${JSON.stringify(suggestion)}) { data { id } } }`),
      graphql('suggestions in an argument', `{ tag(id: 1, titel: ${JSON.stringify(suggestion)}) { data { id } } }`),
      graphql('suggestions in a scalar', `{ articles(pagination: ${JSON.stringify(suggestion)}) { data { id } } }`),
      graphql('suggestions in a filter', filtered, { f: { title: { eqq: suggestion } } }),
      graphql('suggestions in data', created, { d: { name: 1, nam: suggestion } }),
      graphql('suggestions in a key', filtered, { f: { [suggestion]: 1 } }),
      graphql('suggestions in a deep key', filtered, { f: { and: [{ title: { [suggestion]: 1 } }] } }),
    ],
    'GQL-51': [
      graphql('unknown keys in a variable', filtered, { f: keys(room, unknown, 1) }),
      graphql('unknown keys below a known one', filtered, { f: { title: keys(room, unknown, 'a') } }),
      graphql('unknown keys in data', created, { d: keys(room, unknown, null) }),
      graphql('unknown keys in an unknown key', created, { d: { x: keys(room, unknown, null) } }),
      graphql('wrong items in a list', filtered, { f: { id: { in: Array.from({ length: room / 5 }, () => []) } } }),
      graphql('wrong objects in a list', filtered, { f: { and: Array.from({ length: room / 9 }, () => ({ a: 1 })) } }),
      graphql('many conditions', filtered, { f: { and: Array.from({ length: room / 16 }, () => ({ id: {} })) } }),
      graphql('many ids', filtered, { f: { id: { in: Array.from({ length: room / 6 }, (_, n) => n % 1_000) } } }),
      post('variables in a string', '/graphql', {
        query: filtered,
        variables: JSON.stringify({ f: keys(room / 2, unknown, 1) }),
      }),
      graphql('many variables', filtered, keys(room, unknown, 1)),
      graphql('keys in JSON', 'mutation ($d: ArticleInput!) { createArticle(data: $d) { data { id } } }', {
        d: { extra: keys(room, unknown, 1), titl: 1 },
      }),
      multipart(
        'many paths of files',
        { query: `query ($a: Int) { ${long('a ', room / 2)}}` },
        {
          0: Array.from({ length: room / 30 }, (_, index) => `variables.a.${index}`),
        },
      ),
      post('unknown parameters', '/graphql', { quer: '', ...keys(room, (index) => `quer${index}`, 1) }),
    ],
    'GQL-52': [
      graphql('many aliases', `{ ${repeats(room / 24, (n) => `a${n}: tags { data { id } } `)} }`),
      graphql('many unknown fields', `{ articles { data { ${repeats(800, (n) => `titl${n} `)} } } }`),
      graphql('many unknown arguments', `{ articles(${repeats(400, (n) => `titl${n}: 1 `)}) { data { id } } }`),
      graphql(
        'many unknown keys of a literal',
        `{ articles(filters: {${repeats(400, (n) => `titl${n}: 1 `)}}) { data { id } } }`,
      ),
      graphql(
        'many undefined variables',
        `{ articles(pagination: {${repeats(300, (n) => `a${n}: $v${n} `)}}) { data { id } } }`,
      ),
      graphql('many undefined fragments', `{ ${repeats(400, (n) => `...F${n} `)} }`),
      graphql('many unknown types', `{ ${repeats(300, (n) => `... on Articl${n} { id } `)} }`),
      graphql('many unknown directives', `{ tags ${repeats(450, (n) => `@skp${n} `)} { data { id } } }`),
      graphql(
        'many operations',
        repeats(250, (n) => `query Q${n} { __typename } `),
      ),
      graphql('a long comment', `{ __typename } #${long('a-', room - 20)}`),
      graphql('a long name', `{ ${long('a', room)} }`),
      graphql('a long string', `{ articles(locale: "${long(String.raw`\u0041`, room - 60)}") { data { id } } }`),
      graphql('spaces', `{${long(' \n', room / 2)}__typename }`),
    ],
    'HTTP-50': [
      post('an address of many dots', '/api/auth/local/register', account(`a@${long('.a', room)}@`)),
      post('an address of many signs', '/api/auth/local/register', account(long('a@', room))),
      post('an address of spaces', '/api/auth/forgot-password', { email: `a${long(' ', room)}a` }),
      post('an identifier of many dots', '/api/auth/local', { identifier: `a@${long('.a', room)}@`, password: 'x' }),
      graphql('an address of many dots by GraphQL', registered, { i: account(`a@${long('.a', room)}@`) }),
      post('an address of an entry', '/api/articles', { data: { title: 'x', contactEmail: `a@${long('.a', room)}@` } }),
      post('a name of a user', '/api/auth/local/register', { ...account('a@b.co'), username: long('A-_', room) }),
      post('a password', '/api/auth/local/register', { ...account('a@b.co'), password: long('a', room) }),
      post('the name of a role', '/api/users-permissions/roles', { name: long('-_', room), description: '' }),
    ],
    'HTTP-51': [
      ...['a-', 'eyJa-', 'eyJa.', 'token=', '://a', '"', 'Basic%20', '$2b$', '?code=', '%0a', 'aB1_'].map((unit) =>
        get(`a path of ${unit}`, `/${long(unit, path)}`),
      ),
      get('a path of slashes', long('/', path)),
      get('a path in the API', `/api/${long('a-', path)}`),
      { ...get('a header', '/api/tags'), headers: { authorization: `Bearer ${long('a.', path)}` } },
      { ...get('a type', '/api/tags'), headers: { accept: long('a/b;q=0.1,', path) } },
      { ...post('a media type', '/api/tags', {}), headers: { 'content-type': `application/${long('a+', path)}` } },
      { ...get('a tag', '/api/tags'), headers: { 'if-none-match': long('"a",', path) } },
      { ...get('a cookie', '/api/tags'), headers: { cookie: long('a=b;', path) } },
      { ...get('an encoding', '/api/tags'), headers: { 'accept-encoding': long('a,', path) } },
      { ...get('a trace', '/api/tags'), headers: { traceparent: long('00-', path), tracestate: long('a=b,', path) } },
      { ...get('an address', '/api/tags'), headers: { 'x-forwarded-for': long('1.2.3.4,', path) } },
      { ...get('a range', '/uploads/x.png'), headers: { range: `bytes=${long('0-1,', path)}` } },
    ],
    'HTTP-52': [
      post('unknown attributes', '/api/tags', { data: keys(room, unknown, 1) }),
      post('unknown attributes of a component', '/api/articles', { data: { title: 'x', seo: keys(room, unknown, 1) } }),
      post('unknown members', '/api/tags', { data: { name: 'x' }, ...keys(room, unknown, 1) }),
      post('unknown keys of a sign-in', '/api/auth/local', {
        identifier: 'a',
        password: 'b',
        ...keys(room, unknown, 1),
      }),
      post('unknown keys of an account', '/api/auth/local/register', {
        ...account('a@b.co'),
        ...keys(room, unknown, 1),
      }),
      post('unknown keys of a relation', '/api/articles', { data: { title: 'x', tags: keys(room, unknown, 1) } }),
      post('unknown keys of items', '/api/articles', {
        data: { title: 'x', tags: { connect: Array.from({ length: room / 12 }, (_, n) => ({ [`i${n}`]: 1 })) } },
      }),
      post('wrong components', '/api/articles', {
        data: { title: 'x', links: Array.from({ length: room / 9 }, () => ({ a: 1 })) },
      }),
      post('unknown keys of many components', '/api/articles', {
        data: {
          title: 'x',
          links: Array.from({ length: 500 }, (_, n) => keys(room / 520, (key) => `lab${n}${key}`, 1)),
        },
      }),
      post('wrong zones', '/api/articles', {
        data: { title: 'x', zone: Array.from({ length: room / 24 }, (_, n) => ({ __component: `b.${n}` })) },
      }),
      post('wrong blocks', '/api/articles', {
        data: { title: 'x', richBlocks: Array.from({ length: room / 14 }, () => ({ type: 'a' })) },
      }),
      post('many ids', '/api/articles', {
        data: { title: 'x', tags: Array.from({ length: room / 6 }, (_, n) => n % 1_000) },
      }),
      post('keys in JSON', '/api/articles', { data: { title: 'x', titl: 1, extra: keys(room, unknown, 1) } }),
      post('a long text for a uid', '/api/articles', { data: { titl: 1, title: long('a-', room) } }),
      post('a long text for a slug', '/api/articles', { data: { title: 'x', slug: long('a-', room) } }),
      post('a long value of an enumeration', '/api/articles', { data: { title: 'x', kind: long('news', room) } }),
      post('a long number', '/api/articles', { data: { title: 'x', views: long('9', room) } }),
      post('a long decimal', '/api/articles', { data: { title: 'x', price: long('9', room), score: '1' } }),
      post('a long time', '/api/articles', { data: { title: 'x', publishTime: `00:00:00.${long('0', room)}1` } }),
      post('a long date', '/api/articles', { data: { title: 'x', publishDate: long('2024-', room), eventAt: 'x' } }),
      ...['[],', '[[[[[[[[]]]]]]]],', '{"a":1},', '"",', '1e9,'].map((item) => ({
        ...post(`many ${item} in JSON`, '/api/articles', {}),
        body: `{"data":{"titl":1,"extra":[${item.repeat(Math.max(1, room / Buffer.byteLength(item) - 60))}0]}}`,
      })),
      post('objects of many shapes in JSON', '/api/articles', {
        data: { titl: 1, extra: Array.from({ length: room / 14 }, (_, n) => ({ [`k${n}`]: 1 })) },
      }),
      post('nested lists', '/api/articles', JSON.parse(`{"data":{"extra":${'['.repeat(1_000)}${']'.repeat(1_000)}}}`)),
      {
        ...post('a form of many keys', '/api/tags', {}),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: repeats(room / 14, (n) => `data[t${n}]=1&`),
      },
    ],
    'HTTP-53': [
      get('unknown parameters', `/api/articles?${repeats(path / 12, (n) => `popul${n}=1&`)}`),
      get('unknown filters', `/api/articles?${repeats(path / 19, (n) => `filters[t${n}]=1&`)}`),
      get('unknown operators', `/api/articles?${repeats(path / 26, (n) => `filters[title][$e${n}]=1&`)}`),
      get('unknown fields', `/api/articles?fields=${repeats(path / 9, (n) => `titl${n},`)}`),
      get('unknown sorts', `/api/articles?sort=${repeats(path / 9, (n) => `titl${n},`)}`),
      get('sorts', `/api/articles?sort=${long('title:asc,', path)}id`),
      get('fields', `/api/articles?fields=${long('title,', path)}id`),
      get('populates', `/api/articles?populate=${long('tags,', path)}category`),
      get('unknown populates', `/api/articles?populate=${repeats(path / 9, (n) => `tag${n},`)}`),
      get('deep populates', `/api/articles?populate=${long('related.', path)}tags`),
      get('deep filters', `/api/articles?filters${long('[$and][0]', path)}[id]=1`),
      get('deep sorts', `/api/articles?sort=${long('category.articles.', path)}id`),
      get('deep fields', `/api/articles?fields=${long('category.', path)}id`),
      get('many conditions', `/api/articles?${repeats(path / 32, (n) => `filters[$or][${n}][title][$eq]=a&`)}`),
      get('many values', `/api/articles?filters[id][$in]=${repeats(path / 5, (n) => `${n},`)}`),
      get('many items', `/api/articles?${long('filters[id][$in][]=1&', path)}`),
      get('one long value', `/api/articles?filters[title][$containsi]=${long('a%25_', path)}`),
      get('a search', `/api/articles?_q=${long('a_', path)}`),
      get('a locale', `/api/articles?locale=${long('e', path)}`),
      get('brackets', `/api/articles?${long('[', path)}`),
      get('commas', `/api/articles?sort=${long(',', path)}`),
    ],
  }
}
