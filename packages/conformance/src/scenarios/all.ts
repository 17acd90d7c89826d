import { credentialScenarios } from './access/credentials.js'
import { httpScenarios } from './access/http.js'
import { permissionScenarios } from './access/permissions.js'
import { customiseScenarios } from './inproc/customise.js'
import { extendScenarios } from './inproc/extend.js'
import { amountScenarios } from './graphql/amount.js'
import { mutationScenarios } from './graphql/mutations.js'
import { nameScenarios } from './graphql/names.js'
import { graphqlQueryScenarios } from './graphql/queries.js'
import { schemaScenarios } from './graphql/schema.js'
import { fieldScenarios } from './queries/fields.js'
import { populateScenarios } from './queries/populate.js'
import { populateBelowScenarios } from './queries/populate-below.js'
import { toManyScenarios } from './relations/to-many.js'
import { toOneScenarios } from './relations/to-one.js'
import { filterGroupScenarios } from './queries/filter-groups.js'
import { filterOperandScenarios } from './queries/filter-operands.js'
import { pagingScenarios } from './queries/paging.js'
import { sortingScenarios } from './queries/sorting.js'
import { operatorScenarios } from './queries/operators.js'
import { protectionScenarios } from './protection/all.js'
import { envelopeScenarios } from './reading/any-envelope.js'
import { anyFilterScenarios } from './reading/any-filtering.js'
import { anyPagingScenarios } from './reading/any-paging.js'
import { standardAttributeScenarios } from './reading/standard-attributes.js'
import { valueScenarios } from './reading/values.js'
import type { Scenario } from './scenario.js'
import { componentScenarios } from './writing/components.js'
import { draftScenarios } from './writing/drafts.js'
import { localizationScenarios } from './writing/localization.js'
import { mediaScenarios } from './writing/media.js'
import { singleTypeScenarios } from './writing/single-type.js'
import { oneTypeScenarios } from './writing/one-type.js'
import { togetherScenarios } from './writing/together.js'
import { validationScenarios } from './writing/validation.js'

/** Every scenario, in the order of reports. */
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
  ...filterOperandScenarios,
  ...sortingScenarios,
  ...pagingScenarios,
  ...fieldScenarios,
  ...populateScenarios,
  ...populateBelowScenarios,
  ...toManyScenarios,
  ...toOneScenarios,
  ...draftScenarios,
  ...togetherScenarios,
  ...componentScenarios,
  ...mediaScenarios,
  ...localizationScenarios,
  ...singleTypeScenarios,
  ...schemaScenarios,
  ...nameScenarios,
  ...graphqlQueryScenarios,
  ...amountScenarios,
  ...mutationScenarios,
  ...permissionScenarios,
  ...credentialScenarios,
  ...protectionScenarios,
  ...httpScenarios,
  ...customiseScenarios,
  ...extendScenarios,
]
