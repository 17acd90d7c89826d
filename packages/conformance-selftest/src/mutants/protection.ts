import { access, type Fetch, type Generation, modelDocument, scenariosOf } from '@content-api/conformance'
import { isRecord } from '../is-record.js'
import { breaking, breakingIn, type Mutant } from '../mutant.js'
import { at, everyObject, isEntry, isGraphql, isList, wire, type WireRequest, type Wrap } from '../wire.js'
import {
  asks,
  both,
  type Broken,
  onRequests,
  onResponses,
  parameters,
  populates,
  rewrite,
  type When,
} from './broken-requests.js'
import { secretMutants, userMutants } from './protection-of-secrets.js'

function draftMutants(generation: Generation): readonly Broken[] {
  const preview = (request: WireRequest) => {
    request.query[generation === 'strapi-5' ? 'status' : 'publicationState'] ??=
      generation === 'strapi-5' ? 'draft' : 'preview'
  }
  const shown = (when: When) =>
    onRequests(
      both(({ method }) => method === 'GET', when),
      preview,
    )
  const graphql = (when: When, change: (query: string) => string) =>
    onRequests(both(isGraphql, when), (request) => rewrite(request, change))
  const withPreview = (query: string) =>
    query.replace('confArticles(filters', 'confArticles(publicationState: PREVIEW, filters')
  const related = (query: string) =>
    query
      .replace(/related\(/g, 'related(publicationState: PREVIEW, ')
      .replace(/related \{/g, 'related(publicationState: PREVIEW) {')
  // A to-one relation takes no arguments, so the mutant adds the title that the fixture gives its draft.
  const inComponent = (body: unknown, { body: sent }: WireRequest) =>
    everyObject(body, (found) => {
      const marker = String(at(sent, 'variables')?.['m'])
      if (isRecord(found['article']) && found['article']['data'] === null)
        found['article']['data'] = { attributes: { title: `unpublished ${marker}` } }
    })
  return [
    ...Object.entries(parameters).map(
      ([name, when]): Broken => ['list', `${name} shows drafts`, shown(both(isList, when))],
    ),
    ['list', 'A list without filters shows drafts', shown(both(isList, ({ query }) => query['filters'] === undefined))],
    ['one', 'An entry is found by its id although it is a draft', shown(isEntry)],
    ['one', 'populate shows a draft by its id', shown(both(isEntry, populates('')))],
    [
      'relation-list',
      'A list with populate by index populates drafts',
      shown(both(isList, ({ query }) => Array.isArray(query['populate']))),
    ],
    ['relation-list', 'A list with populate and fields populates drafts', shown(both(isList, populates('fields')))],
    [
      'relation-list',
      'The other side of a relation contains drafts',
      shown(({ path }) => path === '/api/conf-categories'),
    ],
    ['relation-one', 'One entry populates drafts', shown(both(isEntry, populates('related')))],
    [
      'relation-one',
      'populate=* of one entry populates drafts',
      shown(both(isEntry, ({ query }) => query['populate'] === '*')),
    ],
    ['component', 'A list populates drafts in components', shown(both(isList, populates('guard')))],
    ['component', 'One entry populates drafts in components', shown(both(isEntry, populates('guard')))],
    ['zone', 'A list populates drafts in zones', shown(both(isList, populates('zone')))],
    ['zone', 'One entry populates drafts in zones', shown(both(isEntry, populates('"on"')))],
    ...(['pageSize', 'start'] as const).map(
      (name): Broken => [
        'count',
        `total counts drafts with pagination[${name}]`,
        onResponses(
          ({ query }) => at(query, 'pagination')?.[name] !== undefined,
          (body) => {
            const pagination = at(body, 'meta', 'pagination')
            if (pagination) pagination['total'] = Number(pagination['total']) + 1
          },
        ),
      ],
    ),
    ['count', 'total counts drafts with populate', shown(both(isList, populates('category')))],
    [
      'filter',
      'A filter through a relation matches drafts',
      shown(({ query }) => at(query, 'filters', 'related') !== undefined),
    ],
    [
      'filter',
      'A filter through the other side matches drafts',
      shown(({ query }) => at(query, 'filters', 'articles') !== undefined),
    ],
    [
      'search',
      'A search finds drafts',
      onRequests(
        ({ query }) => query['_q'] !== undefined,
        (request) => {
          delete request.query['_q']
          preview(request)
        },
      ),
    ],
    ['graphql-list', 'A GraphQL list contains drafts', graphql(() => true, withPreview)],
    ['graphql-list', 'A GraphQL list with relations contains drafts', graphql(asks('category'), withPreview)],
    ['graphql-list', 'A GraphQL list with sort contains drafts', graphql(asks('sort'), withPreview)],
    [
      'graphql-one',
      'A draft is found by its id',
      graphql(
        () => true,
        (query) => query.replace('(id: $id)', '(id: $id, publicationState: PREVIEW)'),
      ),
    ],
    ['graphql-relation', 'A relation contains drafts', graphql(() => true, related)],
    ['graphql-relation', 'A relation with filters contains drafts', graphql(asks('notNull'), related)],
    ['graphql-component', 'A component shows drafts', onResponses(asks('guard'), inComponent)],
    ['graphql-zone', 'A zone shows drafts', onResponses(asks('zone'), inComponent)],
    ['graphql-count', 'total counts drafts', graphql(asks('total'), withPreview)],
    ['graphql-filter', 'A filter through a relation matches drafts', graphql(asks('related:'), withPreview)],
  ]
}

/** Lets visitors do what the full token may. */
const asFull = (when: When): Wrap =>
  onRequests(
    both(({ headers }) => headers.get('authorization') === null, when),
    ({ headers }) => headers.set('authorization', `Bearer ${access.tokens.full.key}`),
  )

const tokenOf = ({ headers }: WireRequest): string => (headers.get('authorization') ?? '').replace('Bearer ', '')
const isRestricted = (token: string) => token === access.tokens.restricted.key
const isUnknown = (token: string) => token !== '' && !isRestricted(token)

/** Lets the holders of some tokens do what the full token may. */
const asFullInstead = (when: When, holds: (token: string) => boolean): Wrap =>
  onRequests(
    both((request) => holds(tokenOf(request)), when),
    ({ headers }) => headers.set('authorization', `Bearer ${access.tokens.full.key}`),
  )

const isVault = ({ path }: WireRequest) => path.startsWith('/api/conf-vaults')

const permissionMutants: readonly Broken[] = [
  ['list', 'Visitors may list everything', asFull(both(isVault, isList))],
  ...['populate', 'fields', 'sort', 'pagination[start]'].map(
    (name): Broken => ['list', `${name} avoids the check`, asFull(both(isVault, isList, parameters[name] ?? isList))],
  ),
  ['one', 'Visitors may read every entry', asFull(both(isVault, isEntry))],
  ['one', 'populate avoids the check of one entry', asFull(both(isVault, isEntry, populates('*')))],
  ['list', 'The restricted token may list everything', asFullInstead(both(isVault, isList), isRestricted)],
  ['one', 'The restricted token may read every entry', asFullInstead(both(isVault, isEntry), isRestricted)],
  ['token', 'Every token may read one entry', asFullInstead(both(isVault, isEntry), isUnknown)],
  ['token', 'Every token may write', asFullInstead(({ method }) => method === 'PUT', isUnknown)],
  ['relation-list', 'A list populates forbidden entries', asFull(both(isList, populates('vault')))],
  [
    'relation-list',
    'populate=* of a list populates forbidden entries',
    asFull(both(isList, ({ query }) => query['populate'] === '*')),
  ],
  [
    'relation-list',
    'The second level is populated with forbidden entries',
    asFull(both(isList, populates('articles'))),
  ],
  ['relation-one', 'One entry populates forbidden entries', asFull(both(isEntry, populates('vault')))],
  ['component', 'Components populate forbidden entries', asFull(both(isList, populates('guard')))],
  ['component', 'Components of one entry populate forbidden entries', asFull(both(isEntry, populates('guard')))],
  ['zone', 'Zones populate forbidden entries', asFull(both(isList, populates('zone')))],
  ['zone', 'Zones populate forbidden entries with on', asFull(populates('"on"'))],
  [
    'count',
    'Visitors learn the number of forbidden entries',
    asFull(both(isVault, ({ query }) => query['pagination'] !== undefined)),
  ],
  ['filter', 'Filters match forbidden entries', asFull(({ query }) => at(query, 'filters', 'vault') !== undefined)],
  ['filter', 'Sorts follow forbidden entries', asFull(({ query }) => String(query['sort']).startsWith('vault'))],
  [
    'search',
    'A search finds forbidden entries',
    (inner) =>
      asFull(both(isVault, ({ query }) => query['found'] === undefined))(
        onRequests(isVault, ({ query }) => {
          delete query['_q']
        })(inner),
      ),
  ],
  ['graphql-list', 'A GraphQL list shows forbidden entries', asFull(asks('confVaults'))],
  ['graphql-list', 'The restricted token may list everything', asFullInstead(asks('confVaults'), isRestricted)],
  ['graphql-one', 'The restricted token may read every entry', asFullInstead(asks('confVault('), isRestricted)],
  ['graphql-one', 'A GraphQL entry may be forbidden', asFull(asks('confVault(id'))],
  ['graphql-relation', 'GraphQL follows relations to forbidden entries', asFull(asks('title vault'))],
  ['graphql-component', 'A component shows forbidden entries', asFull(asks('guard'))],
  ['graphql-zone', 'A zone shows forbidden entries', asFull(asks('zone'))],
  ['graphql-count', 'A total of GraphQL counts forbidden entries', asFull(asks('{ meta'))],
  ['graphql-filter', 'A GraphQL filter matches forbidden entries', asFull(asks('vault: {'))],
  ...(
    [
      ['Every token is accepted', () => true],
      ['A token with more characters is accepted', (token: string) => token.startsWith(access.tokens.full.key)],
      [
        'A token with fewer characters is accepted',
        (token: string) => token !== '' && access.tokens.full.key.startsWith(token),
      ],
    ] as const
  ).map(
    ([breaks, accepts]): Broken => [
      'token',
      breaks,
      onRequests(
        ({ headers }) => accepts((headers.get('authorization') ?? '').replace('Bearer ', '')),
        ({ headers }) => headers.set('authorization', `Bearer ${access.tokens.full.key}`),
      ),
    ],
  ),
  ['password', 'Every password is accepted', acceptingPasswords(() => true)],
  ['password', 'An empty password is accepted', acceptingPasswords((password) => password === '')],
  ['password', 'The signature of a JWT is not checked', ignoringSignatures],
]

/** Accepts wrong passwords: returns the JWT of the registration. */
function acceptingPasswords(accepts: (password: unknown) => boolean): Wrap {
  return (inner) => {
    const registered = new Map<unknown, unknown>()
    return wire({
      response: (response, { path, body }) => {
        const sent = at(body) ?? {}
        if (path === '/api/auth/local/register' && response.status === 200)
          registered.set(sent['username'], response.body)
        if (path === '/api/auth/local' && response.status === 400 && accepts(sent['password']))
          Object.assign(response, { status: 200, body: registered.get(sent['identifier']) })
      },
    })(inner)
  }
}

/** Replaces the signature of a JWT by the one that the service gave to its payload. */
function ignoringSignatures(inner: Fetch): Fetch {
  const issued = new Map<string, string>()
  const payloadOf = (jwt: string) => jwt.split('.').slice(0, 2).join('.')
  return wire({
    request: ({ headers }) => {
      const known = issued.get(payloadOf((headers.get('authorization') ?? '').replace('Bearer ', '')))
      if (known !== undefined) headers.set('authorization', `Bearer ${known}`)
    },
    response: ({ body }) => {
      const jwt = at(body)?.['jwt']
      if (typeof jwt === 'string') issued.set(payloadOf(jwt), jwt)
    },
  })(inner)
}

function localeMutants(generation: Generation): readonly Broken[] {
  const all = generation === 'strapi-5' ? '*' : 'all'
  const every = (when: When) =>
    onRequests(
      both(({ path, method }) => method === 'GET' && path === '/api/conf-pages', when),
      ({ query }) => {
        query['locale'] = all
      },
    )
  const named = ({ query }: WireRequest) => query['locale'] === modelDocument.locales.other
  const unnamed = ({ query }: WireRequest) => query['locale'] === undefined
  const swapped = (when: When) =>
    onResponses(when, (body) =>
      everyObject(body, (found) => {
        if (typeof found['title'] === 'string') found['title'] = found['title'].replace('elsewhere', 'standard')
      }),
    )
  const graphql = (when: When) =>
    onRequests(both(asks('confPages'), when), (request) =>
      rewrite(request, (query) =>
        query.replace(/, locale: "\w+"/, '').replace('confPages(', `confPages(locale: "${all}", `),
      ),
    )
  return [
    ['list', 'Lists contain every locale', every(unnamed)],
    ['list', 'locale is ignored', every(named)],
    ...['populate', 'fields', 'sort', 'pagination[start]'].map(
      (name): Broken => ['list', `${name} shows every locale`, every(both(unnamed, parameters[name] ?? unnamed))],
    ),
    ['one', 'One entry is replaced by its default locale', swapped(isEntry)],
    ['count', 'total counts every locale', every(({ query }) => at(query, 'pagination') !== undefined)],
    ['count', 'total counts every locale with populate', every(({ query }) => query['populate'] !== undefined)],
    ['filter', 'Filters find every locale', every(({ query }) => at(query, 'filters')?.['shared'] !== undefined)],
    [
      'filter',
      'Groups of filters find every locale',
      every(({ query }) => at(query, 'filters')?.['$or'] !== undefined),
    ],
    [
      'search',
      'Searches find every locale',
      onRequests(
        ({ query }) => query['_q'] !== undefined,
        ({ query }) => {
          delete query['_q']
          query['locale'] = all
        },
      ),
    ],
    ['graphql-list', 'GraphQL lists contain every locale', graphql(() => true)],
    ['graphql-list', 'GraphQL lists with a sort contain every locale', graphql(asks('sort'))],
    ['graphql-one', 'An entry of GraphQL is replaced by its default locale', swapped(asks('confPage('))],
    ['graphql-count', 'total of GraphQL counts every locale', graphql(asks('total'))],
    ['graphql-filter', 'GraphQL filters find every locale', graphql(asks('$t'))],
  ]
}

/** Servers that show protected data in one position, by the id of the scenario that must find it. */
export function protectionMutants(generation: Generation): readonly Mutant[] {
  const known = new Set(scenariosOf(generation).map(({ id }) => id))
  const byData = {
    drafts: draftMutants(generation),
    permissions: permissionMutants,
    private: secretMutants('hidden'),
    passwords: [...secretMutants('pass'), ...userMutants],
    locales: localeMutants(generation),
  }
  return Object.entries(byData).flatMap(([data, mutants]) =>
    mutants.flatMap(([position, breaks, wrap]) => {
      const scenario = `protect.${data}.${position}`
      return known.has(scenario) ? [breakingIn(generation, scenario, breaks, wrap)] : []
    }),
  )
}

const isUsers = ({ path }: WireRequest) => path.startsWith('/api/users') && path !== '/api/users/me'
const isJwt = (token: string) => token.split('.').length === 3

/** Servers that show or change users and files without the permission. */
export const userPermissionMutants: readonly Mutant[] = [
  breaking(
    'access.permissions.find',
    'Visitors may list users',
    asFull(({ path }) => path === '/api/users'),
  ),
  breaking(
    'access.permissions.find',
    'Visitors may list files',
    asFull(({ path }) => path === '/api/upload/files'),
  ),
  breaking('access.accounts.role', 'Visitors may read a user', asFull(isUsers)),
  ...['GET', 'PUT', 'DELETE'].map((method) =>
    breaking('access.accounts.role', `Users may ${method} other users`, (inner) =>
      asFullInstead(
        both(isUsers, (request) => request.method === method),
        isJwt,
      )(inner),
    ),
  ),
]
