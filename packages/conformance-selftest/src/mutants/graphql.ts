import { isRecord } from '../is-record.js'
import { type Mutant, onResponse, onRequest } from '../mutant.js'
import { at, everyObject, isEntry, isGraphql, type Loose, type WireResponse, type WireRequest } from '../wire.js'

const variables = (request: WireRequest): Loose => (isGraphql(request) ? (at(request.body, 'variables') ?? {}) : {})

/** Rewrites the text of GraphQL queries. */
const text = (
  id: string,
  clauses: readonly string[],
  breaks: string,
  change: (query: string, variables: Loose) => string,
): Mutant =>
  onRequest(id, clauses, breaks, (request) => {
    if (isGraphql(request) && isRecord(request.body) && typeof request.body['query'] === 'string')
      request.body['query'] = change(request.body['query'], variables(request))
  })

/** Rewrites the description of one type in introspection results. */
const typed = (
  id: string,
  clauses: readonly string[],
  breaks: string,
  matches: RegExp,
  change: (type: Loose) => void,
): Mutant =>
  onResponse(id, clauses, breaks, (response, request) => {
    const type = at(response.body, 'data', '__type')
    if (type && matches.test(String(variables(request)['name']))) change(type)
  })

const members = (type: Loose, key: 'fields' | 'inputFields') => (Array.isArray(type[key]) ? (type[key] as Loose[]) : [])
const drop =
  (...names: readonly string[]) =>
  (type: Loose) => {
    for (const key of ['fields', 'inputFields'] as const)
      if (Array.isArray(type[key]))
        type[key] = members(type, key).filter((field) => !names.includes(String(field['name'])))
  }
const retype = (name: string, changed: unknown) => (type: Loose) => {
  for (const key of ['fields', 'inputFields'] as const)
    for (const field of members(type, key)) if (field['name'] === name) field['type'] = changed
}
const dropArgument = (name: string) => (type: Loose) => {
  for (const field of members(type, 'fields'))
    if (Array.isArray(field['args'])) field['args'] = (field['args'] as Loose[]).filter((arg) => arg['name'] !== name)
}
const noDefault = (name: string) => (type: Loose) => {
  for (const field of members(type, 'fields'))
    if (Array.isArray(field['args']))
      for (const arg of field['args'] as Loose[]) if (arg['name'] === name) arg['defaultValue'] = null
}
const nullableList = (inner: string) => ({
  kind: 'LIST',
  name: null,
  ofType: { kind: 'OBJECT', name: inner, ofType: null },
})
const stringType = { kind: 'SCALAR', name: 'String', ofType: null }

/** Adds an entry to the results of requests whose body contains `asked`, a limit that is too high. */
const unlimited = (id: string, breaks: string, asked: string): Mutant =>
  onResponse(id, ['8/amountLimit'], breaks, (response, { body }) => {
    const list = at(results(response), 'confDetails')?.['data']
    if (Array.isArray(list) && JSON.stringify(body).includes(asked)) list.push({ id: '0' })
  })

const results = (response: WireResponse): Loose => at(response.body, 'data') ?? {}
const mutation = (response: WireResponse, verb: string, change: (data: Loose) => void) => {
  for (const [name, value] of Object.entries(results(response)))
    if (name.startsWith(verb)) change(at(value, 'data') ?? {})
}

