import { isRecord } from '../is-record.js'
import { breaking, type Mutant } from '../mutant.js'
import {
  at,
  attributesOf,
  everyObject,
  isEntry,
  isGraphql,
  isList,
  type Loose,
  type WireRequest,
  type Wrap,
} from '../wire.js'

const variables = (request: WireRequest): Loose => (isGraphql(request) ? (at(request.body, 'variables') ?? {}) : {})
const wanted = ({ query }: WireRequest): Loose => (isRecord(query['pagination']) ? query['pagination'] : {})

/** Returns a change of a filter that makes a negation of an attribute also match entries without a value. */
const orNull = (attribute: string, operator: string, sign: '$' | '') => (filters: Loose) => {
  const condition = filters[attribute]
  if (!isRecord(condition) || !(operator in condition)) return
  delete filters[attribute]
  filters[`${sign}or`] = [{ [attribute]: condition }, { [attribute]: { [`${sign}null`]: true } }]
}
export const negationsMatchNull = (attribute: string, operator: string) => ({
  request: ({ query }: WireRequest) => everyObject(query['filters'], orNull(attribute, operator, '$')),
})
export const graphqlNegationsMatchNull = (attribute: string, operator: string) => ({
  request: (request: WireRequest) => everyObject(variables(request), orNull(attribute, operator, '')),
})

/** Renames an operator in filters of REST. */
const instead = (operator: string, other: string, applies: (operand: unknown) => boolean = () => true) => ({
  request: ({ query }: WireRequest) =>
    everyObject(query['filters'], (found) => {
      if (!(operator in found) || !applies(found[operator])) return
      found[other] = found[operator]
      delete found[operator]
    }),
})

const asWildcards = (operator: string) => ({
  request: ({ query }: WireRequest) =>
    everyObject(query['filters'], (found) => {
      if (typeof found[operator] === 'string') found[operator] = found[operator].replaceAll(/[%_]/g, '')
    }),
})

/** Reads operands of $between in the order of the query string. */
const inQueryOrder: Wrap = (inner) => (request) => {
  const { url } = request
  const swapped = url.replace(
    '[$between][1]=2&filters[int][$between][0]=-7',
    '[$between][0]=2&filters[int][$between][1]=-7',
  )
  return inner(swapped === url ? request : new Request(swapped, request))
}

