import { createRegistry } from '@content-api/model'
import type { Connection } from '@content-api/engine/database/connection'
import type { Database, StatementLimits } from '@content-api/engine/database/database'
import { createIndexSql } from '@content-api/engine/schema/changes'
import { createLayout, type OwnLayout } from '@content-api/engine/layout/layout'
import type { Table } from '@content-api/engine/dialects/dialect'
import { quote } from '@content-api/engine/dialects/names'
import { openDatabase } from '@content-api/engine/drivers/open'

const registry = createRegistry({ contentTypes: {} })

/** Opens a database with these tables and no content types, for tests that need no model. Existing tables stay. */
export async function openTables(
  connection: Connection,
  tables: readonly Table[],
  limits?: StatementLimits,
): Promise<Database> {
  const layout: OwnLayout = { ...createLayout(registry), tables }
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
