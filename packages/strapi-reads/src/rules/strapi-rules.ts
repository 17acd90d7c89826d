import { parsePagination } from '@content-api/core/query/pagination'
import { parsePublicationState } from '@content-api/core/query/plan-context'
import type { ReadingRules } from '@content-api/core/query/reading-rules'
import { leftToStrapi } from '../left-to-strapi.js'
import { comparisonIn } from './comparisons.js'
import { requireNoListsInFields } from './filter-argument.js'
import { requireOneKindOfKeys, requireSeparateGroups } from './filter-groups.js'
import { shownInStrapi, tiesInStrapi } from './joined-rows.js'
import { pageArgumentInStrapi, raisedPages } from './pages.js'
import { requireReadByStrapi, stateInStrapi } from './parameters.js'
import { requireBare, requireBareUnknown, requireKnownLinks, requireKnownOptions } from './populate.js'
import { searchInStrapi } from './search.js'
import type { StrapiProcess } from './strapi-process.js'

/**
 * Returns the rules by which Strapi 4.26 and 5.54 read queries: all differences from the rules of this server
 * (`query/own-rules.ts`). They throw `LeftToStrapi` for the parts of a query that only Strapi may read.
 */
export function strapiRules(strapi: StrapiProcess): ReadingRules {
  return strapi.version === 5 ? { ...rulesOf4(strapi), ...only5 } : rulesOf4(strapi)
}

const only5: Pick<ReadingRules, 'filtersMedia' | 'stateOfLinked'> = {
  filtersMedia: true,
  // A response shows one version at all levels.
  stateOfLinked: (_requested, inherited) => inherited,
}

/** `rest5/` and `graphql5/` read the parameters and arguments of Strapi 5, so only the other rules apply to it. */
const rulesOf4 = (strapi: StrapiProcess): ReadingRules => ({
  checkQuery: requireReadByStrapi,
  stateOfQuery: stateInStrapi,
  // Numbers below the minimum are raised to it.
  page: (raw, context) => parsePagination(raisedPages(raw), context),
  // `meta` of entries is empty.
  showsLocales: false,

  // A page without a size has one entry.
  pageArgument: (input, { limits }) => pageArgumentInStrapi(input, limits),
  checkFilterArgument: requireNoListsInFields,
  checkLocaleArgument: requireLocale,
  checkIdArgument: rejectId,
  // By an id, Strapi returns drafts too.
  stateOfEntry: () => 'preview',
  // Linked entries don't inherit the state of their entry: lists are published, single ones may be drafts.
  stateOfLinked: (requested = 'live', _inherited, many) => (many ? requested : 'preview'),

  checkGroup: requireSeparateGroups,
  checkLinkFilter: requireOneKindOfKeys,
  filtersMedia: false,
  // Strapi 5 converts more values, and escapes wildcards.
  compare: comparisonIn(strapi),
  // Private attributes are searched too.
  search: searchInStrapi,

  // Strapi leaves the order to the database.
  order: strapi.dialect === 'postgres' ? { nullsAreLargest: true, asStored: true } : {},
  ties: (type, list) => tiesInStrapi(strapi, type, list),
  // Rows that are joined with others show the attributes that they are sorted by.
  shownFields: shownInStrapi,

  // Filters and sorts also reach drafts.
  stateOfPaths: () => 'preview',
  checkLinks(schema, populate, known, isShared) {
    requireKnownLinks(schema, populate, known)
    if (!isShared) requireBareUnknown(populate, known)
  },
  checkHiddenLink: requireBare,
  checkLink: requireKnownOptions,
  // Rows without drafts may set the state of the rows below them. Those that `on` names don't inherit it.
  stateBelow: ({ options }, inherited) => parsePublicationState(options.publicationState, inherited),
  stateBelowNamed: ({ options }) => parsePublicationState(options.publicationState, 'preview'),
})

function requireLocale(locale: unknown): void {
  if (locale === null) throw leftToStrapi('has null as locale, for which Strapi finds no entry')
}

function rejectId(): never {
  throw leftToStrapi('has an unusual id, for which Strapi may find an entry or fail')
}
