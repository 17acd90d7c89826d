/** Reads tables of other applications. */
export { missingColumns } from '../source-tables/missing-columns.js'
export { type Cell, isPostgresUrl, openSourceTables, type SourceTables } from '../source-tables/source-tables.js'
