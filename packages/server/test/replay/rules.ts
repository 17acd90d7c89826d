import type { Rule } from './rule.js'
import { attemptsPerAccount, missingUsers, problemsSayWhere, usersCounted } from './rules/accounts.js'
import {
  bigintegersChecked,
  blocksAreArrays,
  bodyErrorsNamed,
  integersHave32Bits,
  integersShown,
  noNul,
} from './rules/bodies.js'
import { publishingIsChecked } from './rules/drafts.js'
import { entryMeta } from './rules/entry-meta.js'
import { exactBigintegers } from './rules/exact-bigintegers.js'
import { generatedUids } from './rules/generated-uids.js'
import { methodNotAllowed, namedOrigins, noWelcomePage, oneSpellingOfIds } from './rules/http.js'
import {
  draftsInFilters,
  jsonOrder,
  longLists,
  nestedFilters,
  sortOverLists,
  stateWithoutValue,
  textOperatorsExact,
} from './rules/lists.js'
import { localizationsAreDrafts, sharedValues, uniqueAmongEntries } from './rules/localizations.js'
import { clientMistakes, inheritedNames, numbersComparedWithNumbers, starAmongOthers } from './rules/mistakes.js'
import { draftsHidden, limitPerParent, localeOfRelated, relatedDraftsHidden } from './rules/publication-state.js'
import {
  arrayLimit,
  localesKnown,
  mediaNotFiltered,
  operatorsKnown,
  paginationChecked,
  populatedPages,
  prototypeKeys,
  publicationStateKnown,
} from './rules/query-mistakes.js'

import {
  connectOnce,
  hiddenTargetsRefused,
  mediaNotConnected,
  onePosition,
  setStandsAlone,
} from './rules/relation-bodies.js'
import { disguisedFiles, filesByContent, filesInOrder } from './rules/uploads.js'
import { zonesHoldTheirOwn } from './rules/zones.js'

/**
 * Every decision to answer otherwise than Strapi did. The order matters: what makes an answer an error comes first, then
 * which entries there are, then how they look.
 */
export const rules: readonly Rule[] = [
  methodNotAllowed,
  namedOrigins,
  noWelcomePage,
  oneSpellingOfIds,
  missingUsers,
  usersCounted,
  attemptsPerAccount,
  problemsSayWhere,
  prototypeKeys,
  arrayLimit,
  publicationStateKnown,
  localesKnown,
  operatorsKnown,
  mediaNotFiltered,
  paginationChecked,
  populatedPages,
  numbersComparedWithNumbers,
  bodyErrorsNamed,
  bigintegersChecked,
  integersHave32Bits,
  blocksAreArrays,
  noNul,
  setStandsAlone,
  connectOnce,
  onePosition,
  mediaNotConnected,
  hiddenTargetsRefused,
  publishingIsChecked,
  zonesHoldTheirOwn,
  disguisedFiles,
  starAmongOthers,
  inheritedNames,
  clientMistakes,
  nestedFilters,
  draftsHidden,
  longLists,
  textOperatorsExact,
  stateWithoutValue,
  draftsInFilters,
  sortOverLists,
  jsonOrder,
  limitPerParent,
  localeOfRelated,
  relatedDraftsHidden,
  localizationsAreDrafts,
  filesByContent,
  filesInOrder,
  uniqueAmongEntries,
  sharedValues,
  generatedUids,
  integersShown,
  exactBigintegers,
  entryMeta,
]
