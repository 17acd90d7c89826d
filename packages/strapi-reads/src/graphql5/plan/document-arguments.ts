import { type ContentType, isRecord, isScalar, type Registry, type ScalarType, type Schema } from '@content-api/model'
import { type Condition, isGroupOperator, linkTarget, type RowOptions, type SortKey } from '@content-api/engine/plan'
import { ApiError } from '@content-api/engine/errors'
import { type Arguments, rawFilters } from '@content-api/interfaces/graphql/plan/list-arguments'
import { allOf } from '@content-api/core/query/field-filter'
import { type FilterScope, parseFilters } from '@content-api/core/query/filters'
import type { Limits } from '@content-api/core/query/limits'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { parseSort } from '@content-api/core/query/sort'
import { leftToStrapi } from '../../left-to-strapi.js'
import { besideStrapi } from '../../rest5/document-rules.js'
import { requireNoSiblings } from '../../rest5/siblings.js'
import { type Locales, parseLocales } from '../../rest5/locale.js'
import { parseVersions, type Versions } from '../../rest5/versions.js'
import type { DocumentQueryRules } from '../query-rules.js'

/**
 * Reads the arguments of a list, at the root or below a document. A `limit` of null means all rows.
 *
 * @throws ApiError; LeftToStrapi for what Strapi reads in another way
 */
export function readDocumentList(
  schema: Schema,
  args: Arguments,
  scope: FilterScope,
  rules: DocumentQueryRules,
): RowOptions {
  const { context } = scope
  const filters = rules.servesAll
    ? rawFilters(context.registry, schema, args['filters'])
    : readFilters(schema, args['filters'] ?? {}, context.registry)
  const sort = rules.servesAll ? withoutNulls(args['sort']) : readSort(args['sort'])
  rules.checkList(schema, { filters, sort }, context)
  const list = {
    filters: parseFilters(schema, filters, { ...scope, typed: true }),
    sort: parseSort(schema, sort, scope),
    ...readPage(args['pagination'], context.limits, rules),
  }
  if (!rules.servesAll) {
    requireStatus(schema, filters, scope)
    requireNoSiblings({ filters, sort })
    requireOneRow(schema, list.sort)
  }
  return list
}

/** Operators that no null fulfils. */
const ofValues: ReadonlySet<string> = new Set(
  ['eq', 'eqi', 'gt', 'gte', 'lt', 'lte', 'contains', 'containsi', 'startsWith', 'endsWith'].map((name) => `$${name}`),
)

/**
 * Rejects a filter of `publishedAt` that selects other rows than the status does. In Strapi it replaces the
 * status at the root, and a part of it below.
 */
function requireStatus(schema: Schema, filters: Filters, { publicationState }: FilterScope): void {
  const filter = Object.hasOwn(filters, 'publishedAt') ? filters['publishedAt'] : undefined
  if (filter === undefined || schema.model !== 'contentType' || !schema.draftAndPublish) return
  const selectsPublished = Object.entries(filter as Filters).every(
    ([operator, operand]) => ofValues.has(operator) && operand !== null,
  )
  if (publicationState !== 'live' || !selectsPublished) throw leftToStrapi('filters by publishedAt')
}

/** Returns whether a filter replaces the locale of a list, as in Strapi. */
export function filtersByLocale({ filters }: Arguments): boolean {
  return isRecord(filters) && Object.hasOwn(filters, 'locale')
}

/**
 * Rejects sorts by a document with several versions: an entry without drafts has links to the draft and to
 * the published version, and Strapi sorts by any of them.
 */
function requireOneRow(schema: Schema, sort: readonly SortKey[]): void {
  const hasDrafts = (type: Schema) => type.model === 'contentType' && type.draftAndPublish
  for (const { path } of sort) {
    const owners = [schema, ...path.map(({ target }) => target)]
    const step = path.find(({ target }, index) => hasDrafts(target) && !hasDrafts(owners[index] ?? target))
    if (step) throw leftToStrapi(`sorts by ${step.name}, which has several versions`)
  }
}

