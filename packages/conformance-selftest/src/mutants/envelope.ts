import { isRecord } from '../is-record.js'
import { type Mutant, onResponse, onRequest } from '../mutant.js'
import { at, attributesOf, everyObject, isEntry, isList, type Loose, topEntries, type WireResponse } from '../wire.js'

const ok = ({ status, body }: WireResponse): boolean => status < 300 && isRecord(body)
const bodyOf = (response: WireResponse): Loose => (ok(response) ? (response.body as Loose) : {})
const replaceByNotFound = (response: WireResponse) => {
  response.status = 404
  response.body = { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } }
}

/** Visits every populated relation: an object whose only key is data, in the attributes of an entry. */
function everyLink(response: WireResponse, visit: (link: Loose, holder: Loose, name: string) => void): void {
  for (const attributes of attributesOf(response)) {
    everyObject(attributes, (holder) => {
      for (const [name, value] of Object.entries(holder))
        if (isRecord(value) && 'data' in value && Object.keys(value).length === 1) visit(value, holder, name)
    })
  }
}

export const envelopeMutants: readonly Mutant[] = [
  onResponse(
    'envelope.endpoints',
    ['1/endpoints', '4.1/delete', '4.1/r4'],
    'DELETE is not supported',
    (response, { method, path }) => {
      if (method === 'DELETE' && path.startsWith('/api/conf-tags')) replaceByNotFound(response)
    },
  ),
  onResponse(
    'envelope.base',
    ['1/base', '2.5/path', '2.5/info', '2.5/kind'],
    "The plural path doesn't exist",
    (response, { path }) => {
      if (path.startsWith('/api/conf-categories') || path.startsWith('/api/conf-tags')) replaceByNotFound(response)
    },
  ),
  onResponse(
    'envelope.list-object',
    ['2.1/data', '4.1/list'],
    'A list of entries is an object by id',
    (response, request) => {
      const body = bodyOf(response)
      if (isList(request) && Array.isArray(body['data']))
        body['data'] = Object.fromEntries(topEntries(response).map((entry) => [String(entry['id']), entry]))
    },
  ),
  onResponse('envelope.entry-array', ['2.1/data', '4.1/read'], 'One entry comes in an array', (response, request) => {
    if (isEntry(request) && ok(response)) bodyOf(response)['data'] = topEntries(response)
  }),
  onResponse('envelope.no-meta', ['2.1/meta'], 'There is no meta', (response) => {
    delete bodyOf(response)['meta']
  }),
  onResponse('envelope.flat-meta', ['2.1/meta-pagination'], 'The pagination is directly in meta', (response) => {
    const body = bodyOf(response)
    const pagination = at(body, 'meta', 'pagination')
    if (pagination) body['meta'] = pagination
  }),
  onResponse('envelope.error-on-success', ['2.1/error'], 'Every response contains an error', (response, request) => {
    if (isList(request) && ok(response)) bodyOf(response)['error'] = {}
  }),
  onResponse(
    'envelope.no-error',
    ['7/error', '2.1/error'],
    'A failed request returns a message but no error',
    (response) => {
      if (response.status >= 400) response.body = { data: null, message: 'Something is wrong' }
    },
  ),
  onResponse('envelope.data-on-error', ['2.1/data-on-error'], 'A failed request has no data key', (response) => {
    if (response.status >= 400 && isRecord(response.body)) delete response.body['data']
  }),
  onResponse('envelope.id-text', ['2.2/id', '4.1/numeric-id'], 'Ids are texts', (response) => {
    for (const entry of topEntries(response)) entry['id'] = String(entry['id'])
  }),
  onResponse('envelope.id-path', ['4.1/numeric-id'], 'No id in a path finds an entry', (response, request) => {
    if (isEntry(request)) replaceByNotFound(response)
  }),
  onResponse('envelope.flat', ['2.2/attributes', '4.1/list'], 'The values are beside the id', (response, request) => {
    const body = bodyOf(response)
    const flat = (entry: Loose) => ({ id: entry['id'], ...(entry['attributes'] as Loose) })
    if (isList(request) && Array.isArray(body['data'])) body['data'] = topEntries(response).map(flat)
  }),
  onResponse('envelope.id-inside', ['2.2/id-apart'], 'The id is among the attributes too', (response) => {
    for (const entry of topEntries(response)) Object.assign(entry['attributes'] as Loose, { id: entry['id'] })
  }),
  onResponse('envelope.to-one-bare', ['2.2/populated-to-one'], 'A to-one relation has no data', (response) => {
    everyLink(response, ({ data }, holder, name) => {
      if (isRecord(data)) holder[name] = data
    })
  }),
  onResponse('envelope.to-many-bare', ['2.2/populated-to-many'], 'A to-many relation has no data', (response) => {
    everyLink(response, ({ data }, holder, name) => {
      if (Array.isArray(data)) holder[name] = data
    })
  }),
  onResponse(
    'envelope.to-one-empty',
    ['2.2/populated-to-one-empty'],
    'An empty to-one relation is null',
    (response) => {
      everyLink(response, ({ data }, holder, name) => {
        if (data === null) holder[name] = null
      })
    },
  ),
  onResponse(
    'envelope.to-many-empty',
    ['2.2/populated-to-many-empty'],
    'An empty to-many relation is { data: null }',
    (response) => {
      everyLink(response, (link) => {
        if (Array.isArray(link['data']) && link['data'].length === 0) link['data'] = null
      })
    },
  ),
  onResponse('envelope.media', ['2.2/populated-media'], 'Media have no data', (response) => {
    everyLink(response, ({ data }, holder, name) => {
      if (['cover', 'gallery'].includes(name)) holder[name] = data
    })
  }),
  onResponse('envelope.media-record', ['2.4/media'], 'A media record has no formats', (response) => {
    everyObject(response.body, (found) => {
      delete found['formats']
    })
  }),
  onResponse('envelope.component', ['2.2/populated-component'], 'A component comes as { data }', (response) => {
    for (const attributes of attributesOf(response))
      if (isRecord(attributes['seo'])) attributes['seo'] = { data: attributes['seo'] }
  }),
  onResponse(
    'envelope.component-id',
    ['2.2/populated-component', '2.2/populated-repeatable'],
    'Components have no id',
    (response) => {
      for (const attributes of attributesOf(response))
        for (const item of [attributes['seo'], attributes['links']].flat()) if (isRecord(item)) delete item['id']
    },
  ),
  onResponse(
    'envelope.repeatable',
    ['2.2/populated-repeatable'],
    'A repeatable component is an object by index',
    (response) => {
      for (const attributes of attributesOf(response))
        if (Array.isArray(attributes['links'])) attributes['links'] = Object.fromEntries(attributes['links'].entries())
    },
  ),
  onResponse('envelope.zone', ['2.2/populated-zone'], 'Zone items have no __component', (response) => {
    everyObject(response.body, (found) => {
      delete found['__component']
    })
  }),
  onResponse('envelope.zone-name', ['2.2/zone-component-name'], '__component lacks the category', (response) => {
    everyObject(response.body, (found) => {
      if (typeof found['__component'] === 'string') found['__component'] = found['__component'].split('.')[1]
    })
  }),
  ...(['createdAt', 'updatedAt', 'publishedAt'] as const).map((name) =>
    onResponse(`envelope.${name}`, [`2.4/${name}`], `${name} is a number of milliseconds`, (response) => {
      for (const attributes of attributesOf(response))
        if (typeof attributes[name] === 'string') attributes[name] = Date.parse(attributes[name])
    }),
  ),
  onResponse(
    'envelope.publishedAt-draft',
    ['2.4/publishedAt-draft', '3/draft'],
    'Drafts have no publishedAt',
    (response) => {
      for (const attributes of attributesOf(response))
        if (attributes['publishedAt'] === null) delete attributes['publishedAt']
    },
  ),
  onResponse(
    'envelope.updatedAt-stays',
    ['2.4/updatedAt-moves'],
    'An update does not change updatedAt',
    (response, { method }) => {
      if (method === 'PUT')
        for (const attributes of attributesOf(response)) attributes['updatedAt'] = attributes['createdAt']
    },
  ),
  onResponse(
    'envelope.creators',
    ['2.4/creator-omitted', '2.4/creator-without-option'],
    'createdBy is always returned',
    (response) => {
      for (const attributes of attributesOf(response)) attributes['createdBy'] = { data: null }
    },
  ),
  onResponse(
    'envelope.creators-never',
    ['2.4/creator-populate', '2.5/options-creator'],
    'createdBy is never returned',
    (response) => {
      for (const attributes of attributesOf(response)) delete attributes['createdBy']
    },
  ),
  onResponse(
    'envelope.attribute-names',
    ['2.5/attributes'],
    'Attribute names are lower case with underscores',
    (response) => {
      for (const attributes of attributesOf(response))
        if ('str' in attributes) {
          attributes['s_t_r'] = attributes['str']
          delete attributes['str']
        }
    },
  ),
  onResponse('envelope.content-type', ['1/content-type'], 'Answers say text/plain', ({ headers }) =>
    headers.set('content-type', 'text/plain'),
  ),
  onResponse(
    'envelope.unknown-path',
    ['1/unknown-path'],
    'Unknown paths get status 200 and an empty body',
    (response) => {
      if (response.status === 404) Object.assign(response, { status: 200, body: { data: [], meta: {} } })
    },
  ),
  onResponse('envelope.method', ['1/method-not-allowed'], 'Wrong methods get status 404', (response) => {
    if (response.status === 405) response.status = 404
  }),
  onResponse('envelope.head', ['1/head'], 'HEAD is not supported', (response, { method }) => {
    if (method === 'HEAD') response.status = 405
  }),
  onResponse('envelope.slash', ['1/trailing-slash'], 'A trailing slash is another path', (response, { path }) => {
    if (path.endsWith('/')) replaceByNotFound(response)
  }),
  onResponse(
    'envelope.component-endpoint',
    ['1/no-component-endpoints'],
    'Components have endpoints',
    (response, { path }) => {
      if (/seo|links/.test(path)) Object.assign(response, { status: 200, body: { data: [], meta: {} } })
    },
  ),
  onResponse('envelope.create-meta', ['4.1/create-meta'], 'A created entry has no meta', (response) => {
    for (const entry of topEntries(response)) delete entry['meta']
  }),
  onResponse('envelope.locales', ['2.2/meta', '2.1/meta-locales'], 'availableLocales is a string', (response) => {
    for (const entry of topEntries(response)) if (isRecord(entry['meta'])) entry['meta']['availableLocales'] = 'en'
  }),
  onResponse('error.status', ['7/status', '7/shape'], 'error.status is always 500', (response) => {
    const error = at(response.body, 'error')
    if (error) error['status'] = 500
  }),
  onResponse('error.shape', ['7/shape'], 'An error has no details', (response) => {
    delete at(response.body, 'error')?.['details']
  }),
  onResponse('error.internals', ['7/no-internals'], 'An error shows where it was thrown', (response) => {
    const error = at(response.body, 'error')
    if (error) error['details'] = { stack: `Error\n    at node_modules/x.js:1:1` }
  }),
  onResponse(
    'error.5xx',
    ['7/no-5xx', '4.1/type', '4.2/bad-values', '4.3/filter-shape', '4.2/sort-direction', '4.3/state-bad'],
    'Client errors get status 500',
    (response) => {
      if (response.status === 400) response.status = 500
    },
  ),
  onResponse(
    'error.malformed',
    ['7/malformed-json', '4.1/missing-data'],
    "Bodies that aren't JSON or lack data get status 422",
    (response, { method }) => {
      if (response.status === 400 && method === 'POST') response.status = 422
    },
  ),
  onResponse(
    'error.missing',
    ['4.1/missing', '4.1/bad-id'],
    'A missing entry gets status 200 with null',
    (response, request) => {
      if (response.status === 404 && /\/[^/]+$/.test(request.path))
        Object.assign(response, { status: 200, body: { data: null, meta: {} } })
    },
  ),
  onResponse('error.status-ok', ['4.1/status-ok'], 'A create gets status 201', (response, { method }) => {
    if (method === 'POST' && response.status === 200) response.status = 201
  }),
  onRequest('envelope.filters-on-entry', ['4.1/r5'], 'Filters on one entry are ignored', (request) => {
    if (isEntry(request)) delete request.query['filters']
  }),
]
