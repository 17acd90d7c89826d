import { type ASTVisitor, type FieldNode, Kind, parse, parseValue, print, visit } from 'graphql'
import { publicationFilters } from '../document-server/parameters.js'
import { isRecord } from '../is-record.js'
import { type Mutant, onBoth, onRequest, onResponse } from '../mutant.js'
import { at, everyObject, isGraphql, type Loose, type WireRequest, type WireResponse } from '../wire.js'

/** Returns the query of a request as a tree, or undefined. */
function queryIn(request: WireRequest) {
  const query = isGraphql(request) ? at(request, 'body')?.['query'] : undefined
  return typeof query === 'string' ? parse(query) : undefined
}

function rewrite(request: WireRequest, visitor: ASTVisitor): void {
  const query = queryIn(request)
  const body = at(request, 'body')
  if (query && body) body['query'] = print(visit(query, visitor))
}

/** Creates a mutant that answers another query than the one in the request. */
const rewriting = (clause: string, name: string, breaks: string, visitor: ASTVisitor): Mutant =>
  onRequest(`documents.graphql-${name}`, [`graphql/${clause}`], breaks, (request) => rewrite(request, visitor))

/** Creates a mutant that changes `data` of the responses to queries, or to the mutations with a prefix. */
const answering = (
  clause: string,
  name: string,
  breaks: string,
  change: (data: Loose) => void,
  prefix?: string,
): Mutant =>
  onResponse(`documents.graphql-${name}`, [`graphql/${clause}`], breaks, ({ body }, request) => {
    const data = at(body, 'data')
    if (!isGraphql(request) || !data) return
    const fits = (key: string) => (prefix === undefined ? !/^(create|update|delete)/.test(key) : key.startsWith(prefix))
    if (Object.keys(data).every(fits)) change(data)
  })

/** Omits arguments from the fields of queries or mutations. */
const without = (name: string, of: (field: FieldNode) => boolean = () => true): ASTVisitor => ({
  Field: (field) =>
    of(field) ? { ...field, arguments: field.arguments?.filter((one) => one.name.value !== name) ?? [] } : undefined,
})

const has = (name: string) => (field: FieldNode) => field.arguments?.some((one) => one.name.value === name) === true
const starts = (prefix: string) => (field: FieldNode) => field.name.value.startsWith(prefix)

/** Omits a key from the objects in one argument. */
const withoutKey = (argument: string, key: string): ASTVisitor => ({
  Argument: (node) =>
    node.name.value === argument
      ? visit(node, { ObjectField: (field) => (field.name.value === key ? null : undefined) })
      : undefined,
})

/** Replaces the value of one argument. `value` is in GraphQL syntax. */
const instead = (argument: string, value: string, of: (field: FieldNode) => boolean): ASTVisitor => ({
  Field: (field) =>
    of(field)
      ? {
          ...field,
          arguments:
            field.arguments?.map((one) => (one.name.value === argument ? { ...one, value: parseValue(value) } : one)) ??
            [],
        }
      : undefined,
})

/** Adds `status: DRAFT` to the fields of the root that have no status. */
const drafts: ASTVisitor = {
  OperationDefinition: (operation) => ({
    ...operation,
    selectionSet: {
      ...operation.selectionSet,
      selections: operation.selectionSet.selections.map((field) =>
        field.kind === Kind.FIELD && !has('status')(field) && !field.name.value.startsWith('__')
          ? {
              ...field,
              arguments: [
                ...(field.arguments ?? []),
                { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: 'status' }, value: parseValue('DRAFT') },
              ],
            }
          : field,
      ),
    },
  }),
}

/** Makes a field return the documentId. */
const alias = (name: string): ASTVisitor => ({
  Field: (field) =>
    field.name.value === name && !field.alias
      ? { kind: Kind.FIELD, alias: field.name, name: { kind: Kind.NAME, value: 'documentId' } }
      : undefined,
})

/** Changes the values of the fields of `data`, which are entries, lists and pages. */
const eachField = (change: (value: unknown) => unknown) => (data: Loose) => {
  for (const [name, value] of Object.entries(data)) data[name] = change(value)
}

/** Changes the relations in entries. */
const eachRelation = (change: (value: unknown, name: string) => unknown) => (data: Loose) => {
  for (const entry of Object.values(data).flat().filter(isRecord))
    for (const [name, value] of Object.entries(entry))
      if (isRecord(value) || Array.isArray(value)) entry[name] = change(value, name)
}

