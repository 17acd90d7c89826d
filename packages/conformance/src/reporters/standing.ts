import type { ScenarioResult } from '../runner/result.js'
import type { Report } from './report-schema.js'

/** How a result counts in outputs that have no levels of clauses: test runners, JUnit, annotations. */
export type Standing = 'passed' | 'failed' | 'error' | 'skipped'

/** Returns whether results of this level decide the outcome. */
export const decides = ({ level }: Pick<ScenarioResult, 'level'>, strict: boolean): boolean =>
  strict || level === 'required' || level === 'conditional'

/** Returns how a result counts. Every output and the exit code use this rule. */
export function standingOf(result: Pick<ScenarioResult, 'verdict' | 'level'>, strict: boolean): Standing {
  switch (result.verdict) {
    case 'pass':
      return 'passed'
    case 'stale':
      return 'failed'
    case 'harness-error':
      return 'error'
    case 'fail':
      return decides(result, strict) ? 'failed' : 'skipped'
    case 'could-not-run':
      return decides(result, strict) ? 'error' : 'skipped'
    case 'known-fail':
    case 'not-applicable':
      return 'skipped'
  }
}

type Shown = Pick<Report['results'][number], 'verdict' | 'level' | 'message'>

/** Returns the reason why a result counts as skipped, followed by its message. */
export function reasonSkipped({ verdict, level, message = '' }: Shown): string {
  const kinds = {
    'known-fail': 'known failure',
    'not-applicable': 'not applicable',
    fail: `fails, but the clause is ${level} and does not decide`,
    'could-not-run': `could not run, but the clause is ${level} and does not decide`,
  } as const
  const kind = verdict in kinds ? kinds[verdict as keyof typeof kinds] : verdict
  return message === '' ? kind : `${kind}: ${message}`
}

export function outcomeOf(results: readonly ScenarioResult[], leftovers: number, strict: boolean): Report['outcome'] {
  const standings = new Set(results.map((result) => standingOf(result, strict)))
  const counted = results.filter((result) => decides(result, strict))
  const any = (verdict: ScenarioResult['verdict']) => counted.some((result) => result.verdict === verdict)
  if (results.some(({ verdict }) => verdict === 'harness-error')) return 'harness-error'
  if (standings.has('failed')) return 'violation'
  if (leftovers > 0) return 'leftovers'
  if (standings.has('error')) return 'incomplete'
  if (any('known-fail')) return 'known-violations'
  // Passes at levels that don't decide the outcome don't show that the target conforms.
  return any('pass') ? 'conformant' : 'incomplete'
}

/** The exit codes of the command line, by outcome. */
export const exitCodes = {
  conformant: 0,
  'known-violations': 0,
  violation: 1,
  incomplete: 3,
  'harness-error': 4,
  leftovers: 5,
} as const satisfies Record<Report['outcome'], number>

/** Returns the exit code of a run. Only a baseline that was named explicitly suppresses known violations. */
export function exitCodeOf({ outcome, baseline }: Pick<Report, 'outcome' | 'baseline'>): number {
  return outcome === 'known-violations' && baseline === 'found' ? 1 : exitCodes[outcome]
}

/** Returns the number of violations in the baseline that would otherwise decide the outcome. */
export const knownViolations = ({ results, strict }: Pick<Report, 'results' | 'strict'>): number =>
  results.filter((result) => result.verdict === 'known-fail' && decides(result, strict)).length

/**
 * Returns whether the exit code is not 0 although no scenario counts as failed or as an error. The reason is
 * remaining entries, no pass that decides the outcome, or a baseline that was not named.
 */
export function failsAsWhole(report: Report): boolean {
  const shown = report.results.some((result) => ['failed', 'error'].includes(standingOf(result, report.strict)))
  return exitCodeOf(report) !== 0 && !shown
}
