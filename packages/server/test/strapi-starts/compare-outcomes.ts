import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@content-api/model'
import type { Call, CallCase, Outcome } from './call-route.js'
import { libraryComponents, libraryTypes } from './library-schemas.js'

/** A decided difference is named by its anchor in `docs/differences.md`. */
export type Verdict = 'same' | 'different' | `${number}-${string}`

/** The names of errors that Strapi throws on purpose. All others are failures of its code or its database. */
const deliberate: ReadonlySet<string> = new Set([
  'ValidationError',
  'YupValidationError',
  'ApplicationError',
  'PaginationError',
  'NotFoundError',
  'ForbiddenError',
  'PolicyError',
  'UnauthorizedError',
  'NotImplementedError',
])

const componentKeys: ReadonlySet<string> = new Set(
  [...Object.values(libraryTypes), ...Object.values(libraryComponents)].flatMap(({ attributes }) =>
    Object.entries(attributes).flatMap(([key, { type }]) =>
      type === 'component' || type === 'dynamiczone' ? [key] : [],
    ),
  ),
)

/** The content has components with lower ids. Strapi creates several components concurrently, in any order. */
const firstNewComponent = 12

/** The content has entries with lower ids. PostgreSQL doesn't assign the ids of a rolled-back transaction again. */
const firstNewEntry = 13

/** Returns a value without what differs in each run: times of writes, and ids of new entries and components. */
export function essence(value: unknown, isComponent = false): unknown {
  if (Array.isArray(value)) return value.map((item) => essence(item, isComponent))
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    if ((key === 'createdAt' || key === 'updatedAt') && item !== null) return [key, '<time>']
    if (key === 'id' && Number(item) >= (isComponent ? firstNewComponent : firstNewEntry)) return [key, '<new>']
    if (key === 'ids' && Array.isArray(item)) return [key, item.map(() => '<new>')]
    return [key, essence(item, componentKeys.has(key))]
  })
  return Object.fromEntries(entries)
}

/** Compares the outcomes of a case on both sides. */
export function judge({ calls }: CallCase, theirs: readonly Outcome[], ours: readonly Outcome[]): Verdict {
  const failed = theirs.find((outcome) => 'error' in outcome)
  if (failed && 'error' in failed) {
    if (!deliberate.has(failed.error.name)) return '0062-client-mistakes-are-not-failures'
    const here = ours.find((outcome) => 'error' in outcome)
    if (here && 'error' in here && ours.length === theirs.length && here.error.name === nameHere(failed.error.name)) {
      return 'same'
    }
    return unpublishes(calls[0]) ? '0073-publishing-is-checked' : 'different'
  }
  const here = ours.find((outcome) => 'error' in outcome)
  if (here && 'error' in here && isTakenValue(calls[0], here.error.message)) {
    return '0281-generated-actions-call-code-that-replaces-them'
  }
  const [expected, found] = [essence(theirs), essence(ours)]
  if (isDeepStrictEqual(expected, found)) return 'same'
  const reduced = withoutSorted(expected, found, sortedNames(calls))
  if (followsRelationsLive(calls)) return '0045-publication-state-everywhere'
  return isDeepStrictEqual(reduced, found) ? '0116-fields-are-what-is-shown' : 'different'
}

/** Returns whether `strapi.db.query` stores a value of a unique attribute twice. */
const isTakenValue = (call: Call | undefined, message: string) =>
  call?.on === 'query' && message === 'This attribute must be unique'

/** Returns whether a published entry becomes a draft. */
function unpublishes(call: Call | undefined): boolean {
  const parameters = call?.args.at(-1)
  const data = isRecord(parameters) ? parameters['data'] : undefined
  return call?.method === 'update' && isRecord(data) && data['publishedAt'] === null
}

/** Yup's errors are subclasses of ValidationError. */
const nameHere = (name: string) => (name === 'YupValidationError' ? 'ValidationError' : name)

/** Removes attributes that only their value has, and by which the calls sort. */
function withoutSorted(theirs: unknown, ours: unknown, sorted: ReadonlySet<string>): unknown {
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    return theirs.map((item, index) => withoutSorted(item, ours[index], sorted))
  }
  if (!isRecord(theirs) || !isRecord(ours)) return theirs
  return Object.fromEntries(
    Object.entries(theirs)
      .filter(([key]) => key in ours || !sorted.has(key))
      .map(([key, item]) => [key, withoutSorted(item, ours[key], sorted)]),
  )
}

/** Returns whether a call filters or sorts published entries by related ones, of which Strapi also uses drafts. */
function followsRelationsLive(calls: readonly Call[]): boolean {
  return calls.some(({ args }) =>
    args.some((parameters) => {
      if (!isRecord(parameters) || parameters['publicationState'] !== 'live') return false
      const used = JSON.stringify([parameters['filters'], parameters['sort']])
      return relationNames.some((name) => new RegExp(`"${name}[".]`).test(used))
    }),
  )
}

const relationNames = Object.values(libraryTypes).flatMap(({ attributes }) =>
  Object.entries(attributes).flatMap(([name, { type }]) => (type === 'relation' ? [name] : [])),
)

function sortedNames(calls: readonly Call[]): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (value: unknown, isSort: boolean) => {
    if (typeof value === 'string' && isSort) {
      for (const path of value.split(',')) names.add(path.split(':')[0]?.split('.').at(-1) ?? '')
    }
    if (typeof value !== 'object' || value === null) return
    for (const [key, item] of Object.entries(value)) {
      if (isSort && !Array.isArray(value)) names.add(key)
      visit(item, isSort || key === 'sort' || key === 'orderBy')
    }
  }
  for (const { args } of calls) visit(args, false)
  return names
}
