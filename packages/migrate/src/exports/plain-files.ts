/** CSV and JSON of other programs. */
export { findType } from '../plain-files/find-type.js'
export type { PlainValues } from '../plain-files/plain-entry.js'
export { type FileFormat, type ImportFileContent, readImportFile } from '../plain-files/read-import-file.js'
