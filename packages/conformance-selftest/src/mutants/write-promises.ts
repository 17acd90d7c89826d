import { type InprocAdapter } from '@content-api/conformance'
import { isRecord } from '../is-record.js'
import { breaking, type Mutant } from '../mutant.js'
import {
  at,
  attributesOf,
  isGraphql,
  isList,
  type Loose,
  type WireRequest,
  type WireResponse,
  type Wrap,
} from '../wire.js'
import { dataOf } from './body.js'

const rejected = { data: null, error: { status: 400, name: 'ValidationError', message: 'Invalid', details: {} } }

/** Writes requests that the correct target rejects, after a change, and responds as if it had rejected them. */
function writesAnyway(change: (request: WireRequest) => boolean) {
  const changed = new WeakSet<WireRequest>()
  return {
    request: (request: WireRequest) => {
      if (change(request)) changed.add(request)
    },
    response: (response: WireResponse, request: WireRequest) => {
      if (changed.has(request)) Object.assign(response, { status: 400, body: structuredClone(rejected) })
    },
  }
}

const refused = (method: string) =>
  writesAnyway((request) => {
    const data = dataOf(request)
    if (request.method !== method || data['name'] !== 'refused') return false
    delete data['badge']
    return true
  })

const introspected = (name: string, dropped: string) => ({
  response: (response: WireResponse, request: WireRequest) => {
    const type = at(response.body, 'data', '__type')
    if (type && at(request.body, 'variables')?.['name'] === name && Array.isArray(type['inputFields']))
      type['inputFields'] = (type['inputFields'] as Loose[]).filter((field) => field['name'] !== dropped)
  },
})

const listsContain = (...names: readonly string[]) => ({
  request: (request: WireRequest) => {
    if (isList(request) && request.path.includes('articles')) request.query['populate'] ??= names
  },
})

/** Gives users who register with a role the permissions of the public. */
const storesRole: Wrap = (inner) => {
  const jwts = new Set<string>()
  return async (request) => {
    const [, jwt] = (request.headers.get('authorization') ?? '').split(' ')
    if (jwt !== undefined && jwts.has(jwt)) {
      const headers = new Headers(request.headers)
      headers.delete('authorization')
      return inner(new Request(request, { headers }))
    }
    const sent = request.url.endsWith('/register') ? ((await request.clone().json()) as Loose) : {}
    const response = await inner(request)
    if (sent['role'] === 2) jwts.add(String(((await response.clone().json()) as Loose)['jwt']))
    return response
  }
}

const registered = (key: string) => ({
  response: (response: WireResponse, { path, body }: WireRequest) => {
    const user = at(response.body, 'user')
    if (path.endsWith('register') && user && isRecord(body) && key in body) user[key] = body[key]
  },
})

const unchanged: Wrap = (inner) => inner

/** Calls policies with their context only. */
const withoutApplication = (adapter: InprocAdapter): InprocAdapter => ({
  ...adapter,
  start: (extend) =>
    adapter.start((service) =>
      extend({
        shadowCRUD: (uid) => service.shadowCRUD(uid),
        use: (extension) => {
          const options = at(extension, 'resolversConfig', 'Query.word')
          const policies = Array.isArray(options?.['policies'])
            ? (options['policies'] as ((one: unknown) => unknown)[])
            : []
          if (options) options['policies'] = policies.map((policy) => (context: unknown) => policy(context))
          return service.use(extension)
        },
      }),
    ),
})

