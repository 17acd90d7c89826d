import { ledgerOf } from '../ledger/ledgers.js'
import { type ScenarioResult, type Verdict, verdicts } from '../runner/result.js'
import type { RunSummary } from '../runner/run.js'
import { type Report, reportVersion } from './report-schema.js'
import { clauseLink } from './clause-page.js'
import { outcomeOf } from './standing.js'
import { suite } from './suite.js'

export interface ReportOptions {
  /** The name of the target in reports. Default: its address. */
  readonly name?: string
  /** Also counts observed and disputed clauses. */
  readonly strict?: boolean
  /**
   * Where the known failures come from: `named` for a file that was named, `found` for the default file, or
   * `none` (the default). With `found`, known violations still cause exit code 1.
   */
  readonly baseline?: Report['baseline']
}

/** The worst verdict first: a clause gets the worst verdict of its scenarios. */
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
    generation: summary.generation,
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
    clauses: ledgerOf(summary.generation).map(({ id, section, level, text, excluded }) => ({
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
