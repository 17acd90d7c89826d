import { levels } from '../ledger/clause.js'
import { allClauses } from '../ledger/ledgers.js'
import { UsageError } from '../profile/configuration.js'
import { nearMiss, nearMisses } from '../profile/near-miss.js'
import type { Scenario, Tier } from '../scenarios/scenario.js'

export interface Selection {
  /** Scenario ids, id prefixes ending in `*`, clause ids, or sections such as `§4.4`. */
  readonly only?: readonly string[]
  readonly except?: readonly string[]
  readonly levels?: readonly string[]
}

const sectionOf = (clause: string) => clause.slice(0, clause.indexOf('/'))

function matches(selector: string, scenario: Scenario): boolean {
  if (selector.startsWith('§')) return scenario.clauses.some((id) => sectionOf(id) === selector.slice(1))
  if (selector.endsWith('*')) return scenario.id.startsWith(selector.slice(0, -1))
  return scenario.id === selector || scenario.clauses.includes(selector)
}

function check(selector: string, scenarios: readonly Scenario[]): void {
  if (scenarios.some((scenario) => matches(selector, scenario))) return
  const names = [
    ...scenarios.map(({ id }) => id),
    ...allClauses.map(({ id }) => id),
    ...new Set(allClauses.map(({ section }) => `§${section}`)),
  ]
  if (names.includes(selector))
    throw new UsageError(`No scenario verifies '${selector}': \`coverage\` says why its clauses are excluded.`)
  throw new UsageError(`'${selector}' selects no scenario${nearMisses(selector, names)}`)
}

/**
 * Returns the scenarios of a selection, up to a tier.
 * @throws UsageError if a selector matches nothing, a level is unknown, or no scenario remains
 */
export function select(
  scenarios: readonly Scenario[],
  tier: Tier,
  { only = [], except = [], levels: wanted = [] }: Selection,
): Scenario[] {
  for (const selector of [...only, ...except]) check(selector, scenarios)
  for (const level of wanted) {
    if (!levels.some((known) => known === level))
      throw new UsageError(`'${level}' is not a level${nearMiss(level, levels)}`)
  }
  const selected = scenarios.filter(
    (scenario) =>
      scenario.tier <= tier &&
      (only.length === 0 || only.some((selector) => matches(selector, scenario))) &&
      !except.some((selector) => matches(selector, scenario)) &&
      (wanted.length === 0 || wanted.includes(scenario.level)),
  )
  if (selected.length === 0) throw new UsageError(`The selection leaves no scenario to run at tier ${tier}.`)
  return selected
}
