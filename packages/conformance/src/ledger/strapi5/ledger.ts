import type { Clause } from '../clause.js'
import { documentClauses } from './documents.js'
import { entryClauses } from './entries.js'
import { queryClauses } from './queries.js'
import { versionClauses } from './versions.js'
import { writeClauses } from './writes.js'

/** The sections of the ledger of Strapi 5 in order, with their titles. */
export const strapi5Sections = {
  entries: 'Entries and envelopes',
  errors: 'Errors',
  'v4-format': 'The response format of Strapi 4',
  filters: 'Filters',
  sort: 'Sorting',
  pagination: 'Pagination',
  fields: 'Selection of attributes',
  populate: 'Population',
  parameters: 'Query parameters',
  status: 'Drafts and published versions',
  'publication-filter': 'Filters by publication',
  locale: 'Locales',
  documents: 'Writes of documents',
  localizations: 'Writes of locales',
  graphql: 'GraphQL',
  values: 'Attribute types',
  writes: 'Writes',
  validation: 'Validation',
  relations: 'Relations in bodies',
  components: 'Components and dynamic zones',
  access: 'Access',
} as const satisfies Record<string, string>

/** Every statement about the interface of Strapi 5. */
export const strapi5Ledger: readonly Clause[] = [
  ...entryClauses,
  ...queryClauses,
  ...versionClauses,
  ...documentClauses,
  ...writeClauses,
]
