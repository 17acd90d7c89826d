import { isRecord } from '../is-record.js'
import { type Mutant, onAnswer, onRequest } from '../mutant.js'
import { at, attributesOf, everyObject, isEntry, isList, type Loose, topEntries, type WireAnswer } from '../wire.js'

const ok = ({ status, body }: WireAnswer): boolean => status < 300 && isRecord(body)
const bodyOf = (answer: WireAnswer): Loose => (ok(answer) ? (answer.body as Loose) : {})
const gone = (answer: WireAnswer) => {
  answer.status = 404
  answer.body = { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } }
}

/** Visits every populated relation: an object whose only key is data, in the attributes of an entry. */
function everyLink(answer: WireAnswer, visit: (link: Loose, holder: Loose, name: string) => void): void {
  for (const attributes of attributesOf(answer)) {
    everyObject(attributes, (holder) => {
      for (const [name, value] of Object.entries(holder))
        if (isRecord(value) && 'data' in value && Object.keys(value).length === 1) visit(value, holder, name)
    })
  }
}

export const envelopeMutants: readonly Mutant[] = [
  onAnswer(
    'envelope.endpoints',
    ['1/endpoints', '4.1/delete', '4.1/r4'],
    'DELETE is not supported',
    (answer, { method, path }) => {
      if (method === 'DELETE' && path.startsWith('/api/conf-tags')) gone(answer)
    },
  ),
  onAnswer(
    'envelope.base',
    ['1/base', '2.5/path', '2.5/info', '2.5/kind'],
    "The plural path doesn't exist",
    (answer, { path }) => {
      if (path.startsWith('/api/conf-categories') || path.startsWith('/api/conf-tags')) gone(answer)
    },
  ),
  onAnswer(
    'envelope.list-object',
    ['2.1/data', '4.1/list'],
    'A list of entries is an object by id',
    (answer, request) => {
      const body = bodyOf(answer)
      if (isList(request) && Array.isArray(body['data']))
        body['data'] = Object.fromEntries(topEntries(answer).map((entry) => [String(entry['id']), entry]))
    },
  ),
  onAnswer('envelope.entry-array', ['2.1/data', '4.1/read'], 'One entry comes in an array', (answer, request) => {
    if (isEntry(request) && ok(answer)) bodyOf(answer)['data'] = topEntries(answer)
  }),
  onAnswer('envelope.no-meta', ['2.1/meta'], 'There is no meta', (answer) => {
    delete bodyOf(answer)['meta']
  }),
  onAnswer('envelope.flat-meta', ['2.1/meta-pagination'], 'The pagination is directly in meta', (answer) => {
    const body = bodyOf(answer)
    const pagination = at(body, 'meta', 'pagination')
    if (pagination) body['meta'] = pagination
  }),
  onAnswer('envelope.error-on-success', ['2.1/error'], 'Every response contains an error', (answer, request) => {
    if (isList(request) && ok(answer)) bodyOf(answer)['error'] = {}
  }),
  onAnswer(
    'envelope.no-error',
    ['7/error', '2.1/error'],
    'A failed request returns a message but no error',
    (answer) => {
      if (answer.status >= 400) answer.body = { data: null, message: 'Something is wrong' }
    },
  ),
  onAnswer('envelope.data-on-error', ['2.1/data-on-error'], 'A failed request has no data key', (answer) => {
    if (answer.status >= 400 && isRecord(answer.body)) delete answer.body['data']
  }),
  onAnswer('envelope.id-text', ['2.2/id', '4.1/numeric-id'], 'Ids are texts', (answer) => {
    for (const entry of topEntries(answer)) entry['id'] = String(entry['id'])
  }),
  onAnswer('envelope.flat', ['2.2/attributes', '4.1/list'], 'The values are beside the id', (answer, request) => {
    const body = bodyOf(answer)
    const flat = (entry: Loose) => ({ id: entry['id'], ...(entry['attributes'] as Loose) })
    if (isList(request) && Array.isArray(body['data'])) body['data'] = topEntries(answer).map(flat)
  }),
  onAnswer('envelope.id-inside', ['2.2/id-apart'], 'The id is among the attributes too', (answer) => {
    for (const entry of topEntries(answer)) Object.assign(entry['attributes'] as Loose, { id: entry['id'] })
  }),
  onAnswer('envelope.to-one-bare', ['2.2/populated-to-one'], 'A to-one relation has no data', (answer) => {
    everyLink(answer, ({ data }, holder, name) => {
      if (isRecord(data)) holder[name] = data
    })
  }),
  onAnswer('envelope.to-many-bare', ['2.2/populated-to-many'], 'A to-many relation has no data', (answer) => {
    everyLink(answer, ({ data }, holder, name) => {
      if (Array.isArray(data)) holder[name] = data
    })
  }),
  onAnswer('envelope.to-one-empty', ['2.2/populated-to-one-empty'], 'An empty to-one relation is null', (answer) => {
    everyLink(answer, ({ data }, holder, name) => {
      if (data === null) holder[name] = null
    })
  }),
  onAnswer(
    'envelope.to-many-empty',
    ['2.2/populated-to-many-empty'],
    'An empty to-many relation is { data: null }',
    (answer) => {
      everyLink(answer, (link) => {
        if (Array.isArray(link['data']) && link['data'].length === 0) link['data'] = null
      })
    },
  ),
  onAnswer('envelope.media', ['2.2/populated-media'], 'Media have no data', (answer) => {
    everyLink(answer, ({ data }, holder, name) => {
      if (['cover', 'gallery'].includes(name)) holder[name] = data
    })
  }),
  onAnswer('envelope.media-record', ['2.4/media'], 'A media record has no formats', (answer) => {
    everyObject(answer.body, (found) => {
      delete found['formats']
    })
  }),
  onAnswer('envelope.component', ['2.2/populated-component'], 'A component comes as { data }', (answer) => {
    for (const attributes of attributesOf(answer))
      if (isRecord(attributes['seo'])) attributes['seo'] = { data: attributes['seo'] }
  }),
  onAnswer(
    'envelope.component-id',
    ['2.2/populated-component', '2.2/populated-repeatable'],
    'Components have no id',
    (answer) => {
      for (const attributes of attributesOf(answer))
        for (const item of [attributes['seo'], attributes['links']].flat()) if (isRecord(item)) delete item['id']
    },
  ),
  onAnswer(
    'envelope.repeatable',
    ['2.2/populated-repeatable'],
    'A repeatable component is an object by index',
    (answer) => {
      for (const attributes of attributesOf(answer))
        if (Array.isArray(attributes['links'])) attributes['links'] = Object.fromEntries(attributes['links'].entries())
    },
  ),
  onAnswer('envelope.zone', ['2.2/populated-zone'], 'Zone items have no __component', (answer) => {
    everyObject(answer.body, (found) => {
      delete found['__component']
    })
  }),
  onAnswer('envelope.zone-name', ['2.2/zone-component-name'], '__component lacks the category', (answer) => {
    everyObject(answer.body, (found) => {
      if (typeof found['__component'] === 'string') found['__component'] = found['__component'].split('.')[1]
    })
  }),
  ...(['createdAt', 'updatedAt', 'publishedAt'] as const).map((name) =>
    onAnswer(`envelope.${name}`, [`2.4/${name}`], `${name} is a number of milliseconds`, (answer) => {
      for (const attributes of attributesOf(answer))
        if (typeof attributes[name] === 'string') attributes[name] = Date.parse(attributes[name])
    }),
  ),
  onAnswer(
    'envelope.publishedAt-draft',
    ['2.4/publishedAt-draft', '3/draft'],
    'Drafts have no publishedAt',
    (answer) => {
      for (const attributes of attributesOf(answer))
        if (attributes['publishedAt'] === null) delete attributes['publishedAt']
    },
  ),
  onAnswer(
    'envelope.updatedAt-stays',
    ['2.4/updatedAt-moves'],
    'An update does not change updatedAt',
    (answer, { method }) => {
      if (method === 'PUT')
        for (const attributes of attributesOf(answer)) attributes['updatedAt'] = attributes['createdAt']
    },
  ),
  onAnswer(
    'envelope.creators',
    ['2.4/creator-omitted', '2.4/creator-without-option'],
    'createdBy is always returned',
    (answer) => {
      for (const attributes of attributesOf(answer)) attributes['createdBy'] = { data: null }
    },
  ),
  onAnswer(
    'envelope.creators-never',
    ['2.4/creator-populate', '2.5/options-creator'],
    'createdBy is never returned',
    (answer) => {
      for (const attributes of attributesOf(answer)) delete attributes['createdBy']
    },
  ),
  onAnswer(
    'envelope.attribute-names',
    ['2.5/attributes'],
    'Attribute names are lower case with underscores',
    (answer) => {
      for (const attributes of attributesOf(answer))
        if ('str' in attributes) {
          attributes['s_t_r'] = attributes['str']
          delete attributes['str']
        }
    },
  ),
  onAnswer('envelope.content-type', ['1/content-type'], 'Answers say text/plain', ({ headers }) =>
    headers.set('content-type', 'text/plain'),
  ),
  onAnswer('envelope.unknown-path', ['1/unknown-path'], 'Unknown paths get status 200 and an empty body', (answer) => {
    if (answer.status === 404) Object.assign(answer, { status: 200, body: { data: [], meta: {} } })
  }),
  onAnswer('envelope.method', ['1/method-not-allowed'], 'Wrong methods get status 404', (answer) => {
    if (answer.status === 405) answer.status = 404
  }),
  onAnswer('envelope.head', ['1/head'], 'HEAD is not supported', (answer, { method }) => {
    if (method === 'HEAD') answer.status = 405
  }),
  onAnswer('envelope.slash', ['1/trailing-slash'], 'A trailing slash is another path', (answer, { path }) => {
    if (path.endsWith('/')) gone(answer)
  }),
  onAnswer(
    'envelope.component-endpoint',
    ['1/no-component-endpoints'],
    'Components have endpoints',
    (answer, { path }) => {
      if (/seo|links/.test(path)) Object.assign(answer, { status: 200, body: { data: [], meta: {} } })
    },
  ),
  onAnswer('envelope.create-meta', ['4.1/create-meta'], 'A created entry has no meta', (answer) => {
    for (const entry of topEntries(answer)) delete entry['meta']
  }),
  onAnswer('envelope.locales', ['2.2/meta', '2.1/meta-locales'], 'availableLocales is a string', (answer) => {
    for (const entry of topEntries(answer)) if (isRecord(entry['meta'])) entry['meta']['availableLocales'] = 'en'
  }),
  onAnswer('error.status', ['7/status', '7/shape'], 'error.status is always 500', (answer) => {
    const error = at(answer.body, 'error')
    if (error) error['status'] = 500
  }),
  onAnswer('error.shape', ['7/shape'], 'An error has no details', (answer) => {
    delete at(answer.body, 'error')?.['details']
  }),
  onAnswer('error.internals', ['7/no-internals'], 'An error shows where it was thrown', (answer) => {
    const error = at(answer.body, 'error')
    if (error) error['details'] = { stack: `Error\n    at node_modules/x.js:1:1` }
  }),
  onAnswer(
    'error.5xx',
    ['7/no-5xx', '4.1/type', '4.2/bad-values', '4.3/filter-shape', '4.2/sort-direction', '4.3/state-bad'],
    'Client errors get status 500',
    (answer) => {
      if (answer.status === 400) answer.status = 500
    },
  ),
  onAnswer(
    'error.malformed',
    ['7/malformed-json', '4.1/missing-data'],
    "Bodies that aren't JSON or lack data get status 422",
    (answer, { method }) => {
      if (answer.status === 400 && method === 'POST') answer.status = 422
    },
  ),
  onAnswer(
    'error.missing',
    ['4.1/missing', '4.1/bad-id'],
    'A missing entry gets status 200 with null',
    (answer, request) => {
      if (answer.status === 404 && /\/[^/]+$/.test(request.path))
        Object.assign(answer, { status: 200, body: { data: null, meta: {} } })
    },
  ),
  onAnswer('error.status-ok', ['4.1/status-ok'], 'A create gets status 201', (answer, { method }) => {
    if (method === 'POST' && answer.status === 200) answer.status = 201
  }),
  onRequest('envelope.filters-on-entry', ['4.1/r5'], 'Filters on one entry are ignored', (request) => {
    if (isEntry(request)) delete request.query['filters']
  }),
]
