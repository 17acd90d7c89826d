import type { Scenario } from './scenario.js'
import { operatorScenarios } from './queries/operators.js'

/** Every scenario, in the order in which a report lists them. */
export const allScenarios: readonly Scenario[] = [...operatorScenarios]
