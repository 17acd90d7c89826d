import { ledger } from '../ledger/ledger.js'
import { type ScenarioResult, type Verdict, verdicts } from '../runner/result.js'
import type { RunSummary } from '../runner/run.js'
import { type Report, reportVersion } from './report-schema.js'
import { clauseLink } from './clause-page.js'
import { outcomeOf } from './standing.js'
import { suite } from './suite.js'

export interface ReportOptions {
  /** What the target is called in reports; its address when absent. */
  readonly name?: string
  /** Counts observed and disputed clauses too. */
  readonly strict?: boolean
  /**
   * Whether the known failures are those of a file that was named, or of one found by its usual name, which lets nothing
   * through; 'none' when absent.
   */
  readonly baseline?: Report['baseline']
}

/** The gravest first: a clause is as good as the worst of its scenarios. */
const gravity: readonly Verdict[] = [
  'harness-error',
  'fail',
  'stale',
  'could-not-run',
  'known-fail',
  'pass',
  'not-applicable',
]

const worst = (found: readonly Verdict[]): Verdict | undefined => gravity.find((verdict) => found.includes(verdict))

export function buildReport(
  results: readonly ScenarioResult[],
  summary: RunSummary,
  { name, strict = false, baseline = 'none' }: ReportOptions = {},
): Report {
  const order = new Map(summary.scenarios.map(({ id }, index) => [id, index]))
  const sorted = results.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  const verdictsOf = new Map<string, Verdict[]>()
  for (const { clauses, verdict } of results)
    for (const id of clauses) verdictsOf.set(id, [...(verdictsOf.get(id) ?? []), verdict])
  const outcome = outcomeOf(results, summary.leftovers.length, strict)
  return {
    version: reportVersion,
    suite,
    run: summary.run,
    target: { name: name ?? summary.url, url: summary.url },
    tier: summary.tier,
    profile: { source: summary.profile.source, capabilities: [...summary.profile.capabilities] },
    started: summary.started,
    milliseconds: summary.milliseconds,
    peakMegabytes: summary.peakMegabytes,
    ...(summary.seed === undefined ? {} : { seed: summary.seed }),
    concurrency: summary.concurrency,
    strict,
    baseline,
    conformant: outcome === 'conformant',
    outcome,
    totals: Object.fromEntries(
      verdicts.map((verdict) => [verdict, results.filter((result) => result.verdict === verdict).length]),
    ) as Record<Verdict, number>,
    notices: [...summary.notices],
    leftovers: [...summary.leftovers],
    clauses: ledger.map(({ id, section, level, text, excluded }) => ({
      id,
      section,
      level,
      text,
      page: clauseLink(id),
      verdict: excluded === undefined ? (worst(verdictsOf.get(id) ?? []) ?? 'not-run') : 'excluded',
    })),
    results: sorted.map((result) => ({
      ...result,
      clauses: [...result.clauses],
      needs: [...result.needs],
      differences: [...result.differences],
      exchanges: [...result.exchanges],
    })),
  }
}
