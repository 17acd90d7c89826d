import { UsageError } from '../profile/configuration.js'
import type { Report } from '../reporters/report-schema.js'
import { counted } from '../reporters/show.js'
import { readReport } from './json-files.js'

/** What is not settled by a run: it failed, known or not, or there was nothing to say of it. */
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
  /** The tier of the report, so that no failure is left out because the target is asked at a lower one. */
  readonly tier: string
}

/**
 * Reads which scenarios of a JSON report failed.
 * @throws UsageError when the file is no report, or nothing failed
 */
export function failuresOf(path: string): Repetition {
  const { target, tier, results } = readReport(path)
  const only = results.filter(({ verdict }) => toRepeat.includes(verdict)).map(({ id }) => id)
  if (only.length === 0)
    throw new UsageError(
      `${path} holds no failure to repeat: none of its ${counted(results.length, 'scenario')} failed.`,
    )
  return { url: target.url, only, tier: String(tier) }
}

/** The scenarios that took longest, a line each. */
export function slowestLines({ results }: Report, count: number): string {
  const slowest = results.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, count)
  const lines = slowest.map(({ id, milliseconds }) => `${String(Math.round(milliseconds)).padStart(7)} ms  ${id}`)
  return ['', `The slowest ${counted(slowest.length, 'scenario')}, waits for others included:`, ...lines, ''].join('\n')
}