/** Returns the sort keys with the id at the end, as Strapi sorts the rows of a page. */
export function withIds(
  schema: Schema,
  sort: readonly SortKey[],
  { publicationState }: FilterScope,
): readonly SortKey[] {
  const attribute = schema.attributes['id']
  if (!attribute || !isScalar(attribute)) throw new Error(`${schema.uid} has no id`)
  return [...sort, { path: [], name: 'id', attribute, direction: 'asc', publicationState }]
}

type Filters = Readonly<Record<string, unknown>>

/** Converts filters of GraphQL to those of REST: operators get their `$`. */
function readFilters(schema: Schema, input: unknown, registry: Registry): Filters {
  if (!isRecord(input)) throw leftToStrapi('has filters without a value')
  const converted = Object.entries(input).map(([name, value]): readonly [string, unknown] => {
    const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
    if (!attribute) return [`$${name}`, readGroup(schema, value, registry)]
    if (isScalar(attribute)) return [name, readComparisons(name, attribute.type, value)]
    const target = linkTarget(attribute, registry)
    if (!target) throw leftToStrapi(`filters by ${name}, which is polymorphic`)
    return [name, readInner(target, value, registry)]
  })
  return Object.fromEntries(converted)
}

function readGroup(schema: Schema, value: unknown, registry: Registry): unknown {
  if (!Array.isArray(value)) return readInner(schema, value, registry)
  if (value.length === 0) throw leftToStrapi('has a group without filters')
  return value.map((item: unknown) => readInner(schema, item, registry))
}

function readInner(schema: Schema, value: unknown, registry: Registry): Filters {
  if (!isRecord(value) || Object.keys(value).length === 0) throw leftToStrapi('has filters without a value')
  return readFilters(schema, value, registry)
}

function readComparisons(name: string, type: ScalarType, value: unknown): Filters {
  if (!isRecord(value) || Object.keys(value).length === 0) throw leftToStrapi(`filters by ${name} without a value`)
  const converted = Object.entries(value).map(([operator, operand]): readonly [string, unknown] => {
    if (operator === 'not') return ['$not', readComparisons(name, type, operand)]
    // Strapi fails on these.
    if (isGroupOperator(`$${operator}`)) throw leftToStrapi(`has ${operator} within the filter of ${name}`)
    const operands: unknown[] = [operand].flat()
    const mayBeNull = operator === 'eq' || operator === 'ne'
    if (operands.length === 0 || (!mayBeNull && operands.includes(null))) {
      throw leftToStrapi(`filters by ${name} without a value`)
    }
    // Strapi loses the times in lists, which are objects there.
    if (isTime(type) && Array.isArray(operand)) throw leftToStrapi(`compares ${name} with a list of times`)
    return [`$${operator}`, operand]
  })
  return Object.fromEntries(converted)
}

const isTime = (type: ScalarType) => type === 'datetime' || type === 'timestamp'

/** Lists in GraphQL may contain nulls. */
function withoutNulls(sort: unknown): unknown {
  return Array.isArray(sort) ? sort.filter((name) => name !== null) : sort
}

function readSort(input: unknown): readonly string[] {
  const names: unknown[] = [input ?? []].flat()
  return names.map((name) => {
    if (typeof name !== 'string' || name.split(',').some((item) => item.trim() === '')) {
      throw leftToStrapi('sorts by no name')
    }
    return name
  })
}

