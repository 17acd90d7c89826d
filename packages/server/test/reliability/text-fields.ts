import type { HostileText } from './hostile-alphabets.js'
import type { HostileRequest } from './hostile-requests.js'

/** A part of a request that takes text. */
export interface TextField {
  readonly title: string
  readonly request: (text: HostileText) => HostileRequest
}

type Method = HostileRequest['method']

const json = { 'content-type': 'application/json' }

/** Members of bodies by their path. `build` returns the body with the text. */
function members(line: string, build: Readonly<Record<string, (text: string) => unknown>>): readonly TextField[] {
  const [method, path] = line.split(' ') as [Method, string]
  return Object.entries(build).map(([name, bodyOf]) => ({
    title: `${line} ${name}`,
    request: ({ text }) => ({ title: name, method, path, headers: json, body: JSON.stringify(bodyOf(text)) }),
  }))
}

/** The members of a flat body, one by one, and an unknown key. The other members are valid. */
function flat(line: string, valid: Readonly<Record<string, unknown>>): readonly TextField[] {
  const names = Object.keys(valid).map((name) => [name, (text: string) => ({ ...valid, [name]: text })] as const)
  return members(line, { ...Object.fromEntries(names), 'an unknown key': (text) => ({ ...valid, [text]: 1 }) })
}

/** Addresses in which `*` stands for the text. */
const addresses = (line: string): TextField => {
  const [method, path] = line.split(' ') as [Method, string]
  return {
    title: line,
    request: ({ escaped }) => ({ title: line, method, path: path.replace('*', () => escaped), headers: {} }),
  }
}

const header = (line: string, name: string, begin = ''): TextField => {
  const [method, path] = line.split(' ') as [Method, string]
  return {
    title: `${line} ${name}: ${begin}`,
    request: ({ escaped }) => ({
      title: name,
      method,
      path,
      headers: { ...(method === 'GET' ? {} : json), [name]: begin + escaped },
      ...(method !== 'GET' && { body: '{"data":{}}' }),
    }),
  }
}

/** A whole body, which may be anything. */
const whole = (path: string, type: string, before = '', after = ''): TextField => ({
  title: `POST ${path} ${type} ${before}…${after}`,
  request: ({ text, escaped }) => {
    const isForm = type.endsWith('urlencoded')
    const body = isForm ? escaped.repeat(Math.max(1, Math.floor(text.length / escaped.length))) : text
    return { title: type, method: 'POST', path, headers: { 'content-type': type }, body: before + body + after }
  },
})

const account = { username: 'ada', email: 'ada@example.com', password: 'correct-horse-1' }
const roles = '/api/users-permissions/roles'

/** The routes of plugins, by the action that allows them. A test checks that no action with a body is missing. */
export const pluginFields: Readonly<Record<string, readonly TextField[]>> = {
  'users-permissions.auth.callback': [
    ...flat('POST /api/auth/local', { identifier: 'nobody', password: 'x', deviceId: 'y' }),
    ...flat('POST /api/auth/club/callback', { code: 'x', codeVerifier: 'y' }),
    ...['access_token', 'id_token', 'code'].map((name) => addresses(`GET /api/auth/club/callback?${name}=*`)),
    addresses('GET /api/auth/*/callback?access_token=1'),
    ...flat('POST /api/auth/refresh', { refreshToken: 'x' }),
  ],
  'users-permissions.auth.register': flat('POST /api/auth/local/register', account),
  'users-permissions.auth.changePassword': flat('POST /api/auth/change-password', {
    currentPassword: 'x',
    password: 'new-password',
    passwordConfirmation: 'other',
  }),
  'users-permissions.auth.forgotPassword': flat('POST /api/auth/forgot-password', { email: 'nobody@example.com' }),
  'users-permissions.auth.resetPassword': flat('POST /api/auth/reset-password', {
    code: 'x',
    password: 'new-password',
    passwordConfirmation: 'other',
  }),
  'users-permissions.auth.sendEmailConfirmation': flat('POST /api/auth/send-email-confirmation', {
    email: 'nobody@example.com',
  }),
  'users-permissions.auth.emailConfirmation': [addresses('GET /api/auth/email-confirmation?confirmation=*')],
  'users-permissions.auth.connect': [
    addresses('GET /api/connect/*'),
    addresses('GET /api/connect/club?callback=*'),
    addresses('GET /api/connect/club?code_challenge=*'),
    addresses('GET /api/connect/club/callback?state=*'),
    addresses('GET /api/connect/club/callback?state=x&code=*'),
    ...flat('POST /api/connect/club/callback', { code: 'x', state: 'y' }),
  ],
  'users-permissions.user.create': flat('POST /api/users', { ...account, role: 99, provider: 'local' }),
  'users-permissions.user.update': flat('PUT /api/users/1', { ...account, role: 99 }),
  'users-permissions.role.createRole': members(`POST ${roles}`, {
    name: (text) => ({ name: text }),
    description: (text) => ({ name: '-', description: text }),
    permissions: (text) => ({ name: '-', permissions: { [text]: {} } }),
    'an action': (text) => ({
      name: '-',
      permissions: { 'api::tag': { controllers: { tag: { [text]: { enabled: true } } } } },
    }),
  }),
  'users-permissions.role.updateRole': members(`PUT ${roles}/99`, {
    name: (text) => ({ name: text }),
    other: (text) => ({ [text]: 1 }),
  }),
  'email.email.send': flat('POST /api/email', {
    to: 'a@example.com',
    subject: 'x',
    text: 'y',
    html: 'z',
    from: 'a@example.com',
    replyTo: 'b',
    cc: 'c',
    bcc: 'd',
  }),
}

