import { isRecord } from '../is-record.js'
import { type Mutant, onRequest, onResponse } from '../mutant.js'
import { at, everyObject, type Loose, type WireRequest, type WireResponse } from '../wire.js'

const isContent = ({ path }: WireRequest) => path.startsWith('/api/conf-')
const isRead = (request: WireRequest) => request.method === 'GET' && isContent(request)
const isWrite = (request: WireRequest) => request.method !== 'GET' && isContent(request)

/** Returns the entries of Strapi 5 in a response. */
function entriesOf({ body, status }: WireResponse): Loose[] {
  if (status >= 300 || !isRecord(body)) return []
  return [body['data']].flat().filter((one): one is Loose => isRecord(one) && 'documentId' in one)
}

const onEntries = (id: string, clauses: readonly string[], breaks: string, change: (entry: Loose) => void) =>
  onResponse(id, clauses, breaks, (response) => {
    for (const entry of entriesOf(response)) change(entry)
  })

const entryMutants: readonly Mutant[] = [
  onResponse('documents.long-id', ['entries/documentId-form'], 'documentId is longer in reads', (response, request) => {
    if (isRead(request))
      for (const entry of entriesOf(response)) entry['documentId'] = `${String(entry['documentId'])}x`
  }),
  onResponse('documents.row-fraction', ['entries/row-id'], 'id is no integer', (response, request) => {
    if (isRead(request)) for (const entry of entriesOf(response)) entry['id'] = 1.5
  }),
  onEntries('documents.row-same', ['entries/row-id-versions'], 'Versions have the same id', (entry) => {
    entry['id'] = 1
  }),
  onResponse('documents.row-path', ['entries/row-id-path'], 'A number finds an entry', (response, { path }) => {
    if (response.status === 404 && /\/\d+$/.test(path))
      Object.assign(response, { status: 200, body: { data: { id: 1, documentId: 'a'.repeat(24) }, meta: {} } })
  }),
  onEntries('documents.no-published-at', ['entries/publishedAt'], 'Entries have no publishedAt', (entry) => {
    delete entry['publishedAt']
  }),
  onEntries('documents.locale-null', ['entries/localeless'], 'Every entry has a locale', (entry) => {
    entry['locale'] ??= null
  }),
  onResponse(
    'documents.not-found-name',
    ['errors/not-found-name'],
    'The error has another name',
    ({ body, status }) => {
      const error = at(body, 'error')
      if (status === 404 && error) error['name'] = 'MissingError'
    },
  ),
  onResponse(
    'documents.no-details',
    ['errors/keys', 'parameters/unknown-details'],
    'Errors name no key',
    ({ body }) => {
      const error = at(body, 'error')
      if (error) error['details'] = {}
    },
  ),
]

/** Parameters that a server ignores, and the clauses that it then violates. */
const ignored: Readonly<Record<string, readonly [request: (request: WireRequest) => boolean, ...clauses: string[]]>> = {
  status: [isRead, 'status/one', 'status/invalid'],
  publicationFilter: [
    isRead,
    'publication-filter/drafts',
    'publication-filter/never-published',
    'publication-filter/modified',
    'publication-filter/modified-meaning',
    'publication-filter/published',
    'publication-filter/published-drafts',
    'publication-filter/document',
    'publication-filter/invalid',
    'publication-filter/one',
  ],
  hasPublishedVersion: [isRead, 'publication-filter/alias'],
  locale: [
    isRead,
    'locale/named',
    'locale/star',
    'locale/list',
    'locale/list-one',
    'locale/unknown',
    'locale/all',
    'locale/one',
    'locale/one-missing',
    'locale/star-one',
  ],
  _q: [isRead, 'parameters/search'],
  lookup: [isRead, 'parameters/lookup'],
  publicationState: [isRead, 'parameters/old'],
}

const ignoredInWrites: typeof ignored = {
  status: [isWrite, 'documents/incomplete'],
  locale: [
    isWrite,
    'localizations/create',
    'localizations/first',
    'localizations/separate',
    'localizations/delete-one',
    'localizations/star',
  ],
  fields: [isWrite, 'documents/fields'],
  populate: [isWrite, 'populate/writes'],
  surelyNotAParameter: [isWrite, 'documents/parameters'],
}

