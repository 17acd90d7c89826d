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
/** The number of queries that are written repeatedly before the next ones: small, so that they stay in the processor's caches. */
const PORTION = 10
const REPEATS = 5

type Write = (query: object) => string

const builders: readonly [ours: Write, theirs: Write] = [
  (query) => stringify(query),
  (query) => qs.stringify(query, { encodeValuesOnly: true }),
]

/** Returns seconds. Reads each string, because engines concatenate strings lazily. */
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
  /** The median of rounds in which the two alternate. */
  readonly ratio: number
  /** Strings per second. */
  readonly ours: number
  readonly qs: number
}

function against(queries: readonly object[], portion: number, repeats: number): Speed {
  const measured = Array.from({ length: ROUNDS }, (_, round) => {
    const seconds: [ours: number, theirs: number] = [0, 0]
    for (let at = 0; at < queries.length; at += portion) {
      const part = queries.slice(at, at + portion)
      // The first one would load the queries from main memory for the other one.
      if (repeats > 1) for (const write of builders) secondsOf(write, part, 1)
      const first = ((at / portion + round) % 2) as 0 | 1
      for (const which of [first, first === 0 ? 1 : 0] as const) {
        seconds[which] += secondsOf(builders[which], part, repeats)
      }
    }
    const [ours, theirs] = seconds
    const written = queries.length * repeats
    return { ratio: theirs / ours, ours: written / ours, qs: written / theirs }
  })
  return measured.toSorted((a, b) => a.ratio - b.ratio)[ROUNDS >> 1] ?? { ratio: 0, ours: 0, qs: 0 }
}

/** Typical names and values of attributes. */
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
 * Measures how many times as fast as qs the builder is, on four sets of queries: typical ones; 10,000 generated ones of mostly
 * different shapes; as many with random names and extreme values, such as 17-digit numbers; and the latter when each is
 * written once per pass, which mostly measures loading 200,000 objects from main memory, for both builders. Applications
 * write a query right after they create it. Both builders write equivalent queries: comparisons with null, which only this
 * package supports, are replaced.
 */
export function speedAgainstQs(): Record<'typical' | 'generated' | 'extreme' | 'scattered', Speed> {
  const extreme = sampleOf(anyQuery)
  return {
    typical: against(Array.from({ length: 3_333 }, () => typical).flat(), PORTION, REPEATS),
    generated: against(sampleOf(queriesOf(fc.constantFrom(...names), value)), PORTION, REPEATS),
    extreme: against(extreme, PORTION, REPEATS),
    scattered: against(extreme, extreme.length, 1),
  }
}

/** Cloned, because the generator creates objects without a prototype, which engines handle slowly and applications don't use. */
function sampleOf(queries: fc.Arbitrary<object>): object[] {
  return fc.sample(queries, { numRuns: 10_000, seed: 6 }).map((query) => structuredClone(withoutNull(query) as object))
}