/** The attributes of an article and of a specimen, which have every type. */
const article =
  'title slug code summary body kind contactEmail secret internalNote publishDate publishTime eventAt stampedAt rating views score price featured extra richBlocks cover seo links zone category tags author related locale publishedAt'
const nested: Readonly<Record<string, (text: string) => unknown>> = {
  'seo.metaTitle': (text) => ({ seo: { metaTitle: text } }),
  'links.0.label': (text) => ({ links: [{ label: text }] }),
  'zone.0.__component': (text) => ({ zone: [{ __component: text }] }),
  'zone.0.text': (text) => ({ zone: [{ __component: 'blocks.quote', text }] }),
  'tags.connect': (text) => ({ tags: { connect: [text] } }),
  'tags.connect.0.id': (text) => ({ tags: { connect: [{ id: text }] } }),
  'tags.position': (text) => ({ tags: { connect: [{ id: 1, position: { before: text } }] } }),
  'extra.0': (text) => ({ extra: [text] }),
  'a key of extra': (text) => ({ extra: { [text]: 1 } }),
  'richBlocks.text': (text) => ({ richBlocks: [{ type: 'paragraph', children: [{ type: 'text', text }] }] }),
  'an unknown attribute': (text) => ({ [text]: 1 }),
  'a key of seo': (text) => ({ seo: { [text]: 1 } }),
}

/** Attributes that aren't valid beside an unknown one, so that nothing is stored. */
const contentFields = (line: string): readonly TextField[] =>
  members(line, {
    ...Object.fromEntries(
      article.split(' ').map((name) => [name, (text: string) => ({ data: { titl: 1, [name]: text } })]),
    ),
    ...Object.fromEntries(
      Object.entries(nested).map(([name, build]) => [
        name,
        (text: string) => ({ data: { titl: 1, ...(build(text) as object) } }),
      ]),
    ),
    'a stored text': (text) => ({ data: { title: 'A title', body: text } }),
    'an unknown member': (text) => ({ data: {}, [text]: 1 }),
  })

const parameters = [
  '*=1',
  'sort=*',
  'sort[0]=*',
  'fields=*',
  'populate=*',
  'populate[*]=*',
  'populate[tags][fields]=*',
  'populate[tags][filters][name]=*',
  'populate[zone][on][*]=1',
  'locale=*',
  'publicationState=*',
  '_q=*',
  'pagination[page]=*',
  'pagination[*]=1',
  'filters=*',
  'filters[*]=1',
  'filters[title]=*',
  'filters[title][*]=1',
  ...['eq', 'eqi', 'contains', 'containsi', 'startsWith', 'endsWithi', 'in', 'between', 'lt', 'null'].map(
    (operator) => `filters[title][$${operator}]=*`,
  ),
  ...[
    'id',
    'views',
    'price',
    'score',
    'featured',
    'publishDate',
    'publishTime',
    'eventAt',
    'kind',
    'extra',
    'tags',
  ].map((attribute) => `filters[${attribute}]=*`),
  'filters[tags][name]=*',
  'filters[$or][0][title]=*',
]

