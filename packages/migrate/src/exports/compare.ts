/** Compares the content of two services. */
export { compareType, type FoundDifference } from '../compare/compare-type.js'
