/** Reads tables of other applications. */
export { type Cell, isPostgresUrl, openSourceTables, type SourceTables } from '../source-tables/source-tables.js'
