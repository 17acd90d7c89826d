import { isRecord } from '../is-record.js'
import { breaking, type Mutant } from '../mutant.js'
import {
  at,
  attributesOf,
  everyObject,
  isEntry,
  isList,
  type Loose,
  type WireRequest,
  type WireResponse,
} from '../wire.js'

const wanted = ({ query }: WireRequest): Loose => (isRecord(query['pagination']) ? query['pagination'] : {})
const listOf = (response: WireResponse) => {
  const data = isRecord(response.body) ? response.body['data'] : undefined
  return Array.isArray(data) ? (data as unknown[]) : []
}
const missing = (change: (body: Loose) => void) => (response: WireResponse) => {
  if (response.status === 404 && isRecord(response.body)) change(response.body)
}

/** Servers that break titles of scenarios that read any content. */
export const readPromiseMutants: readonly Mutant[] = [
  ...(
    [
      ['A missing entry', 404, 'GET'],
      ['A change of a missing entry', 404, 'PUT'],
      ['An invalid body of a create', 400, 'POST'],
      ['An invalid body of an update', 400, 'PUT'],
      ['A forbidden list', 403, 'GET'],
    ] as const
  ).map(([subject, status, method]) =>
    breaking('http.client-errors', `${subject} gets status 500`, {
      response: (response, request) => {
        if (response.status === status && request.method === method) response.status = 500
      },
    }),
  ),
  breaking('read.missing-entry', 'The error comes with data', {
    response: missing((body) => (body['data'] = { id: 1 })),
  }),
  breaking('read.unknown-path', 'The envelope has no data', { response: missing((body) => delete body['data']) }),
  breaking('read.unknown-path', 'error.status is another one', {
    response: missing((body) => Object.assign(body['error'] ?? {}, { status: 400 })),
  }),
  breaking('read.fields-star', 'fields=* changes a value', {
    response: (response, { query }) => {
      if (query['fields'] === '*') for (const attributes of attributesOf(response)) attributes['name'] = 'other'
    },
  }),
  breaking('read.offset-defaults', 'Without start the first entry is skipped', {
    request: (request) => {
      const { start, limit } = wanted(request)
      if (limit !== undefined && start === undefined) request.query['pagination'] = { limit, start: '1' }
    },
    response: (response, request) => {
      const pagination = at(response.body, 'meta', 'pagination')
      if (pagination && request.query['sort'] === undefined) pagination['start'] = 0
    },
  }),
  breaking('read.pages-partition', 'The third page repeats an entry', {
    response: (response, request) => {
      if (wanted(request)['page'] === '3') listOf(response).push(listOf(response)[0])
    },
  }),
  breaking('read.mixed-pagination', 'pageSize and limit are allowed together', {
    request: (request) => {
      const { page, pageSize, start, limit } = wanted(request)
      if (pageSize !== undefined && limit !== undefined && page === undefined && start === undefined)
        request.query['pagination'] = { pageSize }
    },
  }),
  breaking('read.sort-by-text', 'Only the id is sorted by', {
    request: ({ query }) => {
      const keys = [query['sort'] ?? []].flat().filter((key) => typeof key !== 'string' || !key.startsWith('name'))
      if (keys.length > 0) query['sort'] = keys
      else delete query['sort']
    },
  }),
  breaking('read.not-in', '$ne excludes the next entry', {
    request: ({ query }) =>
      everyObject(query['filters'], (found) => {
        if ('$ne' in found) found['$ne'] = String(Number(found['$ne']) + 1)
      }),
  }),
  breaking('read.not-is-complement', '$not excludes the next entries', {
    request: ({ query }) =>
      everyObject(query['filters'], (found) => {
        const condition = at(found, '$not', 'id')
        if (condition) condition['$in'] = (condition['$in'] as unknown[]).map((id) => String(Number(id) + 1))
      }),
  }),
  ...(
    [
      ['POST', 'create'],
      ['PUT', 'update'],
      ['DELETE', 'delete'],
    ] as const
  ).flatMap(([method, name]) =>
    (
      [
        ['private', 'hidden'],
        ['password', 'pass'],
      ] as const
    ).map(([scenario, attribute]) =>
      breaking(`rest.value.${scenario}`, `The response to a ${name} contains it`, {
        response: (response, request) => {
          if (request.method === method)
            for (const attributes of attributesOf(response)) attributes[attribute] = 'something'
        },
      }),
    ),
  ),
  breaking('rest.value.private', 'Lists contain it', {
    response: (response, request) => {
      if (isList(request)) for (const attributes of attributesOf(response)) attributes['hidden'] = null
    },
  }),
  breaking('rest.value.private', 'A body must not contain it', {
    request: (request) => {
      const data = at(request.body, 'data')
      if (data && 'hidden' in data) data['surelyNotThere'] = 1
    },
  }),
  ...(['clear', 'change'] as const).map((verb) =>
    breaking(`rest.${verb}.string`, 'Another attribute is cleared too', {
      request: (request) => {
        const data = at(request.body, 'data')
        if (request.method === 'PUT' && data && 'str' in data) data['flt'] = null
      },
    }),
  ),
  ...(['POST', 'GET'] as const).map((method) =>
    breaking('rest.creators.omitted', `The response to ${method} contains createdBy`, {
      response: (response, request) => {
        if (request.method === method && !isEntry(request))
          for (const attributes of attributesOf(response)) attributes['createdBy'] = null
      },
    }),
  ),
  breaking('rest.creators.without-option', 'updatedBy can be populated', {
    response: (response, { query }) => {
      if (!JSON.stringify(query['populate'] ?? {}).includes('updatedBy')) return
      response.status = 200
      response.body = { data: { id: 1, attributes: { updatedBy: { data: null } } }, meta: {} }
    },
  }),
]