const changePageInfo = (change: (pageInfo: Loose, nodes: readonly unknown[]) => void) => (data: Loose) => {
  for (const { pageInfo, nodes } of Object.values(data).filter(isRecord))
    if (isRecord(pageInfo) && Array.isArray(nodes)) change(pageInfo, nodes)
}

const readMutants: readonly Mutant[] = [
  answering(
    'many',
    'many-nodes',
    'xs returns an object with nodes',
    eachField((value) => (Array.isArray(value) ? { nodes: value } : value)),
  ),
  answering(
    'connection',
    'page-total',
    'total counts the entries of the page',
    changePageInfo((pageInfo, nodes) => {
      pageInfo['total'] = nodes.length
    }),
  ),
  answering(
    'connection',
    'page-number',
    'page counts from 0',
    changePageInfo((pageInfo) => {
      pageInfo['page'] = Number(pageInfo['page']) - 1
    }),
  ),
  answering(
    'connection',
    'nodes-only',
    'xs_connection returns a list',
    eachField((value) => (isRecord(value) && 'nodes' in value ? value['nodes'] : value)),
  ),
  answering('one', 'one-alias', 'x returns the same entry under all aliases', (data) => {
    const [first] = Object.values(data)
    for (const name of Object.keys(data)) data[name] = first
  }),
  answering(
    'one',
    'one-null',
    'x finds no documentId',
    eachField((value) => (Array.isArray(value) ? value : null)),
  ),
  onResponse('documents.graphql-missing', ['graphql/missing'], 'A missing entry is an error', (response, request) => {
    if (isGraphql(request) && Object.values(at(response.body, 'data') ?? {}).includes(null))
      response.body = { data: null, errors: [{ message: 'Not Found' }] }
  }),
  ...['id', 'attributes', 'data'].map((name) => rewriting('flat', `flat-${name}`, `Entries have ${name}`, alias(name))),
  answering('same', 'same-times', 'Timestamps have no milliseconds', (data) =>
    everyObject(data, (found) => {
      if (typeof found['createdAt'] === 'string') found['createdAt'] = found['createdAt'].replace(/\.\d+Z$/, 'Z')
    }),
  ),
  rewriting('status', 'status-ignored', 'status is ignored', without('status')),
  rewriting('status', 'status-one', 'x ignores status', without('status', has('documentId'))),
  rewriting('status', 'status-default', 'Drafts are the default', drafts),
  rewriting('locale', 'locale-ignored', 'locale is ignored', without('locale')),
  rewriting('locale', 'locale-one', 'x ignores locale', without('locale', has('documentId'))),
  rewriting('sort', 'sort-ignored', 'sort is ignored', without('sort')),
  rewriting('sort', 'sort-direction', 'sort ignores the direction', {
    Argument: (node) =>
      node.name.value === 'sort'
        ? visit(node, { StringValue: (text) => ({ ...text, value: text.value.replace(/:.*$/, '') }) })
        : undefined,
  }),
  rewriting('pagination', 'pagination-ignored', 'pagination is ignored', without('pagination')),
  ...['page', 'pageSize', 'start', 'limit'].map((key) =>
    rewriting('pagination', `pagination-${key}`, `${key} is ignored`, withoutKey('pagination', key)),
  ),
  rewriting('filters', 'filters-ignored', 'filters is ignored', without('filters')),
  ...'eq ne in notIn null gt gte lt lte startsWith contains notContains endsWith not or and'
    .split(' ')
    .map((operator) =>
      rewriting('filters', `filters-${operator}`, `${operator} is ignored`, withoutKey('filters', operator)),
    ),
  rewriting('publication-filter', 'publication-ignored', 'publicationFilter is ignored', without('publicationFilter')),
  ...publicationFilters.map((value) => {
    const constant = value.toUpperCase().replaceAll('-', '_')
    return rewriting('publication-filter', `publication-${value}`, `${constant} is ignored`, {
      Argument: ({ value: node }) => (node.kind === Kind.ENUM && node.value === constant ? null : undefined),
    })
  }),
  answering(
    'relations',
    'relation-list',
    'A to-one relation is a list',
    eachRelation((value) => (isRecord(value) && 'documentId' in value ? [value] : value)),
  ),
  answering(
    'relations',
    'relation-first',
    'A list of targets has only the first',
    eachRelation((value) => (Array.isArray(value) ? value.slice(0, 1) : value)),
  ),
  answering(
    'relations',
    'relation-nodes',
    'x_connection is a list',
    eachRelation((value) => (isRecord(value) && 'nodes' in value ? value['nodes'] : value)),
  ),
  answering(
    'same',
    'relation-order',
    'Targets have the opposite order of REST',
    eachRelation((value) => (Array.isArray(value) ? value.toReversed() : value)),
  ),
]

