import { isRecord, isScalar, type Registry, type Schema } from '@content-api/model'
import { type FilterScope, parseFilters } from '@content-api/core/query/filters'
import {
  type Condition,
  linkTarget,
  offsetOf,
  type Pagination,
  type PublicationState,
  type RowOptions,
  type SortKey,
  type Values,
} from '@content-api/engine/plan'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { parseSort } from '@content-api/core/query/sort'

/** The coerced arguments of a field. Arguments with a default value are never absent. */
export type Arguments = Values

interface ListOptions {
  readonly filters: Condition | null
  readonly sort: readonly SortKey[]
  readonly pagination: Pagination
}

/**
 * Reads the arguments of a list, at the root or below an entry (specification §4.5).
 * @throws ApiError ValidationError, PaginationError
 */
export function readList(schema: Schema, args: Arguments, scope: FilterScope): ListOptions {
  const { context } = scope
  return {
    filters: parseFilters(schema, readFilters(schema, args['filters'], context), { ...scope, typed: true }),
    sort: parseSort(schema, readSort(args['sort']), scope),
    pagination: context.reading.pageArgument(args['pagination'], context),
  }
}

function readFilters(schema: Schema, input: unknown, { registry, reading }: PlanContext): Values {
  reading.checkFilterArgument(schema, input, registry)
  return rawFilters(registry, schema, input)
}

/** Reads the arguments of a list of linked rows. The page applies to each parent separately. */
export function readLinkedList(schema: Schema, args: Arguments, scope: FilterScope): RowOptions {
  const { filters, sort, pagination } = readList(schema, args, scope)
  return { filters, sort, ...offsetOf(pagination) }
}

/** Removes nulls from `sort`, which lists in GraphQL may contain. */
function readSort(args: unknown): unknown {
  return Array.isArray(args) ? args.filter((item) => item !== null) : args
}

/** Reads `publicationState`. Returns undefined if it is absent or null. */
export function requestedState({ publicationState }: Arguments): PublicationState | undefined {
  if (publicationState === 'PREVIEW') return 'preview'
  return publicationState === 'LIVE' ? 'live' : undefined
}

/**
 * Converts the coerced filters of a GraphQL argument to filters of specification §4.3: operators get their
 * `$`. A list of values in `and` or `or` of a field (`title: { or: ["a", "b"] }`) becomes a list of
 * comparisons.
 */
export function rawFilters(registry: Registry, schema: Schema, input: unknown): Values {
  if (!isRecord(input)) return {}
  const raw: Record<string, unknown> = {}
  const also: Values[] = []
  for (const [name, value] of Object.entries(input)) {
    const attribute = schema.attributes[name]
    if (attribute === undefined) {
      if (value !== null && value !== undefined) raw[operatorOf(name)] = group(registry, schema, value)
    } else if (isScalar(attribute)) {
      const [own, ...more] = fieldFilters(name, value)
      Object.assign(raw, own)
      also.push(...more)
    } else {
      const target = linkTarget(attribute, registry)
      raw[name] = target && isRecord(value) ? rawFilters(registry, target, value) : value
    }
  }
  if (also.length === 0) return raw
  return { $and: [raw, ...also] }
}

/**
 * Returns the name of an operator with `$`. Code of a project may have added the `$` already; names in
 * GraphQL have none.
 */
const operatorOf = (name: string) => (name.startsWith('$') ? name : `$${name}`)

function group(registry: Registry, schema: Schema, value: unknown): unknown {
  if (!Array.isArray(value)) return rawFilters(registry, schema, value)
  return value.filter(isRecord).map((item) => rawFilters(registry, schema, item))
}

/** Returns the operators of a field, and further conditions that its filter can't express. */
function fieldFilters(name: string, input: unknown): [own: Values, ...more: Values[]] {
  if (!isRecord(input)) return [{ [name]: input }]
  const operators: Record<string, unknown> = {}
  const more: Values[] = []
  for (const [operator, value] of Object.entries(input)) {
    if (operator === 'and' || operator === 'or') {
      if (Array.isArray(value))
        more.push({ [`$${operator}`]: value.map((item: unknown) => ({ [name]: { $eq: item } })) })
    } else if (operator === 'not') {
      if (isRecord(value)) more.push({ $not: { $and: fieldFilters(name, value) } })
    } else operators[operatorOf(operator)] = value
  }
  return [{ [name]: operators }, ...more]
}
