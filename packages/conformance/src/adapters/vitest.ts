// Generated tests: their titles are not literals, and the run has already made their checks.
// oxlint-disable vitest/valid-title, vitest/expect-expect, vitest/valid-describe-callback, vitest/no-conditional-tests, vitest/no-conditional-in-test
import { describe, test } from 'vitest'
import { type AdapterOptions, failureOf, isSkipped, planned, resultsOf, sectionOf } from './adapter.js'

export type { AdapterOptions as ConformanceOptions } from './adapter.js'

/** Long enough for a complete run, which the first test waits for. */
const wholeRun = 300_000

/**
 * Registers one vitest test per scenario, grouped by section. The first test runs all scenarios once, in
 * parallel. Skips scenarios that are not applicable, known failures and, without `strict`, failures of
 * observed and disputed clauses.
 */
export function conformance(name: string, options: AdapterOptions): void {
  const strict = options.strict === true
  const results = resultsOf(options)
  const scenarios = planned(options)
  describe(name, () => {
    for (const section of new Set(scenarios.map(sectionOf))) {
      describe(section, () => {
        for (const scenario of scenarios.filter((one) => sectionOf(one) === section)) {
          test(
            `${scenario.id}: ${scenario.title}`,
            async ({ skip }) => {
              const result = (await results()).get(scenario.id)
              const failure = failureOf(result, strict)
              if (failure !== undefined) throw new Error(failure)
              if (isSkipped(result, strict)) skip(result?.message)
            },
            wholeRun,
          )
        }
      })
    }
  })
}
