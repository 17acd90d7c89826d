import type { Database } from '@content-api/engine/database'

const catalogs = {
  sqlite: [
    `SELECT 'column ' || t.name || '.' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || c.pk AS line
       FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`,
    `SELECT 'reference ' || t.name || '.' || k."from" || ' ' || k."table" || '.' || k."to" || ' ' || k.on_delete AS line
       FROM sqlite_master t JOIN pragma_foreign_key_list(t.name) k WHERE t.type = 'table'`,
    `SELECT 'index ' || name || ' ' || sql AS line FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`,
  ],
  postgres: [
    `SELECT concat_ws(' ', 'column', table_name || '.' || column_name, data_type, datetime_precision, collation_name,
        is_nullable, is_identity, column_default) AS line
       FROM information_schema.columns WHERE table_schema = 'public'`,
    `SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS line
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'`,
    `SELECT 'index ' || indexdef AS line FROM pg_indexes WHERE schemaname = 'public'`,
  ],
}

/** Describes the tables, columns, keys and indexes of a database: one sorted line each. */
export async function describeTables(database: Database): Promise<string[]> {
  return database.write(async (transaction) => {
    const lines: string[] = []
    for (const sql of catalogs[database.dialect.name]) {
      const rows = await transaction.query({ sql, values: [] })
      lines.push(...rows.map(({ line }) => String(line)))
    }
    return lines.toSorted()
  })
}
