/** Lines of JSON: imports, exports and seeds. A service loads them at its start. */
export type { ContentStore } from '../content-store.js'
export type { EntryLine, HashedPassword, LinkTarget, MorphTarget } from '../entries/entry-line.js'
export { exportEntries, type ExportOptions } from '../entries/export-entries.js'
export type { AccessLine, PermissionsLine, TokenLine } from '../entries/import-access.js'
export { type Imported, importEntries, type ImportOptions, type Line, type Lines } from '../entries/import-entries.js'
export type { ImportedType, ImportSummary, LeftOut } from '../entries/import-summary.js'
export { seedContent, seedDatabase } from '../entries/seed.js'
