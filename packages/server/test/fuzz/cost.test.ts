import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connection } from '@content-api/engine/database'
import type { ContentApi } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'
import { openAtlas } from './atlas.js'
import { type AtlasProbe, atlasProbes } from './atlas-request.js'
import { isUnderestimated, type ReadCost, recordReads } from './read-costs.js'

const runs = Number(process.env['FUZZ_RUNS'] ?? 15)
const seed = Number(process.env['FUZZ_SEED'] ?? 4_711)
/**
 * Whether `FUZZ_RUNS` requests a full run: all cities, and times are compared with their estimates. While
 * other tests run on the machine, times vary too much for that.
 */
const isFullRun = process.env['FUZZ_RUNS'] !== undefined
const oneCityOf = isFullRun ? 1 : 100
/** The maximum time for the reads of an accepted request, in milliseconds. */
const maxMilliseconds = 2_000
/** The number of requests per seed. It is limited, because fast-check keeps all generated requests in memory. */
const runsPerSeed = 1_000

const headers = { 'content-type': 'application/json' }
const request = {
  rest: ({ rest }: AtlasProbe) => new Request(`http://service${rest}`),
  graphql: ({ graphql }: AtlasProbe) =>
    new Request('http://service/graphql', { method: 'POST', headers, body: JSON.stringify({ query: graphql }) }),
} as const

interface Seen extends ReadCost {
  readonly database: string
  readonly target: string
}

const describeRead = ({ database, estimate, milliseconds, target }: Seen) =>
  `${milliseconds.toFixed(1)} ms, estimated ${(estimate / 1_000).toFixed(1)} ms, ${database}: ${target.slice(0, 900)}`

const tested = await databases()

/** Disables parallel workers of PostgreSQL: the test measures the processor time of one process per connection. */
function withoutParallelWorkers(connection: Connection): Connection {
  if (connection.dialect === 'sqlite') return connection
  return { ...connection, url: `${connection.url}?options=-c%20max_parallel_workers_per_gather%3D0` }
}

describe(`${runs} generated reads of the atlas (seed ${seed})`, () => {
  const services: { name: string; api: ContentApi; taken: () => ReadCost; end: () => Promise<void> }[] = []
  beforeAll(async () => {
    for (const { name, connection } of tested) {
      const api = await openAtlas(withoutParallelWorkers(connection), oneCityOf)
      services.push({ name, api, ...(await recordReads(api, connection)) })
    }
  })
  afterAll(async () => {
    for (const { api, end } of services) await Promise.all([api.close(), end()])
  })

  it.each(['rest', 'graphql'] as const)(
    'take about as long as estimated through %s, on both databases',
    {
      timeout: 600_000 + runs * 2_000,
    },
    async (kind) => {
      const seen: Seen[] = []
      const statuses = new Map<string, number>()
      const check = async (probe: AtlasProbe) => {
        const target = kind === 'rest' ? decodeURIComponent(probe.rest) : probe.graphql
        const responses: string[] = []
        for (const { name, api, taken } of services) {
          const response = await api.fetch(request[kind](probe))
          const text = await response.text()
          const cost = taken()
          const isRejected = /The query costs about/.test(text)
          const status = `${response.status}${isRejected ? ' too expensive' : text.includes('"errors"') ? ' with errors' : ''}`
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          const isTooSlow = text.includes('The query takes too long')
          if (response.status === 200 || isTooSlow) seen.push({ database: name, target, ...cost })
          if (!isTooSlow) responses.push(`${status} ${text}`)
          expect(response.status, text.slice(0, 300)).toBeLessThan(500)
        }
        expect(responses.at(-1)).toBe(responses[0])
      }
      for (let done = 0; done < runs; done += runsPerSeed) {
        const options = { numRuns: Math.min(runsPerSeed, runs - done), seed: seed + done, endOnFailure: true }
        await fc.assert(fc.asyncProperty(atlasProbes(), check), options)
        if (runs > runsPerSeed) process.stdout.write(`${Math.min(done + runsPerSeed, runs)} of ${runs}\n`)
      }
      const ratios = seen
        .filter(({ milliseconds }) => milliseconds > 5)
        .map(({ estimate, milliseconds }) => (milliseconds * 1_000) / estimate)
        .toSorted((a, b) => a - b)
      const share = (part: number) => (ratios[Math.floor(ratios.length * part)] ?? 0).toFixed(2)
      const slowestFirst = seen.toSorted((a, b) => b.milliseconds - a.milliseconds)
      const underestimated = slowestFirst.filter(isUnderestimated)
      const lines = [
        `status by ${kind}: ${[...statuses].map(([status, count]) => `${status} ${count}`).join(', ')}`,
        `time ÷ estimate of ${ratios.length} reads above 5 ms: 1 % below ${share(0.01)}, 50 % below ${share(0.5)}, 99 % below ${share(0.99)}, 99.99 % below ${share(0.9999)}`,
        ...slowestFirst.slice(0, 3).map((one) => `longest: ${describeRead(one)}`),
        ...underestimated.slice(0, 12).map((one) => `underestimated: ${describeRead(one)}`),
      ]
      process.stdout.write(`${lines.join('\n')}\n`)
      expect((statuses.get('200') ?? 0) / seen.length).toBeGreaterThan(0.5)
      if (!isFullRun) return
      expect(underestimated.map(describeRead)).toEqual([])
      expect(slowestFirst.filter(({ milliseconds }) => milliseconds >= maxMilliseconds).map(describeRead)).toEqual([])
    },
  )
})
