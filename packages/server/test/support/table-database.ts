import { createRegistry } from '@content-api/model'
import { type Connection, type Database, openDatabase } from '@content-api/engine/database'
import type { StatementLimits } from '../../../engine/src/database/database.js'
import { createIndexSql } from '../../../engine/src/schema/changes.js'
import { createLayout, type OwnLayout } from '../../../engine/src/layout/own-layout.js'
import type { Table } from '../../../engine/src/layout/columns.js'
import { quote } from '../../../engine/src/layout/names.js'

const registry = createRegistry({ contentTypes: {} })

/** Opens a database with these tables and no content types, for tests that need no model. Existing tables stay. */
export async function openTables(
  connection: Connection,
  tables: readonly Table[],
  limits?: StatementLimits,
): Promise<Database> {
  const layout: OwnLayout = { ...createLayout(registry, connection.dialect), tables }
  const database = await openDatabase({ registry, layout, connection, ...(limits && { limits }) })
  await database.migrate(async (transaction) => {
    for (const table of tables) {
      const columns = table.columns.map(({ name, kind }) => `${quote(name)} ${layout.formats.columnType[kind]}`)
      await transaction.query({
        sql: `CREATE TABLE IF NOT EXISTS ${quote(table.name)} (${columns.join(', ')})`,
        values: [],
      })
      for (const index of table.indexes) await transaction.query({ sql: createIndexSql(table, index), values: [] })
    }
  })
  return database
}
