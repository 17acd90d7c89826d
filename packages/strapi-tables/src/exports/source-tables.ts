/** Reads tables of other applications. */
export { checksJson } from '../source-tables/checks-json.js'
export { missingColumns } from '../source-tables/missing-columns.js'
export {
  type Cell,
  isPostgresUrl,
  openSourceTables,
  type SourceTables,
  type SourceTls,
} from '../source-tables/source-tables.js'