export const graphqlMutants: readonly Mutant[] = [
  typed(
    'graphql.type',
    ['2.6/type', '1/shadow-crud', '2.5/attributes'],
    'Booleans are String',
    /^ConfItem$/,
    retype('flag', stringType),
  ),
  typed(
    'graphql.type-dates',
    ['2.6/type-dates'],
    'Types have no dates',
    /^Conf(Item|Article)$/,
    drop('createdAt', 'updatedAt', 'publishedAt'),
  ),
  typed('graphql.entity', ['2.6/entity'], 'Ids are String', /^ConfItemEntity$/, retype('id', stringType)),
  typed('graphql.response', ['2.6/response'], 'A response has no data', /EntityResponse$/, drop('data')),
  typed(
    'graphql.collection',
    ['2.6/collection'],
    'A collection may contain nulls',
    /EntityResponseCollection$/,
    retype('data', nullableList('ConfItemEntity')),
  ),
  typed(
    'graphql.relation',
    ['2.6/relation'],
    'A relation may contain nulls',
    /RelationResponseCollection$/,
    retype('data', nullableList('ConfArticleEntity')),
  ),
  typed(
    'graphql.input',
    ['2.6/input'],
    'Required attributes are mandatory in the input',
    /RuleInput$/,
    retype('name', { kind: 'NON_NULL', name: null, ofType: stringType }),
  ),
  typed('graphql.input-dates', ['2.6/input-dates'], 'The input has no dates', /Input$/, drop('createdAt', 'updatedAt')),
  typed(
    'graphql.filters',
    ['2.6/filters'],
    'Booleans are filtered as strings',
    /ItemFiltersInput$/,
    retype('flag', { kind: 'INPUT_OBJECT', name: 'StringFilterInput', ofType: null }),
  ),
  typed('graphql.filter-groups', ['2.6/filters-groups'], 'Filters have no not', /FiltersInput$/, drop('not')),
  typed(
    'graphql.no-operators',
    ['4.5/operators-missing'],
    'Filters have no between',
    /^StringFilterInput$/,
    drop('between'),
  ),
  typed('graphql.queries', ['4.5/one', '4.5/many'], 'There is no query of one entry', /^Query$/, drop('confItem')),
  typed('graphql.argument-filters', ['4.5/many-filters'], 'xs takes no filters', /^Query$/, dropArgument('filters')),
  typed(
    'graphql.argument-pagination',
    ['4.5/many-pagination'],
    'xs has no argument pagination',
    /^Query$/,
    dropArgument('pagination'),
  ),
  typed('graphql.argument-sort', ['4.5/many-sort'], 'xs takes no sort', /^Query$/, dropArgument('sort')),
  typed(
    'graphql.argument-state',
    ['4.5/many-state'],
    'publicationState has no default',
    /^Query$/,
    noDefault('publicationState'),
  ),
  typed(
    'graphql.default-pagination',
    ['4.5/many-pagination-default'],
    'pagination has no default',
    /^Query$/,
    noDefault('pagination'),
  ),
  typed('graphql.default-sort', ['4.5/many-sort-default'], 'sort has no default', /^Query$/, noDefault('sort')),
  typed(
    'graphql.mutations',
    ['4.5/create', '4.5/update', '4.5/delete'],
    'There are no mutations',
    /^Mutation$/,
    drop('createConfItem', 'updateConfItem', 'deleteConfItem'),
  ),
  typed(
    'graphql.pagination-fields',
    ['4.5/pagination-fields'],
    'PaginationArg has no start',
    /^PaginationArg$/,
    drop('start'),
  ),
  typed('graphql.meta-fields', ['4.5/meta-fields'], 'Pagination has no pageCount', /^Pagination$/, drop('pageCount')),
  typed('graphql.creators', ['2.4/creator-graphql'], 'There are creator fields', /^ConfCategory$/, (type) =>
    members(type, 'fields').push({ name: 'createdBy', type: stringType, args: [] }),
  ),
  onResponse(
    'graphql.not-there',
    ['1/graphql', '1/graphql-base', '8/endpoint'],
    'GraphQL is at another path',
    (response, request) => {
      if (isGraphql(request))
        Object.assign(response, {
          status: 404,
          body: { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } },
        })
    },
  ),
  onResponse('graphql.id-number', ['4.5/one', '4.5/same'], 'Ids are numbers', (response, request) => {
    if (isGraphql(request))
      everyObject(results(response), (found) =>
        typeof found['id'] === 'string' ? Object.assign(found, { id: Number(found['id']) }) : undefined,
      )
  }),
  onRequest(
    'graphql.filters-ignored',
    ['4.5/many-filters', '4.5/same'],
    'Filters beside the marker are ignored',
    (request) => {
      for (const filters of Object.values(variables(request)))
        if (isRecord(filters) && 'marker' in filters)
          for (const name of Object.keys(filters)) if (name !== 'marker') delete filters[name]
    },
  ),
  text('graphql.sort-ignored', ['4.5/many-sort'], 'sort is ignored', (query) =>
    query.replaceAll(/, sort: (\[[^\]]*\]|"[^"]*")/g, ''),
  ),
  text('graphql.pagination-ignored', ['4.5/many-pagination'], 'pagination is ignored', (query) =>
    query.replaceAll(/, pagination: \{[^}]*\}/g, ''),
  ),
  text('graphql.empty-pagination', ['4.5/many-pagination-default'], 'An empty pagination means one entry', (query) =>
    query.replaceAll('pagination: {}', 'pagination: { limit: 1 }'),
  ),
  text('graphql.state-ignored', ['4.5/many-state'], 'publicationState is ignored', (query) =>
    query.replaceAll(', publicationState: PREVIEW', ''),
  ),
  text('graphql.locale-ignored', ['4.3/locale'], 'locale is ignored', (query) =>
    query.replaceAll(', locale: $l', '').replaceAll(', $l: I18NLocaleCode', ''),
  ),
  text('graphql.relation-arguments', ['4.5/relations'], 'Arguments of relations are ignored', (query) =>
    query.replaceAll(/tags\([^)]*\)/g, 'tags'),
  ),
  text('graphql.depth', ['8/depthLimit'], 'There is no limit of depth', (query) =>
    query.length > 300 && query.startsWith('{ confCategories') ? '{ __typename }' : query,
  ),
  unlimited('graphql.amount', 'There is no limit of entries when all are requested', '"limit":-1'),
  unlimited('graphql.amount-limit', 'A limit may be above amountLimit', '"limit":101'),
  unlimited('graphql.amount-page', 'A page may be larger than amountLimit', '"pageSize":101'),
  onResponse('graphql.create-null', ['4.5/create'], 'createX returns no values', (response) =>
    mutation(response, 'create', (data) => Object.assign(data, { attributes: {} })),
  ),
  onResponse('graphql.update-null', ['4.5/update'], 'updateX returns no values', (response) =>
    mutation(response, 'update', (data) => Object.assign(data, { attributes: {} })),
  ),
  onResponse('graphql.delete-null', ['4.5/delete'], 'deleteX returns no values', (response) =>
    mutation(response, 'delete', (data) => Object.assign(data, { attributes: {} })),
  ),
  onRequest('graphql.publishes', ['4.5/create-draft'], 'createX publishes', (request) => {
    const data = at(variables(request), 'data')
    if (data && 'title' in data) data['publishedAt'] ??= new Date().toISOString()
  }),
  onResponse('graphql.missing', ['4.5/missing'], 'A missing entry is an error', (response, request) => {
    if (
      isGraphql(request) &&
      Object.values(results(response)).some((value) => isRecord(value) && value['data'] === null)
    )
      response.body = { data: null, errors: [{ message: 'Not Found' }] }
  }),
  onResponse(
    'graphql.no-errors',
    ['4.5/error-shape', '5/r2-graphql'],
    'Failures are data: null without errors',
    (response, request) => {
      if (isGraphql(request) && isRecord(response.body)) delete response.body['errors']
    },
  ),
]

