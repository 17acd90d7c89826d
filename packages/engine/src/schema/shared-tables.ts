import type { AnyDatabase, AnyTransaction } from '../database/database.js'
import type { Table } from '../layout/columns.js'
import { sharedTablesOf } from '../layout/system-tables.js'
import type { SchemaChange } from './changes.js'
import { schemaDialects } from './diff.js'

/** Creates the tables of the service's own data in a database whose content belongs to another application. */
export function prepareSharedTables(database: AnyDatabase): Promise<void> {
  return database.migrate(createMissing)
}

async function createMissing(tx: AnyTransaction): Promise<void> {
  const schema = schemaDialects[tx.dialect.name]
  const present = new Set((await tx.query({ sql: schema.tableNames, values: [] })).map(({ name }) => String(name)))
  const missing = sharedTablesOf(tx.dialect.name).filter(({ name }) => !present.has(name))
  if (missing.length > 0) await tx.execute(schema.statements(missing.flatMap(creation)))
}

const creation = (table: Table): readonly SchemaChange[] => [
  { kind: 'createTable', table },
  ...table.indexes.map((index) => ({ kind: 'createIndex', table, index }) as const),
]
