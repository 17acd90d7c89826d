import { isRecord } from '../is-record.js'
import { type Mutant, onRequest, onResponse, requireClauses } from '../mutant.js'
import { at, everyObject, isList, type Loose, wire, type WireRequest, type WireResponse } from '../wire.js'
import { dataOf } from './body.js'

const named = /\/[a-z][a-z0-9]{23}$/
const isContent = ({ path }: WireRequest) => path.startsWith('/api/conf-')
const isRead = (request: WireRequest) => request.method === 'GET' && isContent(request)
/** Whether a request reads the document that its path names. */
const isOne = (request: WireRequest) => isRead(request) && named.test(request.path)
const isAnonymous = ({ headers }: WireRequest) => headers.get('authorization') === null
const hasFormat = ({ headers }: WireRequest) => headers.get('strapi-response-format') === 'v4'

/** Returns the entries at the top of a response, whatever their shape. */
function entriesOf({ body, status }: WireResponse): Loose[] {
  if (status >= 300 || !isRecord(body)) return []
  return [body['data']].flat().filter((one): one is Loose => isRecord(one) && 'documentId' in one)
}

const notFound = (response: WireResponse) =>
  Object.assign(response, {
    status: 404,
    body: { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } },
  })

/** Creates a mutant that changes the requests of one clause. */
const asking = (name: string, clause: string, breaks: string, change: (request: WireRequest) => void): Mutant =>
  onRequest(`documents.rest-${name}`, [clause], breaks, change)

/** Creates a mutant that changes the responses of one clause. */
const answering = (
  name: string,
  clause: string,
  breaks: string,
  change: (response: WireResponse, request: WireRequest) => void,
): Mutant => onResponse(`documents.rest-${name}`, [clause], breaks, change)

/** Creates a mutant that changes each entry in responses to the requests that match. */
const changing = (
  name: string,
  clause: string,
  breaks: string,
  change: (entry: Loose, request: WireRequest) => void,
  matches: (request: WireRequest) => boolean = isRead,
): Mutant =>
  answering(name, clause, breaks, (response, request) => {
    if (matches(request)) for (const entry of entriesOf(response)) change(entry, request)
  })

/** Creates a mutant whose updates depend on the stored draft, with everything populated. */
const knowing = (
  name: string,
  clause: string,
  breaks: string,
  change: (request: WireRequest, draft: Loose) => void,
): Mutant => {
  requireClauses([clause])
  return {
    id: `documents.rest-${name}`,
    clauses: [clause],
    breaks,
    wrap: (inner) => async (request) => {
      const { pathname, origin } = new URL(request.url)
      if (request.method !== 'PUT' || !named.test(pathname)) return inner(request)
      const authorization = request.headers.get('authorization') ?? ''
      const draft = await inner(
        new Request(`${origin}${pathname}?status=draft&populate=*`, { headers: { authorization } }),
      )
      const stored = at(await draft.json(), 'data') ?? {}
      return wire({ request: (wired) => change(wired, stored) })(inner)(request)
    },
  }
}

/** Replaces the value of a parameter in an object of parameters. */
function instead(object: unknown, name: string, change: (value: unknown) => unknown): void {
  if (isRecord(object) && name in object) object[name] = change(object[name])
}

const pagination = ({ query }: WireRequest) => query['pagination']
const populate = ({ query }: WireRequest) => query['populate']

/** Visits the populated entries and lists of an entry. */
function everyTarget(entry: Loose, visit: (target: Loose) => void): void {
  for (const value of Object.values(entry))
    everyObject(value, (found) => {
      if ('documentId' in found) visit(found)
    })
}

