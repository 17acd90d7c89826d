/** Prepares the statement of a read plan, and reads rows as objects. */
export { type JsonColumn, readObject, readObjects } from '../read/json-text.js'
export { compileReadOfValues, type ValueRow } from '../read/read-values.js'
export { prepareRead, returnedText, sizeOf } from '../read/read.js'
