/** Compares the content of two services. */
export { type CompareOptions, compareType, type FoundDifference, type TypeComparison } from '../compare/compare-type.js'