const shapeMutants: readonly Mutant[] = [
  answering('document-path', 'entries/documentId', 'No documentId finds an entry', (response, request) => {
    if (isOne(request)) notFound(response)
  }),
  changing('document-number', 'entries/documentId', 'documentId is a number', (entry) => {
    entry['documentId'] = entry['id']
  }),
  asking('format-ignored', 'v4-format/entries', 'The header is ignored', ({ headers }) =>
    headers.delete('strapi-response-format'),
  ),
  changing(
    'format-inside',
    'v4-format/entries',
    'With the header, documentId is among the attributes',
    (entry, request) => {
      const attributes = at(entry, 'attributes')
      if (!hasFormat(request) || !attributes) return
      attributes['documentId'] = entry['documentId']
      delete entry['documentId']
    },
  ),
  changing(
    'format-relations',
    'v4-format/relations',
    'With the header, relations are not wrapped',
    (entry, request) => {
      const attributes = at(entry, 'attributes')
      if (!hasFormat(request) || !attributes) return
      for (const [name, value] of Object.entries(attributes))
        if (isRecord(value) && 'data' in value) attributes[name] = value['data']
    },
  ),
  asking('format-case', 'v4-format/value', 'The header may be in upper case', ({ headers }) => {
    const format = headers.get('strapi-response-format')
    if (format !== null) headers.set('strapi-response-format', format.toLowerCase())
  }),
  answering(
    'format-paths',
    'v4-format/parameters',
    'With the header, paths take the number of the row',
    (response, request) => {
      if (hasFormat(request) && isOne(request)) notFound(response)
    },
  ),
]

/** The operators that ignore the case, and those that don't. */
const exact: Readonly<Record<string, string>> = {
  $eqi: '$eq',
  $containsi: '$contains',
  $notContainsi: '$notContains',
  $startsWithi: '$startsWith',
  $endsWithi: '$endsWith',
}

const filterMutants: readonly Mutant[] = [
  asking('nei', 'filters/$nei', '$nei is case-sensitive', ({ query }) =>
    everyObject(query['filters'], (found) => {
      if (!('$nei' in found)) return
      found['$ne'] = found['$nei']
      delete found['$nei']
    }),
  ),
  asking('nei-null', 'filters/$nei', '$nei excludes nothing', ({ query }) =>
    everyObject(query['filters'], (found) => {
      delete found['$nei']
    }),
  ),
  asking('fold', 'filters/fold', 'Only the case of English letters is ignored', ({ query }) =>
    everyObject(query['filters'], (found) => {
      for (const [operator, other] of Object.entries(exact)) {
        const operand = found[operator]
        if (typeof operand !== 'string' || /^\p{ASCII}*$/u.test(operand)) continue
        delete found[operator]
        found[other] = operand
      }
    }),
  ),
  asking('filter-one', 'filters/one', 'One document ignores filters', (request) => {
    if (isOne(request)) delete request.query['filters']
  }),
  asking('filter-relation', 'filters/relation-documentId', 'The documentId of a target is ignored', ({ query }) =>
    everyObject(query['filters'], (found) => {
      for (const target of Object.values(found)) if (isRecord(target)) delete target['documentId']
    }),
  ),
  asking('filter-null', 'relations/filter-null', '$null finds the relations that have a target', ({ query }) =>
    everyObject(query['filters'], (found) => {
      const operators = at(found, 'documentId')
      if (!operators || !('$null' in operators)) return
      operators['$notNull'] = operators['$null']
      delete operators['$null']
    }),
  ),
  asking('filter-component', 'components/filter', 'Conditions on components are ignored', ({ query }) =>
    everyObject(query['filters'], (found) => {
      for (const name of ['seo', 'links']) delete found[name]
    }),
  ),
]