const isAuth = ({ path }: WireRequest) => path.startsWith('/api/auth/')
const user = (response: WireResponse) => at(response.body, 'user') ?? at(results(response), 'register', 'user')
const signed = (request: WireRequest) => request.headers.get('authorization')
const asFull = (request: WireRequest) => request.headers.set('authorization', 'Bearer conformance-full-access')

export const accessMutants: readonly Mutant[] = [
  onRequest('access.find-open', ['5/r2-find', '5/r1', '5/r6'], 'Every caller may list', (request) => {
    if (request.method === 'GET' && request.path.endsWith('s') && signed(request) === null) asFull(request)
  }),
  onRequest('access.find-one-open', ['5/r2-findOne'], 'Every caller may read an entry', (request) => {
    if (isEntry(request) && signed(request) === null) asFull(request)
  }),
  onRequest('access.write-open', ['5/r2-write'], 'Every caller may write', (request) => {
    if (request.method !== 'GET' && request.path.startsWith('/api/conf-') && signed(request) === null) asFull(request)
  }),
  onRequest('access.graphql-open', ['5/r2-graphql'], 'Every caller may do everything by GraphQL', (request) => {
    if (isGraphql(request) && signed(request) === null) asFull(request)
  }),
  onRequest('access.wrong-token', ['5/bad-credentials', '5/r4'], 'A wrong token counts as none', (request) => {
    if (signed(request)?.includes('surely-not')) request.headers.delete('authorization')
  }),
  onRequest('access.restricted', ['5/r4', '5/r2-find'], 'A custom token may do everything', (request) => {
    if (signed(request)?.includes('restricted')) asFull(request)
  }),
  onRequest('access.bare-token', ['5/r4'], 'A token is accepted without its scheme', (request) => {
    const header = signed(request)
    if (header !== null && !header.includes(' ')) request.headers.set('authorization', `Bearer ${header}`)
  }),
  onResponse('access.forbidden-401', ['5/r6'], 'Missing permissions get status 401', (response) => {
    if (response.status === 403) response.status = 401
  }),
  onResponse('access.no-jwt', ['5/r3-login', '4.5/login'], 'Logging in returns no JWT', (response, request) => {
    if (request.path === '/api/auth/local' && isRecord(response.body)) delete response.body['jwt']
    delete at(results(response), 'login')?.['jwt']
  }),
  onResponse(
    'access.register',
    ['5/r3-register', '4.5/register', '4.5/register-user'],
    'Registering returns another name',
    (response, request) => {
      const found = user(response)
      if (found && (request.path.endsWith('register') || isGraphql(request))) found['username'] = 'somebody'
    },
  ),
  onResponse('access.user-record', ['2.4/user'], 'A user has no provider', (response) => {
    delete user(response)?.['provider']
  }),
  onResponse('access.user-password', ['2.4/user-no-password'], 'A user contains the password', (response) => {
    const found = user(response)
    if (found) found['password'] = 'hash'
  }),
  onResponse('access.wrong-password', ['5/bad-login'], 'A wrong password gets status 200', (response, request) => {
    if (isAuth(request) && response.status === 400) response.status = 200
  }),
  onRequest('access.jwt-ignored', ['5/r3-header', '5/r1', '5/r2-write'], 'A JWT is ignored', (request) => {
    if (signed(request)?.split('.').length === 3) request.headers.delete('authorization')
  }),
  onResponse('access.playground', ['1/playground'], 'There is no query page', (response, request) => {
    if (isGraphql(request) && request.method === 'GET')
      Object.assign(response, { status: 400, body: { errors: [{ message: 'No query' }] } })
  }),
]
