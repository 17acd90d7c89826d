import type { Clause } from './clause.js'
import { graphqlAndAccessClauses } from './graphql-and-access.js'
import { queryClauses } from './queries.js'
import { resourceClauses } from './resources.js'
import { restEndpointClauses } from './rest-endpoints.js'

/** The sections of the specification in order, with their titles. */
export const sectionTitles = {
  '1': 'What the service does',
  '2.1': 'Envelope',
  '2.2': 'Entries',
  '2.3': 'Attribute types',
  '2.4': 'Standard attributes',
  '2.5': 'Content types',
  '2.6': 'GraphQL types',
  '3': 'Drafts and live entries',
  '4.1': 'REST endpoints',
  '4.2': 'Sorting and pagination',
  '4.3': 'Filters, fields, population, locale, publication state',
  '4.4': 'Relations in bodies',
  '4.5': 'GraphQL operations',
  '4.6': 'GraphQL customisation inside the process',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
} as const satisfies Record<string, string>

/** Sections are numbers and are sorted as numbers. */
const order = (section: string) => Number(section)

/** Every statement of the specification, in order. */
export const ledger: readonly Clause[] = [
  ...resourceClauses,
  ...restEndpointClauses,
  ...queryClauses,
  ...graphqlAndAccessClauses,
].toSorted((a, b) => order(a.section) - order(b.section))
