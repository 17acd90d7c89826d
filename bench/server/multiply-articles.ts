import { Client } from 'pg'
import sqlite3 from 'sqlite3'

/** Runs one statement and returns its rows. */
type Query = (sql: string) => Promise<readonly Record<string, unknown>[]>

interface TableRows {
  readonly name: string
  readonly columns: readonly string[]
}

/**
 * Copies the articles of `loadContent` inside a database, with their components and links, until it has about
 * `articles` of them. Does nothing if it has them already. The database may be this server's or Strapi's; no
 * server may write to it meanwhile. 50,000 articles take some seconds, where requests would take minutes.
 *
 * @param database the file of a SQLite database, or the address of a PostgreSQL database
 */
export async function multiplyArticles(database: string, articles: number): Promise<void> {
  const isPostgres = database.startsWith('postgres')
  const opened = await (isPostgres ? openPostgres(database) : openSqlite(database))
  const { query } = opened
  try {
    const tables = await copiedTables(query, isPostgres)
    const largest = async (names: readonly string[]) =>
      Math.max(
        ...(await Promise.all(names.map(async (name) => numberOf(await query(`SELECT max(id) FROM "${name}"`))))),
      )
    const componentTables = tables.filter(isComponent).map(({ name }) => name)
    const steps = { article: await largest(['articles']), component: await largest(componentTables) }
    const known = tables.some(isVersioned) ? 'count(DISTINCT document_id)' : 'max(id)'
    const copies = Math.ceil(articles / numberOf(await query(`SELECT ${known} FROM articles`))) - 1
    if (copies < 1) return
    await query('BEGIN')
    for (const table of tables) {
      const step = { ...steps, row: isComponent(table) ? steps.component : await largest([table.name]) }
      if (step.row === 0) continue
      const [names, values] = [
        table.columns.map((name) => `"${name}"`),
        table.columns.map((name) => valueOf(table, name, step)),
      ]
      await query(
        `WITH RECURSIVE copies(copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < ${copies})
         INSERT INTO "${table.name}" (${names.join(', ')})
         SELECT ${values.join(', ')} FROM "${table.name}", copies ORDER BY copy, id`,
      )
      if (isPostgres)
        await query(`SELECT setval(pg_get_serial_sequence('"${table.name}"', 'id'), max(id)) FROM "${table.name}"`)
    }
    await query('COMMIT')
  } finally {
    await opened.close()
  }
}

/** Returns the tables of articles, their links and components. */
async function copiedTables(query: Query, isPostgres: boolean): Promise<TableRows[]> {
  const rows = await query(
    isPostgres
      ? `SELECT table_name AS name, string_agg(column_name, ',') AS columns FROM information_schema.columns
         WHERE table_schema = current_schema() GROUP BY table_name`
      : `SELECT m.name, group_concat(c.name) AS columns FROM sqlite_master m, pragma_table_info(m.name) c
         WHERE m.type = 'table' GROUP BY m.name`,
  )
  return rows
    .map(({ name, columns }) => ({ name: String(name), columns: String(columns).split(',') }))
    .filter(({ name }) => /^(articles$|articles_|components_(?!.*_(?:links|lnk)$))/.test(name))
}

/** Whether these are the articles of Strapi 5, which have a row for each version of a document. */
const isVersioned = ({ name, columns }: TableRows) => name === 'articles' && columns.includes('document_id')

const isComponent = ({ name }: TableRows) => name.startsWith('components_')

/** Returns the SQL of a column's value in a copy. Copies are apart by `step`. */
function valueOf(
  table: TableRows,
  column: string,
  step: { readonly article: number; readonly component: number; readonly row: number },
): string {
  const { name } = table
  const moved = (by: number) => `"${column}" + copy * ${by}`
  if (column === 'id') return moved(step.row)
  // The first four are columns of this server, the others of Strapi.
  if (['localization_group', 'source_id', 'owner_id', 'article_id', 'entity_id'].includes(column))
    return moved(step.article)
  if (column === 'component_id' || column === 'cmp_id') return moved(step.component)
  // The positions of articles in the lists of tags, categories and authors.
  if (positions.includes(column)) return moved(step.row)
  // Both versions of a document share its id.
  if (column === 'document_id' && isVersioned(table)) return `document_id || '-' || copy`
  if (name === 'articles' && column === 'title') return `title || ' ' || copy`
  if (name === 'articles' && column === 'slug') return `slug || '-' || copy`
  return `"${column}"`
}

const positions = [
  'target_order',
  ...['article', 'category', 'author'].flatMap((name) => [`${name}_order`, `${name}_ord`]),
]

const numberOf = ([row]: readonly Record<string, unknown>[]): number => Number(Object.values(row ?? {})[0] ?? 0)

interface Opened {
  readonly query: Query
  close(): Promise<void>
}

async function openPostgres(address: string): Promise<Opened> {
  const client = new Client(address)
  await client.connect()
  return { query: async (sql) => (await client.query(sql)).rows, close: () => client.end() }
}

async function openSqlite(file: string): Promise<Opened> {
  const database = new sqlite3.Database(file)
  return {
    query: (sql) =>
      new Promise((resolve, reject) => {
        database.all(sql, (error, rows) => (error ? reject(error) : resolve(rows as Record<string, unknown>[])))
      }),
    close: () => new Promise((resolve, reject) => database.close((error) => (error ? reject(error) : resolve()))),
  }
}
