/** What a database itself says about a table, in texts that can be compared. Names are sorted, columns in order. */
export interface SeenTable {
  readonly columns: readonly string[]
  readonly foreignKeys: readonly string[]
  readonly indexes: readonly string[]
}

export type SeenTables = Readonly<Record<string, SeenTable>>

/** Runs a SELECT whose rows have the columns `table` and `text`. */
export type ReadTexts = (sql: string) => Promise<readonly { readonly table: string; readonly text: string }[]>

/** SQLite doesn't return names of foreign keys. Strapi writes some keys twice. */
const queries = {
  sqlite: {
    columns: `SELECT m.name AS "table", c.name || ' ' || lower(c.type) || iif(c."notnull", ' not null', '')
        || coalesce(' default ' || c.dflt_value, '') || iif(c.pk, ' key', '') AS text
      FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table' ORDER BY m.name, c.cid`,
    foreignKeys: `SELECT DISTINCT m.name AS "table", k."from" || ' to ' || k."table" || '.' || k."to" || ' ' || k.on_delete AS text
      FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) k WHERE m.type = 'table' ORDER BY 1, 2`,
    indexes: `SELECT m.name AS "table", i.name || iif(i."unique", ' unique', '') || ' (' ||
        (SELECT group_concat(name, ', ') FROM pragma_index_info(i.name)) || ')' AS text
      FROM sqlite_master m JOIN pragma_index_list(m.name) i WHERE m.type = 'table' ORDER BY 1, 2`,
  },
  postgres: {
    columns: `SELECT c.relname AS "table", a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
        || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') AS text
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY c.relname, a.attnum`,
    foreignKeys: `SELECT c.relname AS "table", k.conname || ' ' || pg_get_constraintdef(k.oid) AS text
      FROM pg_class c JOIN pg_constraint k ON k.conrelid = c.oid
      WHERE c.relnamespace = current_schema()::regnamespace AND k.contype IN ('f', 'u', 'p', 'c') ORDER BY 1, 2`,
    indexes: `SELECT tablename AS "table", indexdef AS text FROM pg_indexes
      WHERE schemaname = current_schema() ORDER BY 1, indexname`,
  },
} as const

/** Returns the tables of a database, without those of SQLite itself. */
export async function readTables(dialect: keyof typeof queries, read: ReadTexts): Promise<SeenTables> {
  const tables: Record<string, Record<keyof SeenTable, string[]>> = {}
  for (const part of ['columns', 'foreignKeys', 'indexes'] as const) {
    for (const { table, text } of await read(queries[dialect][part])) {
      if (table.startsWith('sqlite_')) continue
      tables[table] ??= { columns: [], foreignKeys: [], indexes: [] }
      tables[table][part].push(text)
    }
  }
  return tables
}
