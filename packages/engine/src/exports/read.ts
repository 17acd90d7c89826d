/** Prepares the statement of a read plan. */
export { compileReadOfValues, type ValueRow } from '../read/read-values.js'
export { prepareRead, returnedText, sizeOf } from '../read/read.js'
