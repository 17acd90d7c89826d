/** What each attribute type stores, accepts and returns. */
export { biginteger } from '../attributes/biginteger.js'
export { date } from '../attributes/date.js'
export { datetime } from '../attributes/datetime.js'
export { exceededShape } from '../attributes/json-shape.js'
export { longestAddress } from '../attributes/email.js'
export { isIndexed, maximumIndexedText, storableText } from '../attributes/text.js'
export { longestPassword, tooLong } from '../attributes/password.js'
export { requireExact } from '../attributes/number.js'
export { describeLimitedPattern, matcherOf, preparePatterns } from '../attributes/patterns.js'
export {
  invalidType,
  InvalidValue,
  printed,
  type ScalarBehaviour,
  type StorageKind,
  type Stored,
} from '../attributes/scalar-behaviour.js'
export { scalarBehaviours } from '../attributes/scalar-behaviours.js'
export { enumValueSlug, slugOf, type SlugOptions } from '../attributes/slug.js'
export { time } from '../attributes/time.js'
