import type { Difference } from '../check/difference.js'
import type { ScenarioMetadata } from '../scenarios/scenario.js'
import type { Exchange } from '../target/exchange.js'

/**
 * The results of a scenario. `known-fail`: fails, and the baseline lists it. `stale`: passes, although the
 * baseline lists it. `not-applicable`: needs a capability that the profile lacks, or an option that is not
 * configured. `could-not-run`: a prerequisite or a response is missing, or the run was interrupted.
 * `harness-error`: the suite itself failed.
 */
export const verdicts = [
  'pass',
  'fail',
  'known-fail',
  'stale',
  'not-applicable',
  'could-not-run',
  'harness-error',
] as const
export type Verdict = (typeof verdicts)[number]

/** A request and its response without credentials, and the command that repeats the request. */
export interface ReportedExchange {
  readonly purpose: Exchange['purpose']
  readonly method: string
  readonly url: string
  readonly requestBody?: string
  readonly status: number
  readonly body: string
  readonly curl: string
}

export interface ScenarioResult extends ScenarioMetadata {
  readonly verdict: Verdict
  /** What went wrong, or why the scenario did not run. */
  readonly message?: string
  readonly differences: readonly Difference[]
  /** The exchanges of a scenario that did not pass, in order. */
  readonly exchanges: readonly ReportedExchange[]
  /** A self-contained shell script that shows the failure. */
  readonly script?: string
  /** For a scenario that passed in a run that keeps examples: the exchange that illustrates it best. */
  readonly example?: ReportedExchange
  /** The index of the exchange that shows the failure. */
  readonly shownBy?: number
  readonly milliseconds: number
}
