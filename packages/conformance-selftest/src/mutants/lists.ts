import { isRecord } from '../is-record.js'
import { type Mutant, onResponse, onBoth, onRequest } from '../mutant.js'
import {
  at,
  attributesOf,
  everyObject,
  isList,
  type Loose,
  topEntries,
  type WireResponse,
  type WireRequest,
} from '../wire.js'

const paging = (response: WireResponse) => at(response.body, 'meta', 'pagination')
const wanted = ({ query }: WireRequest): Loose => (isRecord(query['pagination']) ? query['pagination'] : {})

const setPaging = (request: WireRequest, changes: Loose) => {
  if (!isList(request)) return
  const next = Object.fromEntries(
    Object.entries({ ...wanted(request), ...changes }).filter(([, value]) => value !== undefined),
  )
  request.query['pagination'] = next
}

const sortOf = ({ query }: WireRequest): string[] => {
  const { sort } = query
  return Array.isArray(sort) ? sort.map(String) : typeof sort === 'string' ? [sort] : []
}

const reversed = (key: string) =>
  key.endsWith(':desc') ? key.replace(':desc', ':asc') : `${key.replace(/:asc$/, '')}:desc`

const data = (response: WireResponse): unknown[] =>
  isRecord(response.body) && Array.isArray(response.body['data']) ? (response.body['data'] as unknown[]) : []

