import type { Scenario } from '../scenario.js'
import { anyEntryScenarios } from './any-entry.js'
import { anyGraphqlScenarios } from './any-graphql.js'
import { anyLocaleScenarios } from './any-locale.js'
import { anyParameterScenarios } from './any-parameters.js'
import { anyPopulateScenarios } from './any-populate.js'
import { anyPublicationFilterScenarios } from './any-publication-filter.js'
import { anyStatusScenarios } from './any-status.js'
import { graphqlWriteScenarios } from './graphql-writes.js'
import { writeDocumentScenarios } from './write-documents.js'
import { writeLocalizationScenarios } from './write-localizations.js'

/** The scenarios that only apply to Strapi 5. */
export const documentScenarios: readonly Scenario[] = [
  ...anyEntryScenarios,
  ...anyParameterScenarios,
  ...anyPopulateScenarios,
  ...anyStatusScenarios,
  ...anyPublicationFilterScenarios,
  ...anyLocaleScenarios,
  ...anyGraphqlScenarios,
  ...writeDocumentScenarios,
  ...writeLocalizationScenarios,
  ...graphqlWriteScenarios,
]