const missing = JSON.stringify('z'.repeat(24))
const noValues = eachField((value) => (isRecord(value) ? { ...value, name: null } : value))
const nothing = eachField(() => null)

/** Returns the value of an argument in the query of a request, which must be a string. */
function argumentOf(request: WireRequest, name: string): string | undefined {
  let found: string | undefined
  const query = queryIn(request)
  if (query)
    visit(query, {
      Argument: ({ name: { value }, value: node }) => {
        if (value === name && node.kind === Kind.STRING) found = node.value
      },
    })
  return found
}

/** Creates a mutant whose mutations return what they should, and change nothing. */
function pretending(clauses: readonly string[], prefix: string, breaks: string, visitor: ASTVisitor, key: string) {
  const expected = new WeakMap<WireRequest, unknown>()
  return onBoth(`documents.graphql-${prefix}-nothing`, clauses, breaks, {
    request: (request) => {
      const query = queryIn(request)
      if (!query) return
      visit(query, {
        ObjectField: ({ name, value }) => {
          if (name.value === key && value.kind === Kind.STRING) expected.set(request, value.value)
        },
      })
      expected.set(request, expected.get(request) ?? argumentOf(request, key))
      rewrite(request, visitor)
    },
    response: ({ body }: WireResponse, request) => {
      for (const [name, value] of Object.entries(at(body, 'data') ?? {}))
        if (name.startsWith(prefix) && isRecord(value) && expected.get(request)) value[key] = expected.get(request)
    },
  })
}

const writeMutants: readonly Mutant[] = [
  answering('create', 'create-null', 'createX returns null', nothing, 'create'),
  answering('create', 'create-values', 'createX returns no values', noValues, 'create'),
  rewriting('update', 'update-ignored', 'updateX ignores the data', instead('data', '{}', starts('update'))),
  rewriting('update', 'update-other', 'updateX finds no documentId', instead('documentId', missing, starts('update'))),
  answering('update', 'update-values', 'updateX returns no values', noValues, 'update'),
  pretending(
    ['graphql/same', 'graphql/update'],
    'update',
    'updateX returns the new values and stores nothing',
    instead('data', '{}', starts('update')),
    'name',
  ),
  answering('delete', 'delete-null', 'deleteX returns null', nothing, 'delete'),
  pretending(
    ['graphql/delete'],
    'delete',
    'deleteX returns the documentId and removes nothing',
    instead('documentId', missing, starts('delete')),
    'documentId',
  ),
  rewriting('delete-locale', 'delete-default', 'deleteX ignores locale', without('locale', starts('delete'))),
  rewriting('delete-locale', 'delete-all', 'deleteX removes all locales', instead('locale', '"*"', starts('delete'))),
]

/** Creates a mutant that needs no permission for the queries that match. */
const open = (name: string, breaks: string, matches: (query: string) => boolean): Mutant =>
  onRequest(`documents.graphql-open-${name}`, ['graphql/permission'], breaks, (request) => {
    const query = at(request, 'body')?.['query']
    if (isGraphql(request) && request.headers.get('authorization') === null && matches(String(query)))
      request.headers.set('authorization', 'Bearer conformance-full-access')
  })

const isMutation = (query: string) => query.startsWith('mutation')

const accessMutants: readonly Mutant[] = [
  open('mutations', 'Every caller may write', isMutation),
  open('queries', 'Every caller may read', (query) => !isMutation(query)),
  open('one', 'Every caller may read one entry', (query) => query.includes('(documentId:')),
  open('relations', 'Relations show what the caller may not read', (query) => / vault \{/.test(query)),
  onResponse(
    'documents.graphql-no-errors',
    ['graphql/errors'],
    'A failed query is data: null without errors',
    (response, request) => {
      if (isGraphql(request) && at(response, 'body')?.['errors'] !== undefined) response.body = { data: null }
    },
  ),
  onResponse('documents.graphql-no-message', ['graphql/errors'], 'Errors have no message', ({ body }, request) => {
    const errors = isGraphql(request) && isRecord(body) ? body['errors'] : undefined
    if (Array.isArray(errors)) for (const error of errors.filter(isRecord)) delete error['message']
  }),
]

/** Mutants that break one clause of Strapi 5 about GraphQL each. */
export const documentGraphqlMutants: readonly Mutant[] = [...readMutants, ...writeMutants, ...accessMutants]
