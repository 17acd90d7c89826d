import { isRecord } from '../is-record.js'
import { at, everyObject, isEntry, isList, type Loose, wire, type Wrap } from '../wire.js'
import {
  asks,
  both,
  type Broken,
  graphqlText,
  onRequests,
  onResponses,
  populates,
  rewrite,
  type When,
} from './broken-requests.js'

/** Remembers the secret values of entries by their visible texts, which the fixtures give them. */
function remembering(
  attribute: string,
  make: (valueOf: (open: unknown) => string | undefined, values: ReadonlyMap<string, string>) => Wrap,
): Wrap {
  return (inner) => {
    const values = new Map<string, string>()
    const remember = wire({
      request: ({ method, body }) => {
        if (method !== 'POST') return
        everyObject(body, (found) => {
          const open = found['label'] ?? found['note']
          const value = found[attribute]
          if (typeof open === 'string' && typeof value === 'string' && !values.has(open)) values.set(open, value)
        })
      },
    })
    return make((open) => (typeof open === 'string' ? values.get(open) : undefined), values)(remember(inner))
  }
}

export function secretMutants(attribute: 'hidden' | 'pass'): readonly Broken[] {
  const stored = attribute === 'pass' ? () => `$2a$10$${'a'.repeat(53)}` : (value: string) => value
  /** Adds the value to every object of a response that has the visible text. */
  const shown = (when: When) =>
    remembering(attribute, (valueOf) =>
      onResponses(when, (body) =>
        everyObject(body, (found) => {
          const value = valueOf(found['label'] ?? found['note'])
          if (value !== undefined) found[attribute] = stored(value)
        }),
      ),
    )
  const read = (when: When) => shown(both(({ method }) => method === 'GET', when))
  const isTrueOf = (condition: Loose, values: ReadonlyMap<string, string>): boolean =>
    Object.entries(condition).every(([operator, operand]) =>
      [...values.values()].some((value) => {
        if (operator === '$null') return operand === 'false'
        const text = operator === '$startsWith' ? stored(value) : value
        return operator === '$startsWith' ? text.startsWith(String(operand)) : text === operand
      }),
    )
  /** Replaces conditions on the attribute by conditions that all or no entries meet. */
  const filtered = (when: When) =>
    remembering(attribute, (_, values) =>
      onRequests(when, ({ query }) =>
        everyObject(query['filters'], (found) => {
          const condition = found[attribute]
          if (!isRecord(condition)) return
          delete found[attribute]
          found['id'] = { [isTrueOf(condition, values) ? '$notNull' : '$null']: 'true' }
        }),
      ),
    )
  return [
    ['list', 'Lists contain it', read(isList)],
    ['list', 'Lists with fields contain it', read(both(isList, ({ query }) => query['fields'] === '*'))],
    ['list', 'Lists with populate contain it', read(both(isList, populates('*')))],
    ['list', 'Lists with a sort contain it', read(both(isList, ({ query }) => query['sort'] !== undefined))],
    ['one', 'One entry contains it', read(isEntry)],
    ['one', 'One entry with populate contains it', read(both(isEntry, populates('*')))],
    ['relation-list', 'A list populates it', read(both(isList, populates('item')))],
    [
      'relation-list',
      'A list with populate=* populates it',
      read(both(isList, ({ query }) => query['populate'] === '*')),
    ],
    ['relation-one', 'One entry populates it', read(both(isEntry, populates('item')))],
    ['component', 'Components of a list contain it', read(both(isList, populates('guard')))],
    ['component', 'Components of one entry contain it', read(both(isEntry, populates('guard')))],
    ['component', 'populate=* contains it in components', read(({ query }) => query['populate'] === '*')],
    ['component', 'The response to an update contains it in components', shown(({ method }) => method === 'PUT')],
    ['zone', 'Zones of a list contain it', read(both(isList, populates('zone')))],
    ['zone', 'Zones with on contain it', read(populates('"on"'))],
    ['filter', 'Filters match it', filtered(({ path }) => path.startsWith('/api/conf-items'))],
    ['filter', 'Filters match it behind a relation', filtered(({ path }) => path.startsWith('/api/conf-articles'))],
    [
      'filter',
      'Sorts follow it',
      onRequests(
        ({ query }) => String(query['sort']).startsWith(attribute),
        ({ query }) => {
          query['sort'] = String(query['sort']).replace(attribute, 'id')
        },
      ),
    ],
    [
      'search',
      'Searches look at it',
      remembering(attribute, (_, values) =>
        onRequests(
          ({ query }) => query['_q'] !== undefined,
          ({ query }) => {
            const found = [...values.values()].some(
              (value) => value.includes(String(query['_q'])) || stored(value).includes(String(query['_q'])),
            )
            delete query['_q']
            query['filters'] = { ...at(query, 'filters'), id: { [found ? '$notNull' : '$null']: 'true' } }
          },
        ),
      ),
    ],
    ['graphql-list', 'GraphQL lists contain it', shown(asks('confItems'))],
    ['graphql-one', 'GraphQL entries contain it', shown(asks('confItem('))],
    ['graphql-relation', 'GraphQL relations contain it', shown(asks('item {'))],
    ['graphql-component', 'GraphQL components contain it', shown(asks('guard {'))],
    ['graphql-zone', 'GraphQL zones contain it', shown(asks('zone {'))],
    [
      'graphql-filter',
      'GraphQL filters match it',
      remembering(attribute, (_, values) =>
        onRequests(asks(`${attribute}:`), (request) => {
          const variables = at(request.body, 'variables') ?? {}
          const found = isTrueOf(
            { [graphqlText(request).includes('startsWith') ? '$startsWith' : '$eq']: variables['v'] },
            values,
          )
          rewrite(request, (query) =>
            query
              .replace(/(hidden|pass): \{ \w+: \$v \}/, `id: { ${found ? 'notNull' : 'null'}: true }`)
              .replace(', $v: String', ''),
          )
          delete variables['v']
        }),
      ),
    ],
  ]
}

const withHash = (path: (path: string) => boolean): Wrap =>
  onResponses(
    ({ path: requested }) => path(requested),
    (body) =>
      everyObject(body, (found) => {
        if ('username' in found) found['password'] = `$2a$10$${'a'.repeat(53)}`
      }),
  )

export const userMutants: readonly Broken[] = [
  ['users', 'The response to register contains the hash', withHash((path) => path === '/api/auth/local/register')],
  ['users', 'The response to login contains the hash', withHash((path) => path === '/api/auth/local')],
  ['users', '/api/users/me contains the hash', withHash((path) => path === '/api/users/me')],
  ['users', '/api/users/:id contains the hash', withHash((path) => /^\/api\/users\/\d+$/.test(path))],
  ['users', 'The list of users contains the hash', withHash((path) => path === '/api/users')],
  [
    'users',
    'The response to register contains the token that confirms an address',
    onResponses(
      ({ path }) => path === '/api/auth/local/register',
      (body) => {
        const user = at(body, 'user')
        if (user) user['confirmationToken'] = 'abc'
      },
    ),
  ],
  ['graphql-users', 'The mutation register returns the hash', withHash((path) => path === '/graphql')],
]