/** Servers that break titles of scenarios about writes, access, GraphQL schemas and extensions. */
export const writePromiseMutants: readonly Mutant[] = [
  breaking('write.create', 'meta is null', {
    response: (response, { method }) => {
      if (method === 'POST' && isRecord(response.body)) response.body['meta'] = null
    },
  }),
  breaking('write.create-meta', 'meta of the entry is null', {
    response: (response) => {
      const entry = at(response.body, 'data')
      if (entry) entry['meta'] = null
    },
  }),
  breaking('write.update-partial', 'An empty update sets another attribute', {
    request: (request) => {
      const data = at(request.body, 'data')
      if (request.method === 'PUT' && data) data['weight'] = 5
    },
  }),
  breaking(
    'write.missing-data',
    'Attributes outside of data are written',
    writesAnyway((request) => {
      if (request.method !== 'POST' || !isRecord(request.body) || !('marker' in request.body)) return false
      request.body = { data: request.body }
      return true
    }),
  ),
  breaking('write.error-shape', 'details is null', {
    response: (response) => {
      const error = at(response.body, 'error')
      if (error) error['details'] = null
    },
  }),
  breaking('write.methods', 'Allow names one method only', {
    response: ({ status, headers }, { path }) => {
      if (status === 405 && /\d$/.test(path)) headers.set('allow', 'PUT')
    },
  }),
  breaking('write.head', 'HEAD has another content type', {
    response: ({ headers }, { method }) => {
      if (method === 'HEAD') headers.set('content-type', 'text/plain')
    },
  }),
  ...(['POST', 'PUT'] as const).map((method) =>
    breaking('rest.create.refuses.duplicate', `A rejected ${method} is written`, refused(method)),
  ),
  breaking('rest.create.refuses.duplicate-uid', 'An update drops a duplicate', {
    request: (request) => {
      if (request.method === 'PUT' && String(dataOf(request)['slug']).endsWith('-slug')) delete dataOf(request)['slug']
    },
  }),
  breaking('rest.media.set', 'A plain array is ignored', {
    request: (request) => {
      if (request.method === 'PUT' && Array.isArray(dataOf(request)['gallery'])) delete dataOf(request)['gallery']
    },
  }),
  breaking('rest.media.not-by-default', 'Lists contain media', listsContain('cover')),
  breaking('rest.media.star', 'populate=* omits multiple media', {
    response: (response) => {
      for (const attributes of attributesOf(response)) if ('gallery' in attributes) attributes['gallery'] = { data: [] }
    },
  }),
  breaking('rest.components.not-by-default', 'Lists contain components', listsContain('seo')),
  breaking('rest.locale.filter-within', 'Filters are ignored with a locale', {
    request: ({ query }) => {
      const filters = at(query, 'filters')
      if (filters && query['locale'] !== undefined) delete filters['title']
    },
  }),
  ...(['many-to-one', 'one-to-one', 'one-way'] as const).map((kind) =>
    breaking(`rest.relations.${kind}.set-long`, 'set uses its first item', {
      request: (request) => {
        for (const value of Object.values(dataOf(request)))
          if (isRecord(value) && Array.isArray(value['set'])) value['set'] = value['set'].slice(0, 1)
      },
    }),
  ),
  breaking('graphql.schema.input', 'Relations are missing', introspected('ConfArticleInput', 'tags')),
  breaking('graphql.schema.input', 'Passwords are missing', introspected('ConfItemInput', 'pass')),
  breaking('graphql.schema.filters', 'Decimals cannot be filtered', introspected('ConfItemFiltersInput', 'dec')),
  ...(['update', 'delete'] as const).map((verb) =>
    breaking('access.permissions.graphql', `Every caller may ${verb}`, {
      request: (request) => {
        const { query } = isRecord(request.body) ? request.body : {}
        if (isGraphql(request) && String(query).startsWith(`mutation { ${verb}`))
          request.headers.set('authorization', 'Bearer conformance-full-access')
      },
    }),
  ),
  breaking('access.accounts.register', 'There is no JWT', {
    response: ({ body }, { path }) => {
      if (path.endsWith('register') && isRecord(body)) delete body['jwt']
    },
  }),
  ...['provider', 'blocked', 'confirmed'].map((key) =>
    breaking('access.accounts.escalation', `${key} of the body is stored`, registered(key)),
  ),
  breaking('access.accounts.escalation', 'The role of the body is stored', storesRole),
  {
    ...breaking('inproc.policies.context', 'A policy gets no application', unchanged),
    wrapInproc: withoutApplication,
  },
  breaking('rest.together.write', 'An update with several keys keeps the tags', {
    request: (request) => {
      const data = at(request.body, 'data')
      if (request.method === 'PUT' && data && Object.keys(data).length > 1) delete data['tags']
    },
  }),
  ...['category', 'seo', 'zone', 'rank'].map((name) =>
    breaking('rest.together.write', `A create with relations loses ${name}`, {
      request: (request) => {
        const data = at(request.body, 'data')
        if (request.method === 'POST' && data && 'tags' in data) delete data[name]
      },
    }),
  ),
  breaking('rest.drafts.publish', 'The time of publication in an update is ignored', {
    request: (request) => {
      const data = at(request.body, 'data')
      if (request.method === 'PUT' && data?.['publishedAt']) delete data['publishedAt']
    },
  }),
]
