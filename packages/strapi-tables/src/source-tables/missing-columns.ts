import { isScalar, type Schema } from '@content-api/model'
import type { ReadDatabase } from '@content-api/engine/database'
import type { LinkLayout, SchemaLayout, DialectName } from '@content-api/engine/layout'
import { parseText } from '@content-api/engine/plan'
import { idColumn } from '@content-api/engine/write'

/** The catalogue as JSON: the table and the name of each column that the connection may read. */
const catalogues: Readonly<Record<DialectName, string>> = {
  sqlite: `SELECT json_group_array(json_array(tables.name, columns.name)) FROM sqlite_master tables
    JOIN pragma_table_info(tables.name) columns WHERE tables.type IN ('table', 'view')`,
  postgres: `SELECT coalesce(json_agg(json_build_array(table_name, column_name)), '[]')::text
    FROM information_schema.columns WHERE table_schema = ANY (current_schemas(false))`,
}

/** PostgreSQL cuts names after 63 bytes. */
const longestName = 63

/**
 * Returns the columns that the layout of a database names and the database lacks, as `table.column`, by the
 * uid of each type and component that needs one. In PostgreSQL, columns without the right to read them count
 * as missing.
 */
export async function missingColumns(database: ReadDatabase): Promise<ReadonlyMap<string, readonly string[]>> {
  const { registry, layout, dialect } = database
  const text = await database.read({ sql: catalogues[dialect.name], values: [] })
  const columns = parseText(text ?? '[]') as readonly (readonly [table: string, column: string])[]
  // SQLite ignores the case of names.
  const key = (table: string, column: string) => {
    const names = dialect.name === 'sqlite' ? [table.toLowerCase(), column.toLowerCase()] : [table, column].map(cut)
    return names.join('.')
  }
  const present = new Set(columns.map(([table, column]) => key(table, column)))
  const missing = new Map<string, readonly string[]>()
  for (const schema of [...registry.contentTypes.values(), ...registry.components.values()]) {
    const named = columnsOf(schema, layout.schema(schema.uid))
    const absent = named.filter(([table, column]) => !present.has(key(table, column)))
    if (absent.length > 0) missing.set(schema.uid, [...new Set(absent.map((names) => names.join('.')))])
  }
  return missing
}

const cut = (name: string) => Buffer.from(name).subarray(0, longestName).toString()

type Named = readonly [table: string, column: string]

function columnsOf({ attributes }: Schema, layout: SchemaLayout): readonly Named[] {
  const { table } = layout
  return Object.entries(attributes).flatMap(([name, attribute]): readonly Named[] =>
    isScalar(attribute) ? [[table, layout.column(name)]] : columnsOfLink(table, layout.link(name)),
  )
}

function columnsOfLink(own: string, link: LinkLayout): readonly Named[] {
  switch (link.kind) {
    case 'column':
      return named(own, [link.column, link.order])
    case 'inverse':
      return named(link.table, [link.column, link.order])
    case 'join':
      return named(link.table, [
        link.source,
        link.target,
        link.order,
        link.targetType,
        link.tie,
        ...Object.keys(link.only ?? {}),
      ])
    case 'morph':
      return named(own, [link.id, link.type])
    case 'morphJoin':
      return named(link.table, [idColumn, link.source, link.target, link.type, link.order])
    case 'siblings':
      return named(own, [link.group])
    // Their columns are those of the type that owns the link.
    case 'inverseMorph':
    case 'owned':
      return []
  }
}

const named = (table: string, columns: readonly (string | null | undefined)[]): readonly Named[] =>
  columns.flatMap((column) => (column ? [[table, column] as const] : []))