/** Servers that break titles of scenarios about filters, sorts, pages, fields and populate. */
export const queryPromiseMutants: readonly Mutant[] = [
  breaking('rest.filter.negation-null', '$notContainsi matches null', negationsMatchNull('str', '$notContainsi')),
  breaking('rest.filter.negation-null', '$ne on integers matches null', negationsMatchNull('int', '$ne')),
  breaking('rest.filter.negation-null', '$notIn on integers matches null', negationsMatchNull('int', '$notIn')),
  breaking('rest.filter.negation-null', '$ne on booleans matches null', negationsMatchNull('flag', '$ne')),
  ...(['ne', 'notIn', 'notContains', 'notContainsi'] as const).flatMap((operator) => [
    breaking(
      `graphql.filter.${operator}.string`,
      'Only GraphQL matches entries without a value',
      graphqlNegationsMatchNull('str', operator),
    ),
    breaking(
      `graphql.filter.${operator}.string`,
      'Only REST matches entries without a value',
      negationsMatchNull('str', `$${operator}`),
    ),
  ]),
  breaking('graphql.query.groups', 'not inside other groups is ignored', {
    request: (request) =>
      everyObject(variables(request), (found) => {
        for (const group of Array.isArray(found['or']) ? (found['or'] as unknown[]) : [])
          everyObject(group, (inner) => delete inner['not'])
      }),
  }),
  breaking('graphql.query.relation-arguments', 'pagination of a relation is ignored', {
    request: ({ body }) => {
      if (isRecord(body)) body['query'] = String(body['query']).replace(', pagination: { start: 1, limit: 1 }', '')
    },
  }),
  breaking('rest.filter.not', '$not negates each condition of a group', {
    request: ({ query }) =>
      everyObject(query['filters'], (found) => {
        if (!isRecord(found['$not']) || Object.keys(found['$not']).length < 2) return
        found['$and'] = Object.entries(found['$not']).map(([name, condition]) => ({ $not: { [name]: condition } }))
        delete found['$not']
      }),
  }),
  breaking(
    'rest.filter.case',
    '$eq ignores the case',
    instead('$eq', '$eqi', (operand) => operand === 'BETA tWO'),
  ),
  ...['$containsi', '$startsWithi', '$endsWith', '$notContainsi'].map((operator) =>
    breaking('rest.filter.wildcards', `${operator} ignores % and _`, asWildcards(operator)),
  ),
  breaking('rest.filter.unicode-fold', '$notContainsi is case-sensitive', instead('$notContainsi', '$notContains')),
  breaking(
    'rest.filter.unicode-fold',
    '$startsWithi ignores the case of Cyrillic only',
    instead('$startsWithi', '$startsWith', (operand) => !/\p{Script=Cyrillic}/u.test(String(operand))),
  ),
  breaking('rest.filter.deep-unknown', 'The error does not name the field', {
    response: (response) => {
      const error = at(response.body, 'error')
      if (error) error['message'] = 'Invalid filters'
    },
  }),
  breaking('rest.filter.array-by-index', 'The order in the query string decides', inQueryOrder),
  breaking('rest.filter.long-array', 'Only the first 20 values are used', {
    request: ({ query }) =>
      everyObject(query['filters'], (found) => {
        if (Array.isArray(found['$in'])) found['$in'] = (found['$in'] as unknown[]).slice(0, 20)
      }),
  }),
  breaking('rest.page.default-size', 'The second page has the first entries', {
    request: (request) => {
      if (wanted(request)['page'] === '2') request.query['pagination'] = { pageSize: '2' }
    },
  }),
  breaking('rest.page.default-limit', 'The entries are in another order', {
    request: ({ query }) => {
      if (query['sort'] === 'name') query['sort'] = 'name:desc'
    },
  }),
  breaking('rest.page.max-limit', 'The response has more entries than meta says', {
    response: (response) => {
      const pagination = at(response.body, 'meta', 'pagination')
      if (pagination && 'limit' in pagination) pagination['limit'] = 5
    },
  }),
  breaking('rest.page.in-populate', 'limit inside populate is ignored', {
    request: ({ query }) => {
      const tags = at(query, 'populate', 'tags')
      if (isRecord(tags?.['pagination']) && 'limit' in tags['pagination']) delete tags['pagination']
    },
  }),
  breaking('rest.fields.write-answers', 'A delete ignores fields', {
    request: ({ method, query }) => {
      if (method === 'DELETE') delete query['fields']
    },
  }),
  breaking('rest.populate.none', 'An update populates what it writes', {
    request: ({ method, query, path }) => {
      if (method === 'PUT' && path.includes('articles')) query['populate'] ??= ['tags']
    },
  }),
  breaking('rest.populate.star-one-level', 'Tags are populated to the second level', {
    request: ({ query }) => {
      if (query['populate'] === '*') query['populate'] = { tags: { populate: '*' }, category: true }
    },
  }),
  breaking('rest.populate.several', 'A single entry only gets the first relation', {
    request: (request) => {
      const { populate } = request.query
      if (isEntry(request) && Array.isArray(populate)) request.query['populate'] = populate.slice(0, 1)
    },
  }),
  breaking('rest.populate.nested-star', 'To-one relations of the next level are empty', {
    response: (response) =>
      everyObject(response.body, (found) => 'parent' in found && (found['parent'] = { data: null })),
  }),
  ...(['POST', 'PUT', 'DELETE', 'GET'] as const).map((method) =>
    breaking('rest.populate.ids-only', `The response to ${method} contains ids`, {
      response: (response, request) => {
        if (request.method === method && (method !== 'GET' || isList(request)))
          for (const attributes of attributesOf(response)) attributes['wayTags'] ??= [1]
      },
    }),
  ),
  breaking('rest.page.with-parameters', 'With populate, total is the number of entries on the page', {
    response: ({ body }, request) => {
      const pagination = at(body, 'meta', 'pagination')
      const data = at(body)?.['data']
      if (request.query['populate'] && pagination && Array.isArray(data)) pagination['total'] = data.length
    },
  }),
  breaking('rest.page.with-parameters', 'With populate, sort is ignored', {
    request: ({ query }) => {
      if (query['populate']) delete query['sort']
    },
  }),
  breaking('rest.page.with-parameters', 'With fields, the last page lacks an entry', {
    response: ({ body }, request) => {
      const data = at(body)?.['data']
      if (request.query['fields'] && wanted(request)['page'] === '3' && Array.isArray(data)) data.pop()
    },
  }),
  breaking('rest.page.with-parameters', 'With filters, start is one too low', {
    request: (request) => {
      const pagination = wanted(request)
      if (at(request.query, 'filters')?.['weight'] && pagination['start']) pagination['start'] = '4'
    },
  }),
]
