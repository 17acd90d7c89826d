import { describe, test } from 'node:test'
import { type AdapterOptions, failureOf, isSkipped, planned, resultsOf, sectionOf } from './adapter.js'

export type { AdapterOptions as ConformanceOptions } from './adapter.js'

/**
 * Registers one `node:test` test per scenario, grouped by section. Skips scenarios that are not applicable,
 * known failures and, without `strict`, failures of observed and disputed clauses.
 */
export async function conformance(name: string, options: AdapterOptions): Promise<void> {
  const strict = options.strict === true
  const results = resultsOf(options)
  const scenarios = planned(options)
  await describe(name, async () => {
    for (const section of new Set(scenarios.map(sectionOf))) {
      await describe(section, async () => {
        for (const scenario of scenarios.filter((one) => sectionOf(one) === section)) {
          await test(`${scenario.id}: ${scenario.title}`, async (t) => {
            const result = (await results()).get(scenario.id)
            const failure = failureOf(result, strict)
            if (failure !== undefined) throw new Error(failure)
            if (isSkipped(result, strict)) t.skip(result?.message)
          })
        }
      })
    }
  })
}
