import { type Schema, isScalar } from '@content-api/model'
import { type Query, eachKey, isRecord } from '../request-target.js'
import { errorAnswer } from '../answers.js'
import type { ReplayRequest } from '../exchange.js'
import type { Case, Rule } from '../rule.js'
import { type OwedAnswer, refusal } from './refusals.js'

const reads = new Set(['list', 'one', 'single'])
export const invalid = (parameter?: string): OwedAnswer => ({
  error: 'ValidationError',
  ...(parameter !== undefined && { parameter }),
})

/** The query of a read, or of any request where `writes` says that these are meant too. */
function queryOf({ target }: Case): Query | null {
  return target && reads.has(target.operation) ? target.query : null
}

const lists = ({ target }: Case): Query | null => (target?.operation === 'list' ? target.query : null)

export const paginationChecked = refusal({
  name: '0037-pagination-values-are-checked',
  strapi: 'raises zero and negative values to 1, and fails with 500 on text, fractions and repeated parameters.',
  ours: 'answers 400 for what is no whole number of at least 1 (`start`: 0); `limit=-1` still means as many as allowed, and what is above the maximum is clamped.',
  why: 'A page that was not asked for is the wrong answer; clamping to the maximum is what clients rely on.',
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
  strapi: 'ignores what follows a second colon in `sort=title:asc:desc`.',
  ours: 'answers 400.',
  why: 'Nothing that is not understood is ignored.',
  refuses(of) {
    const sort = lists(of)?.['sort']
    return typeof sort === 'string' && /:[^,]*:/.test(sort) ? invalid() : null
  },
})

export const localesKnown = refusal({
  name: '0038-unknown-locales-are-refused',
  strapi: 'answers an unknown locale with an empty list.',
  ours: 'answers 400 that names the locales there are.',
  why: 'An empty list answers another question than the one that was asked.',
  refuses: (of) => (isUnknownLocale(of) ? invalid() : null),
})

function isUnknownLocale(of: Case): boolean {
  const query = queryOf(of)
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
  expected: () => errorAnswer('ValidationError'),
}

export const publicationStateKnown = refusal({
  name: '0039-publication-state-is-live-or-preview',
  strapi: 'fails with 500 in lists, ignores it elsewhere, and takes a parameter without a value for `preview`.',
  ours: 'answers 400 to anything but `live` and `preview`; a parameter without a value is none.',
  why: 'A misspelt state must not show drafts or hide them.',
  refuses(of) {
    const query = queryOf(of)
    const state = query?.['publicationState']
    if (state === undefined || state === null) return null
    return state === 'live' || state === 'preview' ? null : invalid()
  },
})

/** Every part of a query that holds filters, with the schema they are about. */
function filtersOf({ target, world }: Case): [Schema, unknown][] {
  return target && reads.has(target.operation) && world ? [[target.type, target.query['filters']]] : []
}

/** Follows filters down links; `visit` gets each name with its schema and what stands below it. */
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
  strapi: 'lets lists be filtered by their files.',
  ours: 'answers 400.',
  why: 'The specification excludes media from filters (§4.3).',
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
  strapi: 'ignores an operator it does not know, and with it the condition: every entry comes back.',
  ours: 'answers 400 that names the operator and a near miss.',
  why: 'A misspelt filter must not become no filter.',
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
  strapi: 'ignores a condition whose operator is given an object in the place of values.',
  ours: 'answers 400.',
  why: 'A misspelt filter must not become no filter.',
  refuses(of) {
    const found = findInFilters(of, (schema, name, below) => {
      const attribute = schema.attributes[name]
      if (!attribute || !isScalar(attribute) || !isRecord(below)) return null
      return Object.entries(below).find(([key, value]) => key !== '$not' && isRecord(value))?.[0] ?? null
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

/** Names that every object of JavaScript has. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype))

/** The name in a filter's brackets that is one of them. */
function inheritedName({ path }: ReplayRequest): string | undefined {
  const names = path.split(/[?&]/).flatMap((parameter) => {
    const [name = ''] = parameter.replace(/%5B/gi, '[').replace(/%5D/gi, ']').split('=')
    return name.startsWith('filters[') ? [...name.matchAll(/\[([^\]]*)\]/g)].map(([, inner]) => inner ?? '') : []
  })
  return names.find((name) => inherited.has(name))
}

export const prototypeKeys = refusal({
  name: '0042-prototype-names-are-refused',
  strapi: 'drops a filter whose name goes through `__proto__`, `constructor` or the like, and with it the condition.',
  ours: 'answers 400.',
  why: 'Nothing that a query says is dropped silently; such a name is nobody’s honest attribute.',
  refuses({ request, target }) {
    const name = target && reads.has(target.operation) ? inheritedName(request) : undefined
    return name === undefined ? null : invalid(name)
  },
})

export const arrayLimit = refusal({
  name: '0043-lists-in-queries-have-a-limit',
  strapi: 'reads a list of more than 100 values as something else and drops the condition: every entry comes back.',
  ours: 'takes lists of up to 1,000 values (`limits.arrayItems`) and answers 400 beyond.',
  why: 'A long list of ids must not become no filter.',
  refuses({ target, request }) {
    if (!target) return null
    const indexes = [...request.path.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index))
    return indexes.some((index) => index >= 1000) ? invalid() : null
  },
})

export const parametersCounted = refusal({
  name: '0044-parameters-are-counted',
  strapi: 'reads 1,000 parameters of a query and drops the rest.',
  ours: 'answers 400 beyond `limits.parameters`.',
  why: 'Half a query is another question.',
  refuses: ({ request, target }) =>
    target && (request.path.split('?')[1]?.split('&').length ?? 0) > 2000 ? invalid() : null,
})

/** What `start` and `limit` within `populate` are at least; a limit of -1, 0 or nothing is none. */
const leastWithin: Readonly<Record<string, number>> = { start: 0, limit: 1 }

export const populatedPages = refusal({
  name: '0037-pagination-values-are-checked',
  strapi: 'fails with 500 on negative values and on text within `populate`.',
  ours: 'answers 400.',
  why: 'What the client can mend is not a failure of the server.',
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
