import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentApi } from '../../src/index.js'
import { Distribution, pairs, triples } from './distribution.js'
import { forms, operators, type Probe, probes, types } from './rest-request.js'
import { type TimedResponse, Work, leaked, leastTime, openServices, timedFetch } from './two-services.js'

const runs = Number(process.env['FUZZ_RUNS'] ?? 420)
const seed = Number(process.env['FUZZ_SEED'] ?? 4_711)
/** The limit in milliseconds for any request. Short runs have none, because other tests run at the same time. */
const hang = runs < 5_000 ? Number.POSITIVE_INFINITY : 1_000

describe(`${runs} generated requests (seed ${seed})`, () => {
  let both: Awaited<ReturnType<typeof openServices>>
  beforeAll(async () => {
    both = await openServices()
  })
  afterAll(() => both.close())

  it('get the same response on both databases, in time, without an internal error or a secret', {
    timeout: 600_000 + runs * 60,
  }, async () => {
    const seen = {
      'operator × type': new Distribution(pairs(operators, types)),
      'operator × form': new Distribution(pairs(operators, forms)),
      'type × form': new Distribution(pairs(types, forms)),
      'operator × type × form': new Distribution(triples(operators, types, forms)),
    }
    const statuses = new Map<number, number>()
    const work = new Work()
    let slowest = 0
    let withEntries = 0
    const check = fc.asyncProperty(probes(), async ({ target, operator, type, form }: Probe) => {
      // Requests run one at a time, so that the processor time belongs to one request.
      const responses: TimedResponse[] = []
      for (const api of both.services) responses.push(await timedFetch(api, target))
      const [one, other] = responses as [TimedResponse, TimedResponse]
      const again = (time: number) =>
        timedFetch(both.services[0] as ContentApi, `${target}${'&'.repeat(target.includes('?') ? time : 0)}`)
      await work.add(`${operator} ${type} ${form}`, target, one, again)
      seen['operator × type'].add(operator, type)
      seen['operator × form'].add(operator, form)
      seen['type × form'].add(type, form)
      seen['operator × type × form'].add(operator, type, form)
      statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1)
      for (const [place, api] of both.services.entries()) {
        const took = await leastTime(hang, [one, other][place] as TimedResponse, () => timedFetch(api, target))
        expect(took).toBeLessThan(hang)
        slowest = Math.max(slowest, took)
      }
      if (/"data":\[\{"id"/.test(one.text)) withEntries++
      expect(one.status).toBeLessThan(500)
      for (const { text } of [one, other]) expect(text).not.toMatch(leaked)
      expect([other.status, JSON.parse(other.text)]).toEqual([one.status, JSON.parse(one.text)])
    })
    await fc.assert(check, { numRuns: runs, seed })
    const lines = [
      `status: ${[...statuses].map(([status, count]) => `${status} ${count}`).join(', ')}; with entries: ${withEntries}; slowest ${Math.round(slowest)} ms`,
      work.toString(),
      ...Object.entries(seen).map(([name, distribution]) => `${name}: ${distribution.toString()}`),
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    expect(work.excessive).toEqual([])
    // A run in which every request fails or finds nothing would test little.
    expect((statuses.get(200) ?? 0) / runs).toBeGreaterThan(0.6)
    expect(withEntries / runs).toBeGreaterThan(0.2)
    for (const distribution of [seen['operator × type'], seen['operator × type × form']]) {
      expect(distribution.least).toBeGreaterThanOrEqual(Math.floor(runs / distribution.size))
    }
  })
})
