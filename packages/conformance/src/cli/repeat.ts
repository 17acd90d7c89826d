import { UsageError } from '../profile/configuration.js'
import type { Report } from '../reporters/report-schema.js'
import { counted } from '../reporters/show.js'
import { readReport } from './json-files.js'

/** The verdicts that a repeated run checks again: failures, known or not, and scenarios without a result. */
const toRepeat: readonly Report['results'][number]['verdict'][] = [
  'fail',
  'known-fail',
  'could-not-run',
  'harness-error',
]

/** A run that repeats the failures of a report. */
export interface Repetition {
  readonly url: string
  readonly only: readonly string[]
  /** The tier of the report. A lower tier would omit some of its failures. */
  readonly tier: string
}

/**
 * Returns the scenarios of a JSON report that failed or have no result, with the target and the tier.
 * @throws UsageError if the file is not a report, or has no such scenario
 */
export function failuresOf(path: string): Repetition {
  const { target, tier, results } = readReport(path)
  const only = results.filter(({ verdict }) => toRepeat.includes(verdict)).map(({ id }) => id)
  if (only.length === 0)
    throw new UsageError(
      `${path} contains no failure to repeat: none of its ${counted(results.length, 'scenario')} failed.`,
    )
  return { url: target.url, only, tier: String(tier) }
}

/** Returns the slowest scenarios, one per line. */
export function slowestLines({ results }: Report, count: number): string {
  const slowest = results.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, count)
  const lines = slowest.map(({ id, milliseconds }) => `${String(Math.round(milliseconds)).padStart(7)} ms  ${id}`)
  return ['', `The slowest ${counted(slowest.length, 'scenario')}, including waiting times:`, ...lines, ''].join('\n')
}
