/** Where content lives in another application's tables, and which names of a model a response hides. */
export { hiddenNames, namesIn, type Visibility } from '../layout/hidden-names.js'
export type { Layout, LinkLayout, SchemaLayout, WritableLayout } from '../layout/layout.js'
export { postgresFormats, withoutTypes } from '../layout/postgres-formats.js'
export { quotedColumns, userStates } from '../layout/system-tables.js'
export { sqliteFormats } from '../layout/sqlite-formats.js'
export type { DialectName, ValueFormats } from '../layout/value-formats.js'
