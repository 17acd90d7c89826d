import { type Schema, isScalar } from '@content-api/model'
import { isEquality, isJson } from '../reference/json.js'
import { type Query, eachKey, isRecord } from '../request-target.js'
import { errorResponse } from '../responses.js'
import type { ReplayRequest } from '../exchange.js'
import type { Case, Rule } from '../rule.js'
import { type ExpectedError, refusal } from './refusals.js'

const reads = new Set(['list', 'one', 'single'])
export const invalid = (parameter?: string): ExpectedError => ({
  error: 'ValidationError',
  ...(parameter !== undefined && { parameter }),
})

/** Returns the query of a read; null for other requests. */
function queryOf({ target }: Case): Query | null {
  return target && reads.has(target.operation) ? target.query : null
}

const lists = ({ target }: Case): Query | null => (target?.operation === 'list' ? target.query : null)

export const paginationChecked = refusal({
  name: '0037-pagination-values-are-checked',
  strapi: 'raises zero and negative values to 1, and fails with 500 on strings, fractions and repeated parameters.',
  ours: 'rejects everything but integers of at least 1 (`start`: 0) with 400. `limit=-1` means the maximum, and larger values are reduced to the maximum.',
  why: 'otherwise the client would get a page that it did not request. Clients rely on the reduction to the maximum.',
  refuses(of) {
    const query = lists(of)
    const { pagination } = query ?? {}
    if (!isRecord(pagination)) return null
    const least = { page: 1, pageSize: 1, limit: 1, start: 0 }
    const wrong = Object.entries(least).some(([name, minimum]) => {
      const value = pagination[name]
      if (value === undefined || (name === 'limit' && value === '-1')) return false
      const isWritten = typeof value === 'string' && value.trim() !== '' && Number.isInteger(Number(value))
      return !isWritten || Number(value) < minimum
    })
    return wrong ? { error: 'PaginationError' } : null
  },
})

export const oneDirection = refusal({
  name: '0199-a-sort-has-one-direction',
  strapi: 'ignores everything after the second colon in `sort=title:asc:desc`.',
  ours: 'rejects it with 400.',
  why: 'the server ignores no input that it does not understand.',
  refuses(of) {
    const sort = lists(of)?.['sort']
    return typeof sort === 'string' && /:[^,]*:/.test(sort) ? invalid() : null
  },
})

export const localesKnown = refusal({
  name: '0038-unknown-locales-are-refused',
  strapi: 'returns an empty list for an unknown locale, and creates an entry in the default locale.',
  ours: 'sends 400 and names the existing locales.',
  why: 'an empty list or another locale would hide the mistake.',
  refuses: (of) => (isUnknownLocale(of) ? invalid() : null),
})

function isUnknownLocale(of: Case): boolean {
  // Strapi ignores the parameter of a create.
  const query = of.target?.operation === 'create' ? of.target.query : queryOf(of)
  if (!query || !of.target?.type.localized || !('locale' in query)) return false
  const { locale } = query
  return isRecord(locale) || Array.isArray(locale)
    ? !leaves(locale).every((code) => ['en', 'fr'].includes(code as string))
    : !['en', 'fr', 'all'].includes(locale as string)
}

const leaves = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value]

export const localesOfSingles: Rule = {
  ...localesKnown,
  when: (of, theirs) => of.target?.operation === 'single' && theirs.status === 404 && isUnknownLocale(of),
  expected: () => errorResponse('ValidationError'),
}

export const publicationStateKnown = refusal({
  name: '0039-publication-state-is-live-or-preview',
  strapi:
    'fails with 500 in lists, ignores the parameter elsewhere, and treats a parameter without a value as `preview`.',
  ours: 'rejects everything but `live` and `preview` with 400, and ignores a parameter without a value.',
  why: 'a misspelled state must neither show nor hide drafts.',
  refuses(of) {
    const query = queryOf(of)
    const state = query?.['publicationState']
    if (state === undefined || state === null) return null
    return state === 'live' || state === 'preview' ? null : invalid()
  },
})

/** Returns the filters of a read with their schema. The list is empty for other requests. */
function filtersOf({ target, world }: Case): [Schema, unknown][] {
  return target && reads.has(target.operation) && world ? [[target.type, target.query['filters']]] : []
}

/** Follows filters through relations. `visit` gets each name with its schema and value. */
function eachFilter(
  of: Case,
  schema: Schema,
  filters: unknown,
  visit: (schema: Schema, name: string, below: unknown) => void,
): void {
  if (Array.isArray(filters)) return filters.forEach((part) => eachFilter(of, schema, part, visit))
  if (!isRecord(filters)) return
  for (const [name, below] of Object.entries(filters)) {
    if (['$and', '$or', '$not'].includes(name)) {
      eachFilter(of, schema, below, visit)
      continue
    }
    visit(schema, name, below)
    const attribute = schema.attributes[name]
    if (!attribute || isScalar(attribute)) continue
    const { registry } = of.world
    if (attribute.type === 'component') eachFilter(of, registry.component(attribute.component), below, visit)
    if (attribute.type === 'relation' && attribute.target)
      eachFilter(of, registry.contentType(attribute.target), below, visit)
  }
}

export function findInFilters(
  of: Case,
  isWrong: (schema: Schema, name: string, below: unknown) => string | null,
): string | null {
  let found: string | null = null
  for (const [schema, filters] of filtersOf(of)) {
    eachFilter(of, schema, filters, (inner, name, below) => {
      found ??= isWrong(inner, name, below)
    })
  }
  return found
}

