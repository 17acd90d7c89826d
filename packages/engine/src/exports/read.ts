/** Prepares the statement of a read plan. */
export { prepareRead, returnedText, sizeOf } from '../read/read.js'
