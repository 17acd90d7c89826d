import { getLocation, isNonNullType } from 'graphql'
import { nodesAt } from '@content-api/interfaces/graphql/plan/collect-fields'
import { withBody } from '../responses.js'
import type { JsonResponse } from '../exchange.js'
import { type GraphqlRequest, isGraphql } from '../graphql-request.js'
import { isRecord } from '../request-target.js'
import type { Case, Rule } from '../rule.js'

export type Path = readonly (string | number)[]

export interface GraphqlError {
  readonly message: string
  readonly path?: Path
  readonly locations?: unknown
  readonly extensions?: Readonly<Record<string, unknown>>
}

const errorsIn = (body: unknown): readonly GraphqlError[] =>
  isRecord(body) && Array.isArray(body['errors']) ? (body['errors'] as GraphqlError[]) : []

export const errorsOf = ({ body }: JsonResponse): readonly GraphqlError[] => errorsIn(body)

export const codeOf = ({ extensions }: GraphqlError): unknown => extensions?.['code']

export function withErrors(theirs: JsonResponse, errors: readonly GraphqlError[]): JsonResponse {
  const { errors: _, ...body } = theirs.body as Readonly<Record<string, unknown>>
  return withBody(theirs, errors.length > 0 ? { ...body, errors } : body)
}

/** The response to a request that did not run. An error with an empty message agrees with any message. */
export function refused(status: number, errors: readonly GraphqlError[]): JsonResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: { errors } }
}

export const badRequest: GraphqlError = { message: '', extensions: { code: 'BAD_REQUEST' } }

export const noStacks: Rule = {
  name: '0080-errors-tell-no-stack',
  strapi: 'includes the stack in GraphQL errors in development.',
  ours: 'never includes it.',
  why: 'a stack shows internals of the server to clients. The log contains it.',
  when: ({ request }, theirs) => isGraphql(request) && bodiesOf(theirs).some((body) => errorsIn(body).some(hasStack)),
  expected(_of, theirs) {
    const bare = (body: unknown) =>
      errorsIn(body).some(hasStack) ? { ...(body as object), errors: errorsIn(body).map(withoutStack) } : body
    return withBody(theirs, Array.isArray(theirs.body) ? theirs.body.map(bare) : bare(theirs.body))
  },
}

const bodiesOf = ({ body }: JsonResponse): readonly unknown[] => (Array.isArray(body) ? body : [body])
const hasStack = ({ extensions }: GraphqlError) => extensions?.['exception'] !== undefined

function withoutStack({ extensions: { exception: _, ...extensions } = {}, ...error }: GraphqlError): GraphqlError {
  return { ...error, extensions }
}

export const errorsHavePlaces: Rule = {
  name: '0081-graphql-errors-have-a-place',
  strapi: 'sends most GraphQL errors without `path` and `locations`.',
  ours: 'sends both with every error of a field.',
  why: 'the GraphQL specification requires `path`. Clients use it to distinguish a failed field from an empty one.',
  when: ({ request }, theirs) => isGraphql(request) && errorsOf(theirs).some(isPlaceless) && theirs.status === 200,
  expected({ graphql }, theirs) {
    if (!graphql || !isRecord(theirs.body)) return theirs
    const paths = failedPaths(graphql, theirs.body['data'])
    const errors = errorsOf(theirs).map((error) => {
      const path = isPlaceless(error) ? paths.shift() : undefined
      return path ? { ...error, ...placeOf(graphql, path) } : error
    })
    return withErrors(theirs, errors)
  },
}

export const errorsOfSinglesHavePlaces: Rule = {
  ...errorsHavePlaces,
  strapi: 'sends a response without `data` when it rejects the update of a single type.',
  ours: 'sends null for the field, as for every other rejected update.',
  why: 'the error belongs to the field that was rejected.',
  when: (of, theirs) =>
    ran(of, theirs) && errorsOf(theirs).some(isPlaceless) && emptyUpdate(of.graphql, theirs) !== null,
  expected({ graphql }, theirs) {
    const root = graphql && emptyUpdate(graphql, theirs)
    if (!graphql || !root) return theirs
    const { data } = theirs.body as { data: unknown }
    const errors = errorsOf(theirs).map((error) => ({ ...error, ...placeOf(graphql, [root.key]) }))
    return withErrors(withBody(theirs, { data: put(data, [root.key], null) }), errors)
  },
}