export const listMutants: readonly Mutant[] = [
  onRequest('sort.ignored', ['4.2/sort', '4.2/sort-desc'], 'sort is ignored', (request) => {
    delete request.query['sort']
  }),
  onRequest('sort.desc-means-asc', ['4.2/sort-desc'], ':desc sorts ascending', (request) => {
    if (sortOf(request).length > 0) request.query['sort'] = sortOf(request).map((key) => key.replace(':desc', ''))
  }),
  onRequest('sort.asc-means-desc', ['4.2/sort-asc'], ':asc sorts descending', (request) => {
    if (sortOf(request).length > 0) request.query['sort'] = sortOf(request).map((key) => key.replace(':asc', ':desc'))
  }),
  onRequest('sort.default-desc', ['4.2/sort-default'], 'The default is descending', (request) => {
    if (sortOf(request).length > 0)
      request.query['sort'] = sortOf(request).map((key) =>
        key.includes(':') || key.includes(',') ? key : reversed(key),
      )
  }),
  onRequest('sort.first-key-only', ['4.2/sort-several'], 'Keys after the first are ignored', (request) => {
    if (sortOf(request).length > 1) request.query['sort'] = sortOf(request).slice(0, 1)
  }),
  onRequest('sort.last-key-leads', ['4.2/sort-several', '4.2/sort-index'], 'The last key comes first', (request) => {
    if (sortOf(request).length > 1) request.query['sort'] = sortOf(request).toReversed()
  }),
  onRequest('sort.comma', ['4.2/sort-comma'], 'Only the first key of a comma list is used', (request) => {
    const { sort } = request.query
    if (typeof sort === 'string') request.query['sort'] = sort.split(',')[0]
  }),
  onRequest('sort.relation', ['4.2/sort-relation'], 'Sorting by a relation is ignored', (request) => {
    if (isRecord(request.query['sort']) || sortOf(request).some((key) => key.includes('.')))
      delete request.query['sort']
  }),
  onResponse(
    'sort.to-many',
    ['4.2/sort-to-many'],
    'Sorting by a to-many relation repeats entries',
    (response, request) => {
      if (sortOf(request).some((key) => key.startsWith('tags.'))) data(response).push(...data(response))
    },
  ),
  onResponse(
    'sort.nulls',
    ['4.2/sort-nulls'],
    'Entries without a value come last in ascending order',
    (response, request) => {
      const [key] = sortOf(request)
      if (!isList(request) || key === undefined) return
      const [name = '', way] = key.split(':')
      const isNull = (entry: unknown) => at(entry, 'attributes')?.[name] === null
      const [nulls, others] = [data(response).filter(isNull), data(response).filter((entry) => !isNull(entry))]
      if (isRecord(response.body) && nulls.length > 0)
        response.body['data'] = way === 'desc' ? [...nulls, ...others] : [...others, ...nulls]
    },
  ),
  onBoth('sort.unknown', ['4.2/sort-unknown'], 'Sorting by an unknown field is ignored', {
    request: (request) => {
      if (sortOf(request).some((key) => key.startsWith('surely'))) delete request.query['sort']
    },
  }),
  onRequest('page.ignored', ['4.2/page', '4.2/partition'], 'page is ignored', (request) =>
    setPaging(request, { page: undefined }),
  ),
  onRequest('page.size-ignored', ['4.2/pageSize'], 'pageSize is ignored', (request) =>
    setPaging(request, { pageSize: undefined }),
  ),
  onRequest('page.off-by-one', ['4.2/page', '4.2/partition'], 'Pages count from 0', (request) => {
    const { page } = wanted(request)
    if (typeof page === 'string' && /^\d+$/.test(page)) setPaging(request, { page: String(Number(page) + 1) })
  }),
  onRequest(
    'page.default-size',
    ['4.2/pageSize-default', '8/pageSize', '8/defaultLimit'],
    'A page has 10 entries by default',
    (request) => {
      const { pageSize, start, limit } = wanted(request)
      if (pageSize === undefined && start === undefined && limit === undefined) setPaging(request, { pageSize: '10' })
    },
  ),
  onResponse(
    'page.default-page',
    ['4.2/page-default'],
    'Pages count from 0 in the response when the request names none',
    (response, request) => {
      const found = paging(response)
      if (found && 'page' in found && wanted(request)['page'] === undefined) found['page'] = 0
    },
  ),
  onRequest('page.count-always', ['4.2/withCount', '4.2/offset-withCount'], 'withCount is ignored', (request) =>
    setPaging(request, { withCount: undefined }),
  ),
  onRequest('page.count-never', ['4.2/withCount-default'], 'Totals are only returned when requested', (request) => {
    if (wanted(request)['withCount'] === undefined) setPaging(request, { withCount: 'false' })
  }),
  onResponse('page.meta-text', ['4.2/page-meta'], 'The numbers in pagination are strings', (response) => {
    const found = paging(response)
    for (const [name, value] of Object.entries(found ?? {})) if (found && 'page' in found) found[name] = String(value)
  }),
  onResponse('page.count-rounded-down', ['4.2/page-count'], 'pageCount is rounded down', (response) => {
    const found = paging(response)
    if (found && 'pageCount' in found)
      found['pageCount'] = Math.floor(Number(found['total']) / Number(found['pageSize']))
  }),
  onResponse('page.total-of-page', ['4.2/total', '4.1/r1'], 'total counts the entries of the page', (response) => {
    const found = paging(response)
    if (found && 'total' in found) found['total'] = data(response).length
  }),
  onRequest('page.start-ignored', ['4.2/start'], 'start is ignored', (request) => {
    if (wanted(request)['start'] !== undefined) setPaging(request, { start: '0' })
  }),
  onResponse(
    'page.start-default',
    ['4.2/start-default'],
    'start is 1 when only limit is named',
    (response, request) => {
      const found = paging(response)
      if (found && 'start' in found && wanted(request)['start'] === undefined) found['start'] = 1
    },
  ),
  onRequest('page.limit-ignored', ['4.2/limit'], 'limit is ignored', (request) => {
    if (wanted(request)['limit'] !== undefined) setPaging(request, { limit: '25' })
  }),
  onRequest(
    'page.limit-default',
    ['4.2/limit-default', '8/limit', '8/defaultLimit'],
    'limit is 10 when only start is named',
    (request) => {
      const { start, limit, page, pageSize } = wanted(request)
      if (start !== undefined && limit === undefined && page === undefined && pageSize === undefined)
        setPaging(request, { limit: '10' })
    },
  ),
  onResponse('page.offset-meta', ['4.2/offset-meta'], 'Pagination by offset returns pages', (response) => {
    const found = paging(response)
    if (found && 'start' in found) Object.assign(found, { page: 1, pageSize: found['limit'] })
  }),
  onRequest(
    'page.mix-allowed',
    ['4.2/mix'],
    'Both kinds of pagination are allowed together, and pages win',
    (request) => {
      const { page, pageSize } = wanted(request)
      if (page !== undefined || pageSize !== undefined) setPaging(request, { start: undefined, limit: undefined })
    },
  ),
  onResponse('page.max-limit', ['8/maxLimit'], 'There is no maximum', (response, request) => {
    const found = paging(response)
    const { pageSize, limit } = wanted(request)
    if (found && 'pageSize' in found && pageSize !== undefined) found['pageSize'] = Number(pageSize)
    if (found && 'limit' in found && limit !== undefined) found['limit'] = Number(limit)
  }),
  onResponse('page.beyond-end', ['4.2/beyond-end'], 'A page beyond the last is missing', (response, request) => {
    if (
      isList(request) &&
      wanted(request)['page'] !== undefined &&
      data(response).length === 0 &&
      response.status === 200
    )
      Object.assign(response, { status: 404, body: { data: null, error: {} } })
  }),
  onRequest('page.in-populate', ['4.2/with-populate'], 'Pagination inside populate is ignored', ({ query }) =>
    everyObject(query['populate'], (found) => {
      delete found['pagination']
    }),
  ),
  onRequest('filters.ignored', ['4.3/filters', '4.1/r1'], 'Filters besides marker are ignored', ({ query }) => {
    const { filters } = query
    if (isRecord(filters) && 'marker' in filters) query['filters'] = { marker: filters['marker'] }
  }),
  onRequest(
    'filters.last-of-several',
    ['4.3/filters-combine'],
    'Only the last of several filters on one field is used',
    ({ query }) => {
      const { filters } = query
      if (!isRecord(filters)) return
      for (const [name, value] of Object.entries(filters))
        if (isRecord(value) && Object.keys(value).length > 1 && Object.keys(value).every((key) => key.startsWith('$')))
          filters[name] = Object.fromEntries(Object.entries(value).slice(-1))
    },
  ),
  onRequest('filters.array', ['4.3/filters-array'], 'Only the first value of an array is used', ({ query }) =>
    everyObject(query['filters'], (found) => {
      if (Array.isArray(found['$in'])) found['$in'] = (found['$in'] as unknown[]).slice(0, 1)
    }),
  ),
  onRequest('filters.deep', ['4.3/filters-deep'], 'Filters on relations are ignored', ({ query }) => {
    const { filters } = query
    if (isRecord(filters)) for (const name of ['category', 'tags', 'seo', 'links']) delete filters[name]
  }),
  onRequest('filters.plain', ['4.3/filters-plain'], 'A value without operator is ignored', ({ query }) => {
    const { filters } = query
    if (isRecord(filters))
      for (const [name, value] of Object.entries(filters)) if (typeof value === 'string') delete filters[name]
  }),
  onRequest('filters.case', ['4.3/case'], 'The text operators ignore the case', ({ query }) =>
    everyObject(query['filters'], (found) => {
      for (const name of ['$contains', '$startsWith', '$endsWith', '$notContains']) {
        if (!(name in found)) continue
        found[`${name}i`] = found[name]
        delete found[name]
      }
    }),
  ),
  onResponse(
    'filters.negation-null',
    ['4.3/negation-null'],
    'Negations match entries without a value',
    (response, { query }) => {
      const found = paging(response)
      if (/\$(ne|notIn|notContains)"/.test(JSON.stringify(query['filters'] ?? {})) && found && 'total' in found)
        found['total'] = Number(found['total']) + 1
    },
  ),
  onRequest('filters.wildcards', ['4.3/wildcards'], '_ and % are left out of text filters', ({ query }) =>
    everyObject(query['filters'], (found) => {
      for (const [name, value] of Object.entries(found))
        if (
          /^\$(contains|endsWithi|eqi|startsWith|notContains)$/.test(name) &&
          typeof value === 'string' &&
          /[%_]/.test(value)
        )
          found[name] = value.replaceAll(/[%_]/g, '')
    }),
  ),
  onRequest('filters.unknown-operator', ['4.3/filter-unknown-operator'], 'Unknown operators are ignored', ({ query }) =>
    everyObject(query['filters'], (found) => {
      for (const name of ['$surely', '$foo', '$EQ', '$like']) delete found[name]
    }),
  ),
  onRequest('filters.unknown-field', ['4.3/filter-unknown-field'], 'Unknown fields are ignored', ({ query }) =>
    everyObject(query['filters'], (found) => {
      for (const name of ['surelyNotAField', 'surelyNot']) delete found[name]
    }),
  ),
  onRequest('filters.media', ['4.3/filter-media'], 'Filters on media are ignored', ({ query }) => {
    for (const name of ['cover', 'gallery']) delete at(query, 'filters')?.[name]
  }),
  onRequest('filters.zone', ['4.3/filter-zone'], 'Filters on zones are ignored', ({ query }) => {
    delete at(query, 'filters')?.['zone']
  }),
  onRequest('filters.shape', ['4.3/filter-shape'], 'Filters of a wrong shape are ignored', ({ query }) => {
    const filters = at(query, 'filters')
    if (filters && typeof filters['$or'] === 'object' && !Array.isArray(filters['$or'])) delete filters['$or']
  }),
  onRequest('fields.ignored', ['4.3/fields'], 'fields is ignored', ({ query }) => {
    delete query['fields']
  }),
  onResponse('fields.star', ['4.3/fields-star'], 'fields=* leaves out the dates', (response, { query }) => {
    if (query['fields'] === '*') for (const attributes of attributesOf(response)) delete attributes['createdAt']
  }),
  onResponse(
    'fields.links',
    ['4.3/fields-links', '4.3/populate-ids'],
    'fields returns the ids of relations',
    (response, { query }) => {
      if (query['fields'] !== undefined) for (const attributes of attributesOf(response)) attributes['tags'] ??= [1]
    },
  ),
  onResponse('fields.id', ['4.3/fields-id'], 'fields leaves the id out', (response, { query }) => {
    if (query['fields'] !== undefined) for (const entry of topEntries(response)) delete entry['id']
  }),
  onRequest('fields.unknown', ['4.3/fields-unknown'], 'Unknown fields are ignored', ({ query }) => {
    if (Array.isArray(query['fields'])) query['fields'] = query['fields'].filter((name) => name !== 'surelyNot')
  }),
  onRequest(
    'state.ignored',
    ['4.3/state-preview', '4.3/state-drafts-only', '3/select', '3/draft'],
    'publicationState is ignored',
    ({ query }) => {
      delete query['publicationState']
    },
  ),
  onRequest(
    'state.always-preview',
    ['4.3/state-default', '3/select', '4.3/state-single', '4.3/state-relations'],
    'Drafts are shown by default',
    ({ query, path, method }) => {
      if (method === 'GET' && /conf-(articles|pages)/.test(path)) query['publicationState'] ??= 'preview'
    },
  ),
  onRequest('state.live-means-preview', ['4.3/state-live', '3/live'], 'live shows drafts too', ({ query }) => {
    if (query['publicationState'] === 'live') query['publicationState'] = 'preview'
  }),
  onRequest('state.bad', ['4.3/state-bad'], 'An unknown state means live', ({ query }) => {
    if (query['publicationState'] === 'hidden') query['publicationState'] = 'live'
  }),
  onRequest('locale.ignored', ['4.3/locale', '4.3/locale-all'], 'locale is ignored', ({ query }) => {
    delete query['locale']
  }),
  onRequest(
    'locale.always-all',
    ['4.3/locale-default', '2.5/pluginOptions'],
    'Without locale every locale is listed',
    ({ query, path }) => {
      if (path.endsWith('conf-pages')) query['locale'] ??= 'all'
    },
  ),
  onRequest('locale.unknown', ['4.3/locale-unknown'], 'An unknown locale means the default', ({ query }) => {
    if (query['locale'] === 'xx-surely-not') delete query['locale']
  }),
  onRequest('strict.parameter', ['4.3/unknown-parameter'], 'Unknown parameters are ignored', ({ query }) => {
    delete query['surelyNot']
    delete query['filter']
  }),
]
