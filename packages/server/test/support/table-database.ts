import { createRegistry } from '@content-api/model'
import type { Connection } from '../../src/storage/connection.js'
import type { Database, StatementLimits } from '../../src/storage/database.js'
import { createIndexSql } from '../../src/storage/schema/ddl.js'
import { createLayout, type Layout } from '../../src/storage/layout.js'
import type { Table } from '../../src/storage/table.js'
import { quote } from '../../src/storage/names.js'
import { openDatabase } from '../../src/storage/open.js'

const registry = createRegistry({ contentTypes: {} })

/** Opens a database with these tables and no content types, for tests that need no model. Existing tables stay. */
export async function openTables(
  connection: Connection,
  tables: readonly Table[],
  limits?: StatementLimits,
): Promise<Database> {
  const layout: Layout = { ...createLayout(registry), tables }
  const database = await openDatabase({ registry, layout, connection, ...(limits && { limits }) })
  await database.migrate(async (transaction) => {
    for (const table of tables) {
      const columns = table.columns.map(({ name, kind }) => `${quote(name)} ${database.dialect.columnType[kind]}`)
      await transaction.query({
        sql: `CREATE TABLE IF NOT EXISTS ${quote(table.name)} (${columns.join(', ')})`,
        values: [],
      })
      for (const index of table.indexes) await transaction.query({ sql: createIndexSql(table, index), values: [] })
    }
  })
  return database
}