const parameterMutants: readonly Mutant[] = [
  asking('sort-object', 'sort/object', 'A direction in an object is reversed', ({ query }) => {
    if (!isRecord(query['sort'])) return
    query['sort'] = Object.entries(query['sort']).map(([name, order]) => `${name}:${order === 'desc' ? 'asc' : 'desc'}`)
  }),
  asking('count-words', 'pagination/withCount-values', 'withCount=t and 1 mean false', (request) =>
    instead(pagination(request), 'withCount', (value) => (value === 't' || value === '1' ? 'false' : value)),
  ),
  asking('count-any', 'pagination/withCount-values', 'withCount takes any value', (request) =>
    instead(pagination(request), 'withCount', (value) =>
      ['true', 't', '1', 'false', 'f', '0'].includes(String(value)) ? value : 'true',
    ),
  ),
  asking('minimum', 'pagination/minimum', 'A limit of -1 means everything', (request) =>
    instead(pagination(request), 'limit', (value) => (value === '-1' ? '100' : value)),
  ),
  asking('minimum-page', 'pagination/minimum', 'A page size below 1 means the default', (request) =>
    instead(pagination(request), 'pageSize', (value) => (Number(value) < 1 ? '25' : value)),
  ),
  asking('size-text', 'pagination/text', 'Text as a page size means the default', (request) =>
    instead(pagination(request), 'pageSize', (value) => (Number.isNaN(Number(value)) ? '25' : value)),
  ),
  asking('page-text', 'pagination/text', 'Text as a page means the first', (request) =>
    instead(pagination(request), 'page', (value) => (Number.isNaN(Number(value)) ? '1' : value)),
  ),
  asking('fields-comma', 'fields/comma', 'fields ends at the first comma', ({ query }) =>
    instead(query, 'fields', (value) => (typeof value === 'string' ? value.split(',')[0] : value)),
  ),
  asking('top-level-page', 'parameters/top-level-page', 'page outside of pagination is ignored', ({ query }) => {
    delete query['page']
  }),
  asking('top-level-size', 'parameters/top-level-page', 'pageSize outside of pagination is ignored', ({ query }) => {
    delete query['pageSize']
  }),
  changing('populate-order', 'populate/order', 'Populated entries are in the opposite order', (entry) => {
    for (const [name, value] of Object.entries(entry))
      if (Array.isArray(value) && value.every((one) => isRecord(one) && 'documentId' in one))
        entry[name] = value.toReversed()
  }),
  asking('populate-count', 'populate/count', 'count inside populate is ignored', (request) => {
    const options = populate(request)
    for (const inner of isRecord(options) ? Object.values(options) : []) if (isRecord(inner)) delete inner['count']
  }),
  asking('populate-star-key', 'populate/nested-star-key', 'populate[<name>]=* means true', (request) => {
    const options = populate(request)
    for (const name of isRecord(options) ? Object.keys(options) : [])
      instead(options, name, (value) => (value === '*' ? 'true' : value))
  }),
]

const versionMutants: readonly Mutant[] = [
  asking('drafts-unpublished', 'status/draft', 'Only documents without a published version have drafts', (request) => {
    if (isList(request) && request.query['status'] === 'draft') request.query['publicationFilter'] ??= 'never-published'
  }),
  changing(
    'drafts-published-at',
    'status/draft',
    'Drafts have a publishedAt',
    (entry) => {
      entry['publishedAt'] ??= entry['updatedAt']
    },
    (request) => isRead(request) && request.query['status'] === 'draft',
  ),
  changing(
    'populated-drafts',
    'status/populated',
    'Published versions are populated with drafts',
    (entry) =>
      everyTarget(entry, (target) => {
        target['publishedAt'] = null
      }),
    (request) => isRead(request) && request.query['status'] === undefined,
  ),
  answering('no-drafts', 'status/without', 'A type without drafts has none', (response, request) => {
    const isPublished = entriesOf(response).some(({ publishedAt }) => typeof publishedAt === 'string')
    if (isList(request) && request.query['status'] === 'draft' && isPublished)
      Object.assign(response.body as Loose, { data: [] })
  }),
  asking('all-locales', 'locale/default', 'Without locale, lists contain every locale', (request) => {
    if (isList(request)) request.query['locale'] ??= '*'
  }),
  changing('no-localizations', 'locale/localizations', 'A document has no other locales', (entry) => {
    if ('localizations' in entry) entry['localizations'] = []
  }),
  changing('own-localization', 'locale/localizations', 'A document is among its other locales', (entry) => {
    const { localizations, ...own } = entry
    if (Array.isArray(localizations)) localizations.push(own)
  }),
  changing('locale-values', 'localizations/shared', 'Other locales lack the attributes that all share', (entry) => {
    if ('shared' in entry && entry['locale'] !== 'en') entry['shared'] = null
  }),
]

const isUpdate = ({ method, path }: WireRequest) => method === 'PUT' && named.test(path)

