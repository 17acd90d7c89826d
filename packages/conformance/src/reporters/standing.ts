import type { ScenarioResult } from '../runner/result.js'
import type { Report } from './report-schema.js'

/** How a result stands in outputs that know nothing of levels: test runners, JUnit, annotations. */
export type Standing = 'passed' | 'failed' | 'error' | 'skipped'

/** Whether results of this level decide the outcome. */
export const decides = ({ level }: Pick<ScenarioResult, 'level'>, strict: boolean): boolean =>
  strict || level === 'required' || level === 'conditional'

/** The one rule that every output and the exit code follow. */
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

/** Why a result is skipped although something is to be said of it. */
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
  // Where nothing passed nothing was shown, so that is no conformance either.
  return any('pass') ? 'conformant' : 'incomplete'
}

/** Exit codes of the command line by outcome. */
export const exitCodes = {
  conformant: 0,
  'known-violations': 0,
  violation: 1,
  incomplete: 3,
  'harness-error': 4,
  leftovers: 5,
} as const satisfies Record<Report['outcome'], number>

/** The exit code of a run. Known violations are let through only by a baseline that somebody named. */
export function exitCodeOf({ outcome, baseline }: Pick<Report, 'outcome' | 'baseline'>): number {
  return outcome === 'known-violations' && baseline === 'found' ? 1 : exitCodes[outcome]
}

/** How many violations the baseline lists that would decide otherwise. */
export const knownViolations = ({ results, strict }: Pick<Report, 'results' | 'strict'>): number =>
  results.filter((result) => result.verdict === 'known-fail' && decides(result, strict)).length

/**
 * Whether the exit code follows from something that no single scenario shows: entries left behind, nothing that passed, a
 * baseline that nobody named.
 */
export function failsAsWhole(report: Report): boolean {
  const shown = report.results.some((result) => ['failed', 'error'].includes(standingOf(result, report.strict)))
  return exitCodeOf(report) !== 0 && !shown
}