function emptyUpdate({ roots }: GraphqlRequest, { body }: JsonResponse) {
  const { data } = body as { data: unknown }
  const [root] = roots
  if (!root || roots.length > 1 || root.target?.operation !== 'update' || root.target.id !== null) return null
  const response = isRecord(data) ? data[root.key] : null
  return isRecord(response) && response['data'] === null ? root : null
}

const isPlaceless = ({ path, locations }: GraphqlError) => path === undefined && locations === undefined

/** Returns the fields of the operation that produce a value of the response. */
function fieldsAt({ roots, scope }: GraphqlRequest, [key, ...rest]: Path) {
  return nodesAt(scope, roots.find((root) => root.key === key)?.nodes ?? [], rest)
}

/**
 * Returns the paths of failed fields in the order of the response: those that are null instead of an object.
 * A `data` of null is a missing entry. Without any data, the first root field failed.
 */
function failedPaths(request: GraphqlRequest, data: unknown): Path[] {
  if (!isRecord(data)) return request.roots.slice(0, 1).map(({ key }) => [key])
  const walk = (value: unknown, path: Path): Path[] => {
    if (Array.isArray(value)) return value.flatMap((item: unknown, index) => walk(item, [...path, index]))
    if (isRecord(value)) return Object.entries(value).flatMap(([key, item]) => walk(item, [...path, key]))
    const failed =
      value === null && path.at(-1) !== 'data' && fieldsAt(request, path).some(({ selectionSet }) => selectionSet)
    return failed ? [path] : []
  }
  return walk(data, [])
}

/** Returns `path` and `locations` of an error at a value. */
export function placeOf(request: GraphqlRequest, path: Path) {
  const locations = fieldsAt(request, path)
    .flatMap(({ loc }) => (loc ? [getLocation(loc.source, loc.start)] : []))
    .map(({ line, column }) => ({ line, column }))
  return { path, locations }
}

interface FieldError {
  readonly name: string
  readonly code: string
  /** Paths of the problems in `details`. */
  readonly paths?: readonly (readonly string[])[]
}

/**
 * Returns the response with null and an error in place of one value. Recorded errors at this path or below
 * are removed.
 */
export function withFieldError(
  graphql: GraphqlRequest,
  theirs: JsonResponse,
  path: Path,
  input: FieldError,
): JsonResponse {
  const { name, code, paths = [] } = input
  const details = paths.length === 0 ? {} : { errors: paths.map((at) => ({ path: at, message: '', name })) }
  const error = { message: '', ...placeOf(graphql, path), extensions: { error: { name, message: '', details }, code } }
  const inside = (other: GraphqlError) => path.every((key, index) => other.path?.[index] === key)
  const others = errorsOf(theirs).filter((other) => !inside(other))
  const { data } = theirs.body as { data: unknown }
  return withErrors(
    withBody(theirs, { ...(theirs.body as object), data: put(data, nullableAt(graphql, path), null) }),
    [...others, error],
  )
}

/** `data` is null if a non-null root field is null. */
function nullableAt({ roots, scope, operation }: GraphqlRequest, path: Path): Path {
  const name = path.length === 1 ? roots.find(({ key }) => key === path[0])?.name : undefined
  const type = name === undefined ? undefined : scope.schema.getRootType(operation.operation)?.getFields()[name]?.type
  return isNonNullType(type) ? [] : path
}

/** Returns a value with another one at a path. */
export function put(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === key ? put(item, rest, by) : item))
  return isRecord(value) ? { ...value, [key]: put(value[key], rest, by) } : value
}

/** Requests with one GraphQL operation that ran. */
export function ran(of: Case, theirs: JsonResponse): of is Case & { readonly graphql: GraphqlRequest } {
  return of.graphql !== null && theirs.status === 200 && isRecord(theirs.body) && 'data' in theirs.body
}
