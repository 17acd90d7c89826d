import type { Rule } from './rule.js'
import {
  attemptsPerAccount,
  confirmationsTellNothing,
  missingUsers,
  namesWithoutCase,
  problemsSayWhere,
  usersCounted,
} from './rules/accounts.js'
import {
  bigintegersChecked,
  blocksAreArrays,
  errorsNamed,
  integersHave32Bits,
  integersShown,
  noNul,
} from './rules/bodies.js'
import { componentIdsAreIds, componentsOnce, mediaWithinNotConnected } from './rules/component-bodies.js'
import { publishingIsChecked } from './rules/drafts.js'
import { entryMeta, fieldsOfDeletedSingles } from './rules/entry-meta.js'
import { charsetNamed, errorsHavePlaces, noStacks } from './rules/graphql-answers.js'
import { exactBigintegers } from './rules/exact-bigintegers.js'
import { generatedUids } from './rules/generated-uids.js'
import { methodNotAllowed, namedOrigins, noWelcomePage, oneSpellingOfIds } from './rules/http.js'
import {
  draftsInFilters,
  jsonCompared,
  jsonOrder,
  longLists,
  nestedFilters,
  sortOverLists,
  stateWithoutValue,
  textOperatorsExact,
} from './rules/lists.js'
import { localizationsAreDrafts, sharedValues, uniqueAmongEntries } from './rules/localizations.js'
import {
  booleansComparedWithWords,
  clientMistakes,
  inheritedNames,
  numbersComparedWithNumbers,
  starAmongOthers,
} from './rules/mistakes.js'
import { draftsHidden, limitPerParent, localeOfRelated, relatedDraftsHidden } from './rules/publication-state.js'
import { fieldsShared, morphsSanitised } from './rules/morph.js'
import {
  arrayLimit,
  localesKnown,
  localesOfBodies,
  localesOfSingles,
  mediaNotFiltered,
  operatorsKnown,
  paginationChecked,
  parametersCounted,
  populatedPages,
  prototypeKeys,
  publicationStateKnown,
} from './rules/query-mistakes.js'

import {
  connectOnce,
  disconnectIsAList,
  hiddenTargetsRefused,
  mediaNotConnected,
  onePosition,
  setStandsAlone,
  trueIsNoId,
} from './rules/relation-bodies.js'
import { disguisedFiles, filesByContent, filesInOrder, filesOfEntriesInOrder } from './rules/uploads.js'
import { zonesHoldTheirOwn } from './rules/zones.js'

/**
 * Every decision to answer otherwise than Strapi did. The order matters: what makes an answer an error comes first, then
 * which entries there are, then how they look.
 */
export const rules: readonly Rule[] = [
  charsetNamed,
  noStacks,
  errorsHavePlaces,
  methodNotAllowed,
  namedOrigins,
  noWelcomePage,
  oneSpellingOfIds,
  missingUsers,
  usersCounted,
  attemptsPerAccount,
  namesWithoutCase,
  confirmationsTellNothing,
  problemsSayWhere,
  prototypeKeys,
  arrayLimit,
  parametersCounted,
  publicationStateKnown,
  localesKnown,
  localesOfBodies,
  localesOfSingles,
  operatorsKnown,
  mediaNotFiltered,
  paginationChecked,
  populatedPages,
  numbersComparedWithNumbers,
  booleansComparedWithWords,
  errorsNamed,
  bigintegersChecked,
  integersHave32Bits,
  blocksAreArrays,
  noNul,
  setStandsAlone,
  connectOnce,
  onePosition,
  mediaNotConnected,
  mediaWithinNotConnected,
  disconnectIsAList,
  trueIsNoId,
  componentsOnce,
  componentIdsAreIds,
  hiddenTargetsRefused,
  publishingIsChecked,
  zonesHoldTheirOwn,
  disguisedFiles,
  starAmongOthers,
  fieldsShared,
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
  jsonCompared,
  limitPerParent,
  localeOfRelated,
  morphsSanitised,
  relatedDraftsHidden,
  localizationsAreDrafts,
  filesByContent,
  filesInOrder,
  filesOfEntriesInOrder,
  uniqueAmongEntries,
  sharedValues,
  generatedUids,
  integersShown,
  exactBigintegers,
  fieldsOfDeletedSingles,
  entryMeta,
]
