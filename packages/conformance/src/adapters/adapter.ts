import { select } from '../runner/select.js'
import type { ScenarioResult } from '../runner/result.js'
import { run, type RunOptions } from '../runner/run.js'
import { printable } from '../check/printable.js'
import { differenceLines } from '../check/show-difference.js'
import { standingOf } from '../reporters/standing.js'
import { allScenarios } from '../scenarios/all.js'
import type { Scenario } from '../scenarios/scenario.js'

export interface AdapterOptions extends Omit<RunOptions, 'onPlan' | 'signal'> {
  /** Makes the target once, before the first test, for instance a server inside this process. */
  readonly setup?: () => Promise<Partial<Pick<RunOptions, 'url' | 'fetch' | 'configuration'>>>
  /** Fails tests of observed and disputed clauses too. */
  readonly strict?: boolean
}

/** The scenarios that will be tests, known before any target is. */
export const planned = ({ scenarios = allScenarios, selection = {}, configuration = {} }: AdapterOptions): Scenario[] =>
  select(scenarios, configuration.tier ?? 2, selection)

/** Runs everything once and gives each test its result. */
export function resultsOf(options: AdapterOptions): () => Promise<ReadonlyMap<string, ScenarioResult>> {
  let results: Promise<ReadonlyMap<string, ScenarioResult>> | undefined
  return () => (results ??= collect(options))
}

async function collect({ setup, strict: _, ...options }: AdapterOptions): Promise<ReadonlyMap<string, ScenarioResult>> {
  const results = new Map<string, ScenarioResult>()
  for await (const result of run({ ...options, ...(await setup?.()) })) results.set(result.id, result)
  return results
}

/** Why a test fails; undefined when it does not. */
export function failureOf(result: ScenarioResult | undefined, strict: boolean): string | undefined {
  if (!result) return 'The scenario did not run: the target allows a lower tier only.'
  const { verdict, message } = result
  if (['passed', 'skipped'].includes(standingOf(result, strict))) return undefined
  return printable(
    [
      `${verdict}: ${message ?? ''} (${result.clauses.join(', ')})`,
      ...differenceLines(result.differences),
      result.script ?? '',
    ].join('\n'),
  )
}

/** Whether a test is to be shown as skipped rather than passed: only a pass is a pass. */
export const isSkipped = (result: ScenarioResult | undefined, strict: boolean): boolean =>
  result !== undefined && result.verdict !== 'pass' && failureOf(result, strict) === undefined

export const sectionOf = ({ clauses }: Pick<Scenario, 'clauses'>): string => `§${(clauses[0] ?? '').split('/')[0]}`
