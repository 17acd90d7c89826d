import { run } from '@content-api/conformance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReferenceTarget } from '../scripts/lib/reference-target.mjs'
import { newDatabases, startOn } from './support/conformance-target.js'

/**
 * The number of whole runs per database, each in another order. Every second run has one scenario at a time,
 * the others eight. None by default: `pnpm check` runs the whole suite in its usual order.
 */
const rounds = Number(process.env.CONFORMANCE_SHUFFLES ?? 0)

/**
 * Scenarios in which two runs could affect each other: content of every kind, and the entry of a single type.
 * The long run also has relations to and from many entries, drafts and pages.
 */
const writes = [
  'write.*',
  'rest.single.*',
  'graphql.mutation.*',
  ...(rounds > 0 ? ['rest.relations.many-*', 'rest.drafts.*', 'rest.page.*'] : []),
]

/** Returns scenarios that don't pass, and leftover content. On a correct server these are errors of the suite. */
async function falseFailures(
  target: ReferenceTarget,
  seed: number,
  concurrency: number,
  only: readonly string[] = [],
): Promise<string[]> {
  const configuration = { ...target.configuration, concurrency, timeout: 60_000 }
  const found: string[] = []
  let passed = 0
  // Keeps no journal on disk. The journal has its own tests.
  const work = run({ url: target.url, fetch: (request) => fetch(request), configuration, seed, selection: { only } })
  for (let step = await work.next(); ; step = await work.next()) {
    if (step.done) return [...found, ...step.value.leftovers.map(({ path, id, reason }) => `${path}/${id}: ${reason}`)]
    const { id, verdict, message, needs } = step.value
    if (verdict === 'pass') passed += 1
    else if (verdict !== 'not-applicable' || !needs.includes('inproc')) found.push(`${id} ${verdict}: ${message}`)
    if (passed === 0 && found.length > 50) return found
  }
}

describe.each(newDatabases)('the suite against the server on %s', (_, newDatabase) => {
  let target: ReferenceTarget
  beforeAll(async () => {
    target = await startOn(newDatabase)
  })
  afterAll(() => target.close())

  it('passes in two concurrent runs on one target, in two orders', async () => {
    const twice = await Promise.all([1, 2].map((seed) => falseFailures(target, seed, 4, writes)))
    expect(twice).toEqual([[], []])
  })

  it.runIf(rounds > 0)('has no false failure in any order', { timeout: 600_000 * rounds }, async () => {
    for (let seed = 1; seed <= rounds; seed++) {
      const concurrency = seed % 2 === 0 ? 1 : 8
      expect(await falseFailures(target, seed, concurrency), `seed ${seed}, ${concurrency} at a time`).toEqual([])
      process.stdout.write(`order ${seed} of ${rounds}, ${concurrency} at a time: no false failure\n`)
    }
  })
})
