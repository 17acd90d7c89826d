import { filterGroupScenarios } from './queries/filter-groups.js'
import { pagingScenarios } from './queries/paging.js'
import { sortingScenarios } from './queries/sorting.js'
import { operatorScenarios } from './queries/operators.js'
import { envelopeScenarios } from './reading/any-envelope.js'
import { anyFilterScenarios } from './reading/any-filtering.js'
import { anyPagingScenarios } from './reading/any-paging.js'
import { standardAttributeScenarios } from './reading/standard-attributes.js'
import { valueScenarios } from './reading/values.js'
import type { Scenario } from './scenario.js'
import { oneTypeScenarios } from './writing/one-type.js'
import { validationScenarios } from './writing/validation.js'

/** Every scenario, in the order in which a report lists them. */
export const allScenarios: readonly Scenario[] = [
  ...envelopeScenarios,
  ...anyPagingScenarios,
  ...anyFilterScenarios,
  ...oneTypeScenarios,
  ...valueScenarios,
  ...standardAttributeScenarios,
  ...validationScenarios,
  ...operatorScenarios,
  ...filterGroupScenarios,
  ...sortingScenarios,
  ...pagingScenarios,
]
