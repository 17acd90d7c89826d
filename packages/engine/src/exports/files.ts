/** The rows of uploaded files. */
export { readFileRow, readFileRows, storedKeys } from '../files/read-file-row.js'
