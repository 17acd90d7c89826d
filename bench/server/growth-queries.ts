import type { Call } from './workloads.js'

const read = (path: string): Call => ({ method: 'GET', path })
const noCount = 'pagination[withCount]=false'

interface GrowthQuery {
  readonly name: string
  /** Whether the response has the number of all entries. */
  readonly counts: boolean
  call(n: number): Call
}

/** The queries that are measured on few and on many rows. */
export const growthQueries: readonly GrowthQuery[] = [
  { name: 'list, page 1', counts: false, call: () => read(`/api/cities?${noCount}`) },
  {
    name: 'indexed filter, page 1',
    counts: false,
    call: (n) => read(`/api/cities?filters[name][$gte]=${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[n % 26]}&sort=name&${noCount}`),
  },
  {
    name: 'filter over a relation',
    counts: false,
    call: (n) => read(`/api/cities?filters[country][code]=${['AND', 'ARE'][n % 2]}&${noCount}`),
  },
  { name: 'populate, page 1', counts: false, call: () => read(`/api/cities?populate=country&${noCount}`) },
  { name: 'list, page 1, and count', counts: true, call: () => read('/api/cities') },
]
