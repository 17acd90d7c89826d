import { compareValue } from './comparisons.js'
import { parsePageArgument, parsePagination } from './pagination.js'
import { parsePublicationState } from './plan-context.js'
import type { ReadingRules } from './reading-rules.js'
import { searchUsableAttributes } from './search.js'

const readsAll = () => undefined

/** The rules of this server (specification §4). Parsing itself rejects what they don't read. */
export const ownRules: ReadingRules = {
  checkQuery: readsAll,
  stateOfQuery: ({ publicationState }) => parsePublicationState(publicationState, 'live'),
  page: parsePagination,
  showsLocales: true,

  pageArgument: parsePageArgument,
  checkFilterArgument: readsAll,
  checkLocaleArgument: readsAll,
  checkIdArgument: readsAll,
  stateOfEntry: (requested = 'live') => requested,
  stateOfLinked: (requested, inherited) => requested ?? inherited,

  checkGroup: readsAll,
  checkLinkFilter: readsAll,
  filtersMedia: false,
  compare: compareValue,
  search: searchUsableAttributes,

  order: {},
  ties: () => byIds,
  shownFields: (_schema, fields) => fields,

  stateOfPaths: (inherited) => inherited,
  checkLinks: readsAll,
  checkHiddenLink: readsAll,
  checkLink: readsAll,
  stateBelow: (_request, inherited) => inherited,
  stateBelowNamed: (_request, inherited) => inherited,
}

/** Plans without `ties` sort equal entries by their ids. */
const byIds = {}
