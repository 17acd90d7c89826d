import { isRecord } from '@content-api/model'
import diff from 'microdiff'
import { ComparisonError, chooseQuery, readPage, type Service } from './read-pages.js'

export interface FoundDifference extends Difference {
  readonly type: string
  /** The id of the entry, or its value of the attribute `by`. */
  readonly entry: string
  readonly expected: ExpectedDifference | undefined
}

export interface TypeComparison {
  /** The number of entries that both services have. */
  readonly compared: number
  readonly differences: number
  readonly expected: number
}

export interface CompareOptions {
  readonly strapi: Service
  readonly here: Service
  /** The plural name of a collection type, or the singular name of a single type. */
  readonly type: string
  /** The attribute that identifies an entry in both services. By default the id. */
  readonly by?: string | undefined
  /** The query string of both requests. */
  readonly query: string
  readonly onDifference: (difference: FoundDifference) => void
}

/** Compares the services page by page. An entry that only one service has returned waits for later pages. */
export async function compareType(options: CompareOptions): Promise<TypeComparison> {
  const { strapi, here, type, by } = options
  const query = await chooseQuery(here, type, options.query)
  const counts = { compared: 0, differences: 0, expected: 0 }
  const report = (entry: string, difference: Difference) => {
    const expected = findExpected(difference)
    counts[expected ? 'expected' : 'differences']++
    options.onDifference({ ...difference, type, entry, expected })
  }
  const waiting = { strapi: new Map<string, unknown>(), here: new Map<string, unknown>() }
  const compare = (key: string, left: unknown, right: unknown) => {
    counts.compared++
    for (const difference of findDifferences(left, right, by !== undefined)) report(key, difference)
  }
  let [strapiEnded, hereEnded] = [false, false]
  for (let page = 1; !strapiEnded || !hereEnded; page++) {
    const [left, right] = await Promise.all([
      strapiEnded ? null : readPage(strapi, type, query, page),
      hereEnded ? null : readPage(here, type, query, page),
    ])
    strapiEnded ||= left?.isLast === true
    hereEnded ||= right?.isLast === true
    for (const entry of left?.entries ?? []) waiting.strapi.set(keyOf(entry, by, type), entry)
    for (const entry of right?.entries ?? []) {
      const key = keyOf(entry, by, type)
      if (!waiting.strapi.has(key)) waiting.here.set(key, entry)
      else {
        compare(key, waiting.strapi.get(key), entry)
        waiting.strapi.delete(key)
      }
    }
    for (const [key, entry] of waiting.here) {
      if (!waiting.strapi.has(key)) continue
      compare(key, waiting.strapi.get(key), entry)
      waiting.strapi.delete(key)
      waiting.here.delete(key)
    }
  }
  for (const [key, entry] of waiting.strapi) report(key, { path: [], strapi: entry, here: undefined, above: [] })
  for (const [key, entry] of waiting.here) report(key, { path: [], strapi: undefined, here: entry, above: [] })
  return counts
}

function keyOf(entry: unknown, by: string | undefined, type: string): string {
  const attributes = isRecord(entry) && isRecord(entry['attributes']) ? entry['attributes'] : {}
  const key = isRecord(entry) ? (by === undefined ? entry['id'] : attributes[by]) : undefined
  if (typeof key !== 'string' && typeof key !== 'number')
    throw new ComparisonError(`An entry of ${type} has no "${by ?? 'id'}".`)
  // The localizations of an entry share the values of attributes that aren't localized.
  const { locale } = attributes
  return by !== undefined && typeof locale === 'string' ? `${key} ${locale}` : String(key)
}

/** @param withoutIds the services have different ids for the same entries, so differences of ids are ignored */
function findDifferences(strapi: unknown, here: unknown, withoutIds: boolean): Difference[] {
  const [left, right] = [{ entry: strapi }, { entry: here }]
  return diff(left, right, { cyclesFix: false })
    .filter(({ path }) => !(withoutIds && path.at(-1) === 'id'))
    .map((found) => {
      const path = found.path.slice(1)
      return { path, strapi: valueAt(strapi, path), here: valueAt(here, path), above: valuesAbove(strapi, path) }
    })
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], value)
}

const valuesAbove = (value: unknown, path: readonly (string | number)[]) =>
  path.map((_, index) => valueAt(value, path.slice(0, index)))

/** A value that differs between the services. `undefined` means that a service doesn't have the value. */
export interface Difference {
  /** The path inside the entry. */
  readonly path: readonly (string | number)[]
  readonly strapi: unknown
  readonly here: unknown
  /** The objects of Strapi's entry that contain the value, outermost first. */
  readonly above: readonly unknown[]
}

/** A difference that is deliberate, or that can't be avoided when content comes from an export archive of Strapi. */
export interface ExpectedDifference {
  /** The number of a rule in `docs/differences.md` or of a record in `decisions/`. */
  readonly decision: string
  readonly because: string
  readonly matches: (difference: Difference) => boolean
}

const wholeNumber = /^-?\d+$/

export const expectedDifferences: readonly ExpectedDifference[] = [
  {
    decision: '0031',
    because: 'entries have meta.availableLocales here',
    matches: ({ path, strapi }) => path.at(-1) === 'meta' && strapi === undefined,
  },
  {
    decision: '0032',
    because: 'Strapi rounds big integers',
    matches: ({ strapi, here }) =>
      typeof strapi === 'string' &&
      typeof here === 'string' &&
      wholeNumber.test(strapi) &&
      wholeNumber.test(here) &&
      !Number.isSafeInteger(Number(here)) &&
      Number(strapi) === Number(here),
  },
  {
    decision: '0048',
    because: 'polymorphic relations hide private attributes and passwords here',
    matches: ({ here, above }) => here === undefined && isBareEntry(above.at(-1)),
  },
  {
    decision: '0366',
    because: 'entries of polymorphic relations name their type here',
    matches: ({ path, strapi, here }) => path.at(-1) === '__type' && strapi === undefined && typeof here === 'string',
  },
  {
    decision: '0291',
    because: 'archives of Strapi hold no creators',
    matches: ({ path, strapi, here }) => {
      const name = path.at(-1) === 'data' ? path.at(-2) : path.at(-1)
      return (name === 'createdBy' || name === 'updatedBy') && (strapi === null || here === null)
    },
  },
]

/**
 * Whether Strapi's value is the target of a polymorphic relation. Unlike other entries, it has no
 * `attributes`. Unlike components, it has `createdAt`.
 */
const isBareEntry = (value: unknown) =>
  isRecord(value) && 'id' in value && 'createdAt' in value && !('attributes' in value)

export function findExpected(difference: Difference): ExpectedDifference | undefined {
  return expectedDifferences.find(({ matches }) => matches(difference))
}
