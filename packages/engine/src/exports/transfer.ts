/** Rows of import and export. */
export type { LinkedRow, PlannedComponent, PlannedLink, PlannedRow } from '../transfer/id-register.js'
export {
  countEntries,
  countDocumentsByType,
  countEntriesByType,
  readEntries,
  readOneState,
  readUniqueValues,
} from '../transfer/read-entries.js'
export { deleteContent, RowWriter } from '../transfer/row-writer.js'