/** Reads `pagination` as Strapi 5 does: it raises numbers below the minimum. */
export function readPage(
  input: unknown,
  { defaultLimit, maxLimit }: Limits,
  { servesAll }: DocumentQueryRules,
): Pick<RowOptions, 'start' | 'limit'> {
  // A field that has no default for the argument has no list either.
  if (!servesAll && (!isRecord(input) || Object.values(input).includes(null)))
    throw leftToStrapi('has null as pagination')
  const { page, pageSize, start, limit } = numbersIn(input)
  const byPage = page !== undefined || pageSize !== undefined
  if (byPage && (start !== undefined || limit !== undefined)) {
    if (!servesAll) throw leftToStrapi('has pages and offsets')
    throw new ApiError('PaginationError', 'Cannot use both page & offset pagination in the same query')
  }
  const requested = byPage ? Math.max(1, pageSize ?? defaultLimit) : (limit ?? defaultLimit)
  const size = maxLimit !== null && (requested === -1 || requested > maxLimit) ? maxLimit : requested
  const offset = byPage ? ((page ?? 1) - 1) * size : (start ?? 0)
  if (!Number.isSafeInteger(offset)) throw leftToStrapi('has a page with a large number')
  return { start: Math.max(offset, 0), limit: size === -1 ? null : Math.max(size, 1) }
}

type PageNumbers = Readonly<Record<'page' | 'pageSize' | 'start' | 'limit', number | undefined>>

const numbersIn = (input: unknown): PageNumbers =>
  Object.fromEntries(
    Object.entries(isRecord(input) ? input : {}).filter(([, value]) => value !== null),
  ) as unknown as PageNumbers

/** Reads `status`, `publicationFilter` and `hasPublishedVersion` of a root field. @throws LeftToStrapi */
export function readVersions(args: Arguments, { servesAll }: DocumentQueryRules): Versions {
  const { status, publicationFilter, hasPublishedVersion } = args
  if (!servesAll && (publicationFilter === null || hasPublishedVersion === null)) {
    throw leftToStrapi('has null as publicationFilter')
  }
  const name = typeof publicationFilter === 'string' ? publicationFilter.toLowerCase().replaceAll('_', '-') : undefined
  const has = typeof hasPublishedVersion === 'boolean' ? String(hasPublishedVersion) : undefined
  const read = {
    ...(typeof status === 'string' && { status: status.toLowerCase() }),
    // `publicationFilter` takes precedence.
    ...(name !== undefined ? { publicationFilter: name } : has !== undefined && { hasPublishedVersion: has }),
  }
  return parseVersions(read, besideStrapi)
}

/** What Strapi takes for the code of a locale, whether or not the project has it: the form of BCP 47. */
const localeForm = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/

/**
 * Reads `locale` of a root field: a locale of the project, in lists also `*`.
 * @throws LeftToStrapi; ApiError ValidationError for what can be no locale
 */
export function readLocales(
  type: ContentType,
  { locale }: Arguments,
  context: Pick<PlanContext, 'locales' | 'strict'>,
  { isList, rules }: { readonly isList: boolean; readonly rules: DocumentQueryRules },
): Locales {
  if (!rules.servesAll) {
    const isKnown = locale === undefined || locale === '*' || context.locales.codes.some((code) => code === locale)
    if (!isKnown) throw leftToStrapi('has no known locale')
    return parseLocales(type, locale, context, { isList })
  }
  if (locale !== undefined && locale !== null && locale !== '*') checkLocale(locale, context)
  // No row has this locale.
  if (locale === '*' && !isList) return { locale: type.localized ? locale : null, filters: null }
  return parseLocales(type, locale ?? undefined, context, { isList, acceptsAny: true })
}

/** @throws ApiError ValidationError for what can be no locale */
export function checkLocale(locale: unknown, { strict }: Pick<PlanContext, 'strict'>): void {
  if (!strict || (typeof locale === 'string' && localeForm.test(locale))) return
  const message = "Invalid parameter at 'locale'. Locale must be a valid BCP 47 format (e.g. en, en-US, zh-Hans)."
  throw new ApiError('ValidationError', message)
}

/**
 * Returns the conditions of linked rows. @throws LeftToStrapi for filters in addition to a publication filter,
 * because Strapi merges both
 */
export function bothConditions(
  filters: Condition | null,
  version: Condition | null,
  { servesAll }: DocumentQueryRules,
): Condition | null {
  if (servesAll) return allOf([filters, version])
  if (filters && version) throw leftToStrapi('has filters in addition to publicationFilter')
  return filters ?? version
}