const reads: readonly string[] = [
  ...parameters.map((parameter) => `/api/articles?${parameter}`),
  ...['fields=*', 'populate=*', 'locale=*'].map((parameter) => `/api/articles/1?${parameter}`),
  '/*',
  '/api/*',
  '/api/articles/*',
  '/api/articles/1/*',
  '/uploads/*',
  `${roles}/*`,
  '/api/users/*',
  '/graphql/*',
  ...['query=*', 'query={__typename}&variables=*', 'query={__typename}&operationName=*', '*=1'].map(
    (parameter) => `/graphql?${parameter}`,
  ),
  ...['filters[username]=*', 'sort=*'].map((parameter) => `/api/users?${parameter}`),
  ...['filters[name]=*', 'sort=*'].map((parameter) => `/api/upload/files?${parameter}`),
  ...['types=*', 'publicationState=*', '*=1'].map((parameter) => `/content-api/events?${parameter}`),
  '/openapi.json?*',
]

const headers: readonly TextField[] = [
  ...['authorization', 'cookie', 'accept', 'accept-encoding', 'accept-language', 'if-none-match', 'origin'].map(
    (name) => header('GET /api/articles', name),
  ),
  ...['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'traceparent', 'tracestate', 'user-agent', 'referer'].map(
    (name) => header('GET /api/articles', name),
  ),
  ...['Bearer ', 'Bearer a.', 'Basic '].map((begin) => header('GET /api/articles', 'authorization', begin)),
  header('GET /content-api/events?types=tagz', 'last-event-id'),
  header('GET /uploads/x.png', 'range', 'bytes='),
  header('GET /api/articles', 'access-control-request-headers'),
  ...['if-match', 'content-type', 'x-request-id'].map((name) => header('PUT /api/articles/99', name)),
  header('POST /api/tags', 'content-type', 'application/json; charset='),
  header('POST /api/upload', 'content-type', 'multipart/form-data; boundary='),
]

const form = 'application/x-www-form-urlencoded'
const part = (head: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`

const wholes: readonly TextField[] = [
  ...['/api/tags', '/graphql', '/api/auth/local'].flatMap((path) => [
    whole(path, 'application/json'),
    whole(path, 'application/json', '{"data":'),
    whole(path, 'application/json', '{"a":"', '"}'),
    whole(path, form),
    whole(path, form, 'data[name]='),
    whole(path, 'text/plain'),
  ]),
  whole('/graphql', 'application/graphql'),
  ...['/api/upload', '/api/articles', '/graphql'].flatMap((path) =>
    [
      '',
      '--b\r\n',
      part('name="data"'),
      part('name="fileInfo"'),
      part('name="operations"'),
      part('name="files"; filename="a.txt"'),
      '--b\r\nContent-Disposition: form-data; name="',
      '--b\r\nContent-Disposition: form-data; name="files"; filename="',
    ].map((before) => whole(path, 'multipart/form-data; boundary=b', before, '\r\n--b--\r\n')),
  ),
]

const graphqlBodies = members('POST /graphql', {
  query: (text) => ({ query: text }),
  'a comment': (text) => ({ query: `{ __typename } #${text.replaceAll(/[\r\n]/g, ' ')}` }),
  'a string': (text) => ({ query: `{ articles(locale: ${JSON.stringify(text)}) { data { id } } }` }),
  'a block string': (text) => ({ query: `{ articles(locale: """${text.replaceAll('"', "'")}""") { data { id } } }` }),
  'a string in a filter': (text) => ({
    query: `{ articles(filters: { title: { containsi: ${JSON.stringify(text)} } }) { data { id } } }`,
  }),
  operationName: (text) => ({ query: '{ __typename }', operationName: text }),
  variables: (text) => ({ query: '{ __typename }', variables: text }),
  'a name of a variable': (text) => ({ query: '{ __typename }', variables: { [text]: 1 } }),
  extensions: (text) => ({ query: '{ __typename }', extensions: { [text]: text } }),
  'an unknown parameter': (text) => ({ query: '{ __typename }', [text]: 1 }),
})

/** All parts of requests of REST that take text, and those of requests of GraphQL besides variables. */
export const textFields: readonly TextField[] = [
  ...Object.values(pluginFields).flat(),
  ...contentFields('POST /api/articles'),
  ...contentFields('PUT /api/articles/1'),
  ...members('POST /api/articles/1/localizations', {
    locale: (text) => ({ locale: text, title: 'x' }),
    title: (text) => ({ locale: 'fr', title: text }),
  }),
  ...reads.map((path) => addresses(`GET ${path}`)),
  ...headers,
  ...wholes,
  ...graphqlBodies,
]
