import { clauseOf, ledgerOf } from '../ledger/ledgers.js'
import { type Generation, generations } from '../profile/generation.js'
import { allScenarios } from './all.js'
import { documentScenarios } from './documents/all.js'
import type { Scenario } from './scenario.js'
import { isShared } from './shared.js'

/** The clauses of Strapi 5 that the scenarios of a clause of Strapi 4 verify. */
const alike = new Map<string, string[]>()
for (const { id, like = [] } of ledgerOf('strapi-5'))
  for (const earlier of like) alike.set(earlier, [...(alike.get(earlier) ?? []), id])

/** Returns a scenario with the clauses, the level and the needs that it has for Strapi 5. */
function forStrapi5(scenario: Scenario): Scenario {
  const implied = scenario.clauses.flatMap((id) => clauseOf(id).when ?? [])
  const clauses = [...new Set(scenario.clauses.flatMap((id) => alike.get(id) ?? []))]
  const [first] = clauses
  if (first === undefined) throw new Error(`No clause of Strapi 5 is like those of '${scenario.id}'.`)
  const needs = [
    ...scenario.needs.filter((name) => !implied.includes(name)),
    ...clauses.flatMap((id) => clauseOf(id).when ?? []),
  ]
  return { ...scenario, clauses, level: clauseOf(first).level, needs: [...new Set(needs)] }
}

const strapi5Scenarios: readonly Scenario[] = [...allScenarios.filter(isShared).map(forStrapi5), ...documentScenarios]

/** Returns every scenario for an interface, in the order of reports. */
export const scenariosOf = (generation: Generation): readonly Scenario[] =>
  generation === 'strapi-5' ? strapi5Scenarios : allScenarios

/** Returns the scenarios that cite a clause. */
export const citing = (clause: string): readonly Scenario[] =>
  generations.flatMap((generation) => scenariosOf(generation).filter(({ clauses }) => clauses.includes(clause)))
