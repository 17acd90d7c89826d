import type { DialectName } from '@content-api/engine/layout'
import type { MissingTables } from './table-sql.js'
import type { StrapiTable } from './table.js'
import type { StrapiTransaction } from './transaction.js'

const catalogues: Readonly<Record<DialectName, string>> = {
  sqlite: `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c
    WHERE m.type IN ('table', 'view')`,
  postgres: `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = current_schema()`,
}

/** The tables of a database, with their columns. SQLite ignores the case of names. */
export type PresentColumns = ReadonlyMap<string, ReadonlySet<string>>

export async function readPresentColumns(tx: StrapiTransaction): Promise<PresentColumns> {
  const dialect = tx.dialect.name
  const present = new Map<string, Set<string>>()
  for (const row of await tx.query({ sql: catalogues[dialect], values: [] })) {
    const table = keyOf(String(row['table']), dialect)
    const columns = present.get(table) ?? new Set()
    present.set(table, columns.add(keyOf(String(row['column']), dialect)))
  }
  return present
}

const keyOf = (name: string, dialect: DialectName) => (dialect === 'sqlite' ? name.toLowerCase() : name)

/** Returns the tables and columns that a database lacks. */
export function findMissing(
  tables: readonly StrapiTable[],
  present: PresentColumns,
  dialect: DialectName,
): MissingTables {
  const columnsOf = ({ name }: StrapiTable) => present.get(keyOf(name, dialect))
  return {
    tables: tables.filter((table) => !columnsOf(table)),
    columns: tables.flatMap((table) => {
      const columns = table.columns.filter(({ name }) => columnsOf(table)?.has(keyOf(name, dialect)) === false)
      return columns.length === 0 ? [] : [{ table, columns }]
    }),
  }
}
