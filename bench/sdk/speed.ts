import { stringify } from '@content-api/sdk/query-string'
import * as fc from 'fast-check'
import qs from 'qs'
import { anyQuery, queriesOf, withoutNull } from '../../packages/sdk/test/support/any-query.js'

/** Typical queries of applications, repeated with different values. */
const typical = [
  { filters: { slug: { $eq: 'the-long-way-home' } }, populate: ['cover', 'author'] },
  { fields: ['title', 'slug'], sort: 'publishedAt:desc', pagination: { page: 3, pageSize: 25 } },
  {
    fields: ['title', 'publishedAt', 'slug'],
    filters: {
      title: { $containsi: 'fjord & fell' },
      author: { city: { $in: ['Oslo', 'Bergen', 'Tromsø'] }, team: { name: { $ne: 'none' } } },
      $or: [{ rating: { $gte: 3 } }, { featured: true }],
    },
    populate: {
      cover: true,
      author: { fields: ['name'], populate: { team: true } },
      blocks: { on: { 'shared.quote': { fields: ['text'] } } },
    },
    sort: ['publishedAt:desc', 'id'],
    pagination: { page: 3, pageSize: 25, withCount: false },
  },
]

const ROUNDS = 9
/** Queries are written repeatedly in groups of this size. A small group stays in the processor's caches. */
const GROUP_SIZE = 10
const REPEATS = 5

type Write = (query: object) => string

const builders: readonly [ours: Write, theirs: Write] = [
  (query) => stringify(query),
  (query) => qs.stringify(query, { encodeValuesOnly: true }),
]

/** Returns the seconds that `write` takes. Reads each string, because engines concatenate strings lazily. */
function secondsOf(write: Write, queries: readonly object[], times: number): number {
  const started = performance.now()
  let seen = 0
  for (let time = 0; time < times; time++) {
    for (const query of queries) {
      const text = write(query)
      seen += text.charCodeAt(text.length >> 1) || 0
    }
  }
  return seen >= 0 ? (performance.now() - started) / 1000 : 0
}

export interface Speed {
  /** The time of qs divided by the time of our builder: the median of rounds in which the two alternate. */
  readonly ratio: number
  /** Strings per second. */
  readonly ours: number
  readonly qs: number
}

function compareWithQs(queries: readonly object[], groupSize: number, repeats: number): Speed {
  const measured = Array.from({ length: ROUNDS }, (_, round) => {
    const seconds: [ours: number, theirs: number] = [0, 0]
    for (let at = 0; at < queries.length; at += groupSize) {
      const group = queries.slice(at, at + groupSize)
      // Warm-up: otherwise only the builder that runs first would load the queries from main memory.
      if (repeats > 1) for (const write of builders) secondsOf(write, group, 1)
      const first = ((at / groupSize + round) % 2) as 0 | 1
      for (const which of [first, first === 0 ? 1 : 0] as const) {
        seconds[which] += secondsOf(builders[which], group, repeats)
      }
    }
    const [ours, theirs] = seconds
    const written = queries.length * repeats
    return { ratio: theirs / ours, ours: written / ours, qs: written / theirs }
  })
  return measured.toSorted((a, b) => a.ratio - b.ratio)[ROUNDS >> 1] ?? { ratio: 0, ours: 0, qs: 0 }
}

/** Typical attribute names. */
const names = (
  'name title slug summary body code area population price rating views featured status email phone address capital ' +
  'founded publishedAt createdAt locale cover gallery author category tags country region city currency language team ' +
  'members related parent children'
).split(' ')
const words = 'Oslo Tromsø Åse São Paulo fjord long way home review winter light & mountain sea north of the'.split(' ')
const value = fc.oneof(
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((text) => text.join(' ')),
  fc
    .array(fc.constantFrom('oslo', 'long', 'way', 'home'), { minLength: 1, maxLength: 4 })
    .map((text) => text.join('-')),
  fc.date({ min: new Date(0), max: new Date(2e12), noInvalidDate: true }).map((date) => date.toISOString()),
  fc.nat(100_000),
  fc.nat(100_000).map((cents) => cents / 100),
  fc.boolean(),
)

/**
 * Compares the speed of our query-string builder with qs on four sets of queries:
 *
 * - `typical`: three queries of applications
 * - `generated`: 10,000 queries of mostly different shapes
 * - `extreme`: 10,000 queries with random names and extreme values, such as 17-digit numbers
 * - `scattered`: the extreme queries, each written once per round. It mostly measures how fast their 200,000
 *   objects are loaded from main memory. Applications differ: they write a query right after they create it.
 *
 * Both builders write equivalent queries. `withoutNull` replaces comparisons with null, which only our
 * builder supports, by `$null` and `$notNull`.
 */
export function speedAgainstQs(): Record<'typical' | 'generated' | 'extreme' | 'scattered', Speed> {
  const extreme = sampleOf(anyQuery)
  return {
    typical: compareWithQs(Array.from({ length: 3_333 }, () => typical).flat(), GROUP_SIZE, REPEATS),
    generated: compareWithQs(sampleOf(queriesOf(fc.constantFrom(...names), value)), GROUP_SIZE, REPEATS),
    extreme: compareWithQs(extreme, GROUP_SIZE, REPEATS),
    scattered: compareWithQs(extreme, extreme.length, 1),
  }
}

/**
 * Returns 10,000 queries. They are cloned to plain objects: the generator's objects have no prototype, unlike
 * those of applications, and engines handle them slowly.
 */
function sampleOf(queries: fc.Arbitrary<object>): object[] {
  return fc.sample(queries, { numRuns: 10_000, seed: 6 }).map((query) => structuredClone(withoutNull(query) as object))
}