/** One mutant for each clause, so that each clause has a scenario that kills it. */
const ignoring = (prefix: string, table: typeof ignored): Mutant[] =>
  Object.entries(table).flatMap(([name, [where, ...clauses]]) =>
    clauses.map((clause) =>
      onRequest(`${prefix}.${name}: ${clause}`, [clause], `${name} is ignored`, (request) => {
        if (where(request)) delete request.query[name]
      }),
    ),
  )

const parameterMutants: readonly Mutant[] = [
  ...ignoring('documents.read', ignored),
  ...ignoring('documents.write', ignoredInWrites),
  onRequest('documents.filter-id', ['filters/documentId'], 'Filters on documentId are ignored', (request) => {
    if (isRead(request))
      everyObject(request.query['filters'], (found) => {
        delete found['documentId']
      })
  }),
  onRequest('documents.draft-default', ['status/default'], 'Drafts are the default', (request) => {
    if (isRead(request)) request.query['status'] ??= 'draft'
  }),
  onRequest('documents.published-draft', ['status/published'], 'published means draft', (request) => {
    if (request.query['status'] === 'published') request.query['status'] = 'draft'
  }),
]

const writeMutants: readonly Mutant[] = [
  onRequest('documents.empty-status', ['status/empty'], 'An empty status means published', ({ query }) => {
    if (query['status'] === '') query['status'] = 'published'
  }),
  onRequest('documents.draft-found', ['documents/draft'], 'A draft is found without status', (request) => {
    if (isRead(request)) request.query['status'] ??= 'draft'
  }),
  onRequest('documents.put-status', ['documents/update-draft'], 'Updates ignore the status', (request) => {
    if (request.method === 'PUT') delete request.query['status']
  }),
  onRequest('documents.delete-star', ['localizations/delete-all'], 'A delete ignores the locale', (request) => {
    if (request.method === 'DELETE') delete request.query['locale']
  }),
  onResponse('documents.created-200', ['documents/created'], 'A create gets status 200', (response, request) => {
    if (isWrite(request) && response.status === 201) response.status = 200
  }),
  onResponse(
    'documents.deleted-200',
    ['documents/deleted', 'documents/delete-missing'],
    'A delete gets status 200',
    (response, { method }) => {
      if (method === 'DELETE') Object.assign(response, { status: 200, body: { data: null, meta: {} } })
    },
  ),
  onRequest('documents.system-keys', ['documents/system-keys'], 'System keys are ignored', (request) => {
    const data = at(request.body, 'data')
    if (isWrite(request) && data) for (const name of ['id', 'documentId', 'createdAt', 'updatedAt']) delete data[name]
  }),
  onRequest('documents.empty-publish', ['documents/publish'], 'Empty data publishes nothing', (request) => {
    const data = at(request.body, 'data')
    if (request.method === 'PUT' && data && Object.keys(data).length === 0) request.query['status'] = 'draft'
  }),
  onRequest('documents.update-draft', ['documents/update'], 'Updates only change the draft', (request) => {
    if (request.method === 'PUT') request.query['status'] = 'draft'
  }),
  onRequest('documents.body-locale', ['documents/body-locale'], 'The locale of the body decides', (request) => {
    const locale = at(request.body, 'data')?.['locale']
    if (isWrite(request) && locale !== undefined) request.query['locale'] = locale
  }),
  onRequest('documents.delete-everything', ['localizations/delete-default'], 'A delete removes all', (request) => {
    if (request.method === 'DELETE') request.query['locale'] = '*'
  }),
  onResponse('documents.locales', ['locale/locales'], 'No locale is the default', ({ body }, { path }) => {
    if (path === '/api/i18n/locales') everyObject(body, (found) => Object.assign(found, { isDefault: false }))
  }),
]

export const documentMutants: readonly Mutant[] = [...entryMutants, ...parameterMutants, ...writeMutants]
