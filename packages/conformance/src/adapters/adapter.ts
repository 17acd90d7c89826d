import { select } from '../runner/select.js'
import type { ScenarioResult } from '../runner/result.js'
import { run, type RunOptions } from '../runner/run.js'
import { printable } from '../check/printable.js'
import { furtherLines } from '../check/show-difference.js'
import { standingOf } from '../reporters/standing.js'
import { generationOf } from '../profile/generation.js'
import { scenariosOf } from '../scenarios/of-generation.js'
import type { Scenario } from '../scenarios/scenario.js'

export interface AdapterOptions extends Omit<RunOptions, 'onPlan' | 'signal'> {
  /** Creates the target, such as a server in this process, once before the first test. */
  readonly setup?: () => Promise<Partial<Pick<RunOptions, 'url' | 'fetch' | 'configuration'>>>
  /** If true, failures of observed and disputed clauses also fail their tests, which are skipped otherwise. */
  readonly strict?: boolean
}

/** The scenarios that will become tests, known before the target exists. */
export const planned = ({ scenarios, selection = {}, configuration = {} }: AdapterOptions): Scenario[] =>
  select(
    scenarios ?? scenariosOf(generationOf({ profile: configuration.profile ?? 'auto' })),
    configuration.tier ?? 2,
    selection,
  )

/** Runs all scenarios once and assigns the results to the tests. */
export function resultsOf(options: AdapterOptions): () => Promise<ReadonlyMap<string, ScenarioResult>> {
  let results: Promise<ReadonlyMap<string, ScenarioResult>> | undefined
  return () => (results ??= collect(options))
}

async function collect({ setup, strict: _, ...options }: AdapterOptions): Promise<ReadonlyMap<string, ScenarioResult>> {
  const results = new Map<string, ScenarioResult>()
  for await (const result of run({ ...options, ...(await setup?.()) })) results.set(result.id, result)
  return results
}

/** Returns why a test fails, or undefined if it doesn't. */
export function failureOf(result: ScenarioResult | undefined, strict: boolean): string | undefined {
  if (!result) return 'The scenario did not run: the target only permits a lower tier.'
  const { verdict, message } = result
  if (['passed', 'skipped'].includes(standingOf(result, strict))) return undefined
  return printable(
    [
      `${verdict}: ${message ?? ''} (${result.clauses.join(', ')})`,
      ...furtherLines(message ?? '', result.differences),
      result.script ?? '',
    ].join('\n'),
  )
}

/** Returns whether a test is shown as skipped. Only a pass is shown as passed. */
export const isSkipped = (result: ScenarioResult | undefined, strict: boolean): boolean =>
  result !== undefined && result.verdict !== 'pass' && failureOf(result, strict) === undefined

export const sectionOf = ({ clauses }: Pick<Scenario, 'clauses'>): string => `§${(clauses[0] ?? '').split('/')[0]}`
