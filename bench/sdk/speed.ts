import { stringify } from '@content-api/sdk/query-string'
import { sample } from 'fast-check'
import qs from 'qs'
import { anyQuery, withoutNull } from '../../packages/sdk/test/support/any-query.js'

/** Queries as applications send them, over and over with other values. */
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

/** Strings per second. Each is looked into, for engines put off the work of joining until then. */
function rate(queries: readonly object[], write: (query: object) => string): number {
  const started = performance.now()
  let seen = 0
  for (const query of queries) {
    const text = write(query)
    seen += text.charCodeAt(text.length >> 1) || 0
  }
  const seconds = (performance.now() - started) / 1000
  return seen > 0 ? queries.length / seconds : 0
}

export interface Speed {
  /** The median of rounds in which the two take turns. */
  readonly ratio: number
  readonly ours: number
  readonly qs: number
}

function against(queries: readonly object[]): Speed {
  const measured = Array.from({ length: ROUNDS }, () => {
    const ours = rate(queries, stringify)
    const theirs = rate(queries, (query) => qs.stringify(query, { encodeValuesOnly: true }))
    return { ratio: ours / theirs, ours, qs: theirs }
  })
  return measured.toSorted((a, b) => a.ratio - b.ratio)[ROUNDS >> 1] ?? { ratio: 0, ours: 0, qs: 0 }
}

/**
 * How many times as fast as qs: on typical queries, and on 10,000 generated ones, no two of a shape. Both write the same
 * queries, which mean the same in either's string: null, which only ours knows, is spelled out.
 */
export function speedAgainstQs(): { typical: Speed; generated: Speed } {
  return {
    typical: against(Array.from({ length: 10_000 }, () => typical).flat()),
    generated: against(generatedQueries()),
  }
}

/** Cloned, because what generates them leaves out prototypes, which no application does and engines are slow at. */
function generatedQueries(): object[] {
  return sample(anyQuery, { numRuns: 10_000, seed: 6 }).map((query) => structuredClone(withoutNull(query) as object))
}
