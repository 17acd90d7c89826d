import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ContentApi } from '../../src/index.js'
import { databases } from '../support/postgres.js'
import { Distribution, pairs, triples } from './distribution.js'
import { forms, operators, type Probe, probes, types } from './rest-request.js'
import { canary, openWorld } from './world.js'

const runs = Number(process.env['FUZZ_RUNS'] ?? 840)
const seed = Number(process.env['FUZZ_SEED'] ?? 4_711)
/** Milliseconds that no request may take; more while other tests run beside it. */
const hang = runs < 5_000 ? 3_000 : 1_000

/** What only a database or a stack says. */
const leaked = new RegExp(
  `${canary}|\\$argon2|SQLITE_|no such (column|table)|syntax error at|node_modules|\\n\\s+at |\\.[jt]s:\\d|Sequelize`,
)

const tested = await databases()

describe(`${runs} generated requests (seed ${seed})`, () => {
  const services: ContentApi[] = []

  beforeAll(async () => {
    // Both databases write the same moments.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-03-01T00:00:00.000Z') })
    for (const { connection } of tested) services.push(await openWorld(connection))
  })
  afterAll(async () => {
    await Promise.all(services.map((api) => api.close()))
    vi.useRealTimers()
  })

  async function answer(api: ContentApi, target: string) {
    const asked = performance.now()
    const response = await api.fetch(new Request(`http://service${target}`))
    const text = await response.text()
    return { status: response.status, text, took: performance.now() - asked }
  }

  it('get the same answer on both databases, in time, without an error of the server or a secret', {
    timeout: 60_000 + runs * 60,
  }, async () => {
    const seen = {
      'operator × type': new Distribution(pairs(operators, types)),
      'operator × form': new Distribution(pairs(operators, forms)),
      'type × form': new Distribution(pairs(types, forms)),
      'operator × type × form': new Distribution(triples(operators, types, forms)),
    }
    const statuses = new Map<number, number>()
    let slowest = 0
    let withEntries = 0
    const check = fc.asyncProperty(probes(), async ({ target, operator, type, form }: Probe) => {
      const [one, other] = (await Promise.all(services.map((api) => answer(api, target)))) as [Answered, Answered]
      seen['operator × type'].add(operator, type)
      seen['operator × form'].add(operator, form)
      seen['type × form'].add(type, form)
      seen['operator × type × form'].add(operator, type, form)
      statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1)
      slowest = Math.max(slowest, one.took, other.took)
      if (/"data":\[\{"id"/.test(one.text)) withEntries++
      expect(one.status).toBeLessThan(500)
      expect(Math.max(one.took, other.took)).toBeLessThan(hang)
      for (const { text } of [one, other]) expect(text).not.toMatch(leaked)
      expect([other.status, JSON.parse(other.text)]).toEqual([one.status, JSON.parse(one.text)])
    })
    await fc.assert(check, { numRuns: runs, seed })
    const lines = [
      `status: ${[...statuses].map(([status, count]) => `${status} ${count}`).join(', ')}; with entries: ${withEntries}; slowest ${Math.round(slowest)} ms`,
      ...Object.entries(seen).map(([name, distribution]) => `${name}: ${distribution.toString()}`),
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    // Requests that are all refused, or find nothing, would show little.
    expect((statuses.get(200) ?? 0) / runs).toBeGreaterThan(0.6)
    expect(withEntries / runs).toBeGreaterThan(0.2)
    for (const distribution of [seen['operator × type'], seen['operator × type × form']]) {
      expect(distribution.least).toBeGreaterThanOrEqual(Math.floor(runs / distribution.size))
    }
  })
})

interface Answered {
  readonly status: number
  readonly text: string
  readonly took: number
}