export const mediaNotFiltered = refusal({
  name: '0040-media-are-not-filtered',
  strapi: 'filters entries by their media attributes.',
  ours: 'rejects such filters with 400.',
  why: 'the specification excludes media from filters (§4.3).',
  refuses(of) {
    const name = findInFilters(of, (schema, name) => (schema.attributes[name]?.type === 'media' ? name : null))
    return name === null ? null : invalid(name)
  },
})

const operators = new Set(
  '$eq $eqi $ne $nei $lt $lte $gt $gte $in $notIn $contains $notContains $containsi $notContainsi $startsWith $startsWithi $endsWith $endsWithi $null $notNull $between $not $and $or'.split(
    ' ',
  ),
)

export const operatorsKnown = refusal({
  name: '0041-unknown-operators-are-refused',
  strapi: 'ignores an unknown operator together with its condition, so that every entry is returned.',
  ours: 'sends 400, names the operator and suggests a similar one.',
  why: 'a misspelled operator must not remove the filter.',
  refuses(of) {
    const name = findInFilters(of, (schema, name, below) => {
      if (name.startsWith('[')) return name
      const attribute = schema.attributes[name]
      if (!attribute || !isScalar(attribute) || !isRecord(below)) return null
      return unknownOperator(below)
    })
    return name === null ? null : invalid(name)
  },
})

export const operandsAreValues = refusal({
  name: '0041-unknown-operators-are-refused',
  strapi: 'ignores a condition whose operator has an object as its value.',
  ours: 'rejects it with 400.',
  why: 'a malformed condition must not remove the filter.',
  refuses(of) {
    const found = findInFilters(of, (schema, name, below) => {
      const attribute = schema.attributes[name]
      if (!attribute || !isScalar(attribute) || !isRecord(below)) return null
      // JSON equals objects.
      const isOperand = isJson(attribute) ? isEquality : () => false
      return (
        Object.entries(below).find(([key, value]) => key !== '$not' && !isOperand(key) && isRecord(value))?.[0] ?? null
      )
    })
    return found === null ? null : invalid()
  },
})

function unknownOperator(below: Readonly<Record<string, unknown>>): string | null {
  for (const [key, value] of Object.entries(below)) {
    if (!operators.has(key)) return key
    if (key === '$not' && isRecord(value)) {
      const inner = unknownOperator(value)
      if (inner !== null) return inner
    }
  }
  return null
}

/** The names of `Object.prototype`. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype))

/** Returns the name of `Object.prototype` in a filter. */
function inheritedName({ path }: ReplayRequest): string | undefined {
  const names = path.split(/[?&]/).flatMap((parameter) => {
    const [name = ''] = parameter.replace(/%5B/gi, '[').replace(/%5D/gi, ']').split('=')
    return name.startsWith('filters[') ? [...name.matchAll(/\[([^\]]*)\]/g)].map(([, inner]) => inner ?? '') : []
  })
  return names.find((name) => inherited.has(name))
}

export const prototypeKeys = refusal({
  name: '0042-prototype-names-are-refused',
  strapi: 'drops a condition whose path contains `__proto__`, `constructor` or a similar name.',
  ours: 'rejects it with 400.',
  why: 'no part of a query is dropped silently, and no attribute has such a name.',
  refuses({ request, target }) {
    const name = target && reads.has(target.operation) ? inheritedName(request) : undefined
    return name === undefined ? null : invalid(name)
  },
})

export const arrayLimit = refusal({
  name: '0043-lists-in-queries-have-a-limit',
  strapi: 'drops a condition with more than 100 values, so that every entry is returned.',
  ours: 'accepts lists of up to 1,000 values (`limits.arrayItems`) and rejects longer ones with 400.',
  why: 'a long list of ids must not remove the filter.',
  refuses({ target, request }) {
    if (!target) return null
    const indexes = [...request.path.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index))
    return indexes.some((index) => index >= 1000) ? invalid() : null
  },
})

export const parametersCounted = refusal({
  name: '0044-parameters-are-counted',
  strapi: 'reads the first 1,000 parameters of a query and drops the others.',
  ours: 'rejects queries with more than `limits.parameters` parameters with 400.',
  why: 'a truncated query has another meaning.',
  refuses: ({ request, target }) =>
    target && (request.path.split('?')[1]?.split('&').length ?? 0) > 2000 ? invalid() : null,
})

/** The minimum of `start` and `limit` in `populate`. A limit of -1, 0 or nothing means no limit. */
const leastWithin: Readonly<Record<string, number>> = { start: 0, limit: 1 }

export const populatedPages = refusal({
  name: '0037-pagination-values-are-checked',
  strapi: 'fails with 500 on negative values and on strings in `populate`.',
  ours: 'rejects them with 400.',
  why: 'invalid input is not a failure of the server.',
  refuses(of) {
    const populate = queryOf(of)?.['populate']
    let wrong = false
    eachKey(populate, (key, below) => {
      const least = leastWithin[key]
      if (least === undefined || typeof below !== 'string' || (key === 'limit' && ['-1', '0', ''].includes(below)))
        return
      wrong ||= !/^-?\d+$/.test(below) || Number(below) < least
    })
    return wrong ? { error: 'PaginationError' } : null
  },
})