const documentMutants: readonly Mutant[] = [
  changing(
    'body-published-at',
    'documents/publishedAt',
    'The body decides publishedAt',
    (entry, request) => {
      const { publishedAt } = dataOf(request)
      if (typeof publishedAt === 'string') entry['publishedAt'] = publishedAt
    },
    isUpdate,
  ),
  asking('body-unpublishes', 'documents/unpublish', 'publishedAt null only changes the draft', (request) => {
    if (isUpdate(request) && dataOf(request)['publishedAt'] === null) request.query['status'] = 'draft'
  }),
  changing('same-row', 'documents/new-row', 'Publishing keeps the id', (entry) => (entry['id'] = 1), isUpdate),
  answering('actions', 'documents/no-actions', 'A path publishes', (response, { path }) => {
    if (path.endsWith('/actions/publish')) Object.assign(response, { status: 200, body: { data: {}, meta: {} } })
  }),
  asking('incomplete', 'documents/publish-validates', 'An incomplete document stays a draft', (request) => {
    const data = dataOf(request)
    if (isUpdate(request) && request.path.includes('conf-notices') && Object.keys(data).length === 0)
      request.query['status'] = 'draft'
  }),
  {
    id: 'documents.rest-draft-targets',
    clauses: ['documents/draft-targets'],
    breaks: 'Drafts are populated like the published version',
    wrap: (inner) => async (request) => {
      const url = new URL(request.url)
      if (request.method !== 'GET' || url.searchParams.get('status') !== 'draft') return inner(request)
      url.searchParams.delete('status')
      const published = at(await (await inner(new Request(url, request))).json(), 'data') ?? {}
      const targets = Object.entries(published).filter(([, value]) => Array.isArray(value))
      return wire({
        response: ({ body }) => Object.assign(at(body, 'data') ?? {}, Object.fromEntries(targets)),
      })(inner)(request)
    },
  },
  asking('biginteger', 'validation/type-biginteger', 'A text for a biginteger means null', (request) =>
    instead(dataOf(request), 'big', (value) => (typeof value === 'string' && !/^-?\d+$/.test(value) ? null : value)),
  ),
]

const toOne = ['category', 'detail', 'mainTag']

const relationMutants: readonly Mutant[] = [
  ...toOne.map((name) =>
    asking(`one-${name}`, 'relations/one', `A single documentId for ${name} is ignored`, (request) =>
      instead(dataOf(request), name, (value) => (typeof value === 'string' ? {} : value)),
    ),
  ),
  ...toOne.map((name) =>
    asking(`object-${name}`, 'relations/object', `{ documentId } for ${name} is ignored`, (request) =>
      instead(dataOf(request), name, (value) => (isRecord(value) && 'documentId' in value ? {} : value)),
    ),
  ),
  knowing(
    'not-connected',
    'relations/not-connected',
    'Disconnecting a document that is not connected disconnects all',
    (request, draft) => {
      for (const [name, value] of Object.entries(dataOf(request))) {
        const disconnect = at(value) ? (value as Loose)['disconnect'] : undefined
        const stored = draft[name]
        if (!Array.isArray(disconnect) || !Array.isArray(stored)) continue
        const connected = stored.filter(isRecord).map(({ documentId }) => documentId)
        const isConnected = (item: unknown) => connected.includes(isRecord(item) ? item['documentId'] : item)
        if (!disconnect.some(isConnected)) dataOf(request)[name] = []
      }
    },
  ),
  changing('components-empty', 'components/empty', 'A zone without items is null', (entry) => {
    for (const name of ['links', 'zone'])
      instead(entry, name, (value) => (Array.isArray(value) && value.length === 0 ? null : value))
  }),
  knowing(
    'components-merged',
    'components/replaced',
    'A component without an id changes the existing one',
    (request, draft) => instead(dataOf(request), 'seo', (value) => ({ ...at(draft, 'seo'), ...at(value) })),
  ),
]

const asFull = ({ headers }: WireRequest) => headers.set('authorization', 'Bearer conformance-full-access')

const accessMutants: readonly Mutant[] = [
  asking('open-filters', 'access/filter', 'Filters use what the caller may not find', (request) => {
    if (isAnonymous(request) && JSON.stringify(request.query['filters'] ?? '').includes('"vault"')) asFull(request)
  }),
  asking('open-sort', 'access/filter', 'Sorts use what the caller may not find', (request) => {
    if (isAnonymous(request) && JSON.stringify(request.query['sort'] ?? '').includes('vault')) asFull(request)
  }),
]

/** Mutants that break one clause of Strapi 5 about REST each. */
export const documentRestMutants: readonly Mutant[] = [
  ...shapeMutants,
  ...filterMutants,
  ...parameterMutants,
  ...versionMutants,
  ...documentMutants,
  ...relationMutants,
  ...accessMutants,
]
