/** CSV and JSON of other programs. */
export { findType, type PlainValues } from '../plain-files/plain-entry.js'
export { type FileFormat, type ImportFileContent, readImportFile } from '../plain-files/read-import-file.js'
