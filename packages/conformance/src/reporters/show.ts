import { furtherLines } from '../check/show-difference.js'
import { scenariosOf } from '../scenarios/of-generation.js'
import type { Report } from './report-schema.js'
import { decides, exitCodeOf, knownViolations } from './standing.js'

export type Result = Report['results'][number]

/** Returns the first differences, one per line, without what the message says already. */
export const differenceLines = ({ differences, message = '' }: Pick<Result, 'differences' | 'message'>): string[] =>
  furtherLines(message, differences)

/** Returns `1 scenario`, `2 scenarios`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Groups items by a key, in the order of first occurrence. */
export function grouped<T>(items: readonly T[], common: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(common(item), [...(groups.get(common(item)) ?? []), item])
  return groups
}

const mostNames = 12

/** Joins names, and truncates a long list. */
export const listed = (names: readonly string[]): string =>
  names.length <= mostNames
    ? names.join(', ')
    : `${names.slice(0, mostNames).join(', ')} and ${names.length - mostNames} more`

/** Describes entries that were not deleted, one line per reason. Empty if all were deleted. */
export function leftBehind({ leftovers }: Report): string[] {
  return [...grouped(leftovers, ({ reason }) => reason)].map(
    ([reason, some]) => `${listed(some.map(({ path, id }) => `${path}/${id}`))}: ${reason}`,
  )
}

/** Says how to delete the remaining entries. */
export const howToClean = ({ run }: Report): string =>
  `content-api-conformance clean --run ${run} deletes them when the target responds again.`

/** Says why scenarios were not applicable, one line per reason. */
export function notApplicable({ results }: Report): string[] {
  const groups = grouped(
    results.filter(({ verdict }) => verdict === 'not-applicable'),
    ({ message = '' }) => message,
  )
  return [...groups].map(
    ([reason, some]) =>
      `Not applicable: ${counted(some.length, 'scenario')}. ${reason} ${listed(some.map(({ id }) => id))}`,
  )
}

export const isBad = ({ verdict }: Pick<Result, 'verdict'>) =>
  verdict === 'fail' || verdict === 'stale' || verdict === 'harness-error'

/** Returns the sections in the order of the ledger, with their clauses. */
export function sections(
  report: Report,
): { readonly name: string; readonly clauses: readonly Report['clauses'][number][] }[] {
  const names = [...new Set(report.clauses.map(({ section }) => section))]
  return names.map((name) => ({ name, clauses: report.clauses.filter(({ section }) => section === name) }))
}

/** Returns the result of the run in one sentence. */
export function headline(report: Report): string {
  const { totals, tier, generation } = report
  const deviations = report.results.filter(
    ({ verdict, level }) => verdict === 'fail' && (level === 'observed' || level === 'disputed'),
  ).length
  const violations = knownViolations(report)
  const known = totals['known-fail'] - (report.outcome === 'known-violations' ? violations : 0)
  const rest = [
    totals.fail > 0 ? `${totals.fail} failed` : '',
    known > 0 ? `${known} known to fail` : '',
    totals.stale > 0 ? `${totals.stale} stale in the baseline` : '',
    totals['could-not-run'] > 0 ? `${totals['could-not-run']} could not run` : '',
    totals['not-applicable'] > 0 ? `${totals['not-applicable']} not applicable` : '',
    totals['harness-error'] > 0 ? `${totals['harness-error']} broke the suite itself` : '',
  ].filter((part) => part !== '')
  const all = scenariosOf(generation).filter((scenario) => scenario.tier <= tier).length
  const part = report.results.length < all ? `, in ${report.results.length} of its ${counted(all, 'scenario')}` : ''
  const decided = report.results.some((result) => decides(result, report.strict))
  const verdict = {
    conformant: `Conformant at tier ${tier}${part}`,
    'known-violations': `Not conformant: ${counted(violations, 'known violation')}`,
    violation: 'Not conformant',
    incomplete: decided
      ? 'Incomplete: nothing could be verified'
      : 'Incomplete: no required or conditional clause was checked',
    'harness-error': 'The suite itself failed',
    leftovers: 'Entries remain',
  }[report.outcome]
  const aside =
    exitCodeOf(report) === 1 && report.outcome === 'known-violations'
      ? '. The baseline was found by its default name: name it with --baseline or in the configuration to accept them'
      : !report.strict && deviations > 0 && exitCodeOf(report) === 0
        ? ` (${deviations} of them in observed or disputed clauses, which only count with --strict)`
        : ''
  const after = report.outcome === 'known-violations' ? ';' : ':'
  return `${verdict}${after} ${totals.pass} passed${rest.length > 0 ? `, ${rest.join(', ')}` : ''}${aside}`
}
