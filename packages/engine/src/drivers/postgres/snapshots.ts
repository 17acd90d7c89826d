import { rowId } from '../../layout/columns.js'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { ApiError } from '../../errors/api-error.js'
import type { Row } from '../../database/database.js'
import type { Transaction } from '../driver.js'
import { identifier, quote, quoteText } from '../../layout/names.js'
import { recordTable } from '../../layout/layout-names.js'
import {
  type CopiedColumn,
  type CopiedTable,
  copyRows,
  digestIn,
  isShared,
  requireSameSchemas,
  tablesOfColumns,
} from '../../database/snapshot-tables.js'
import type { SnapshotPlace } from '../../database/snapshot-storage.js'

/** The table of a snapshot that stores the state of each table's id sequence. */
const counters = 'content_api_ids'

const rows = (transaction: Transaction, sql: string) => transaction.query({ sql, values: [] })

/**
 * Returns a new name for the schema of a snapshot. Each save has its own schema, so that an existing snapshot
 * of the same name stays complete until it is replaced.
 */
async function newSchema(transaction: Transaction, { name }: SnapshotPlace): Promise<string> {
  const [row] = await rows(transaction, 'SELECT current_schema() AS name')
  return identifier(`${String(row?.['name'])}_snapshot_${name}_${randomBytes(4).toString('hex')}`)
}

/** Returns the schema of a snapshot; null if there is no such snapshot. */
async function schemaOf({ file }: SnapshotPlace): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

const sequenceOf = (name: string) => `pg_get_serial_sequence(format('%I', ${name}), 'id')`

/** Returns the tables of the layout, or all of the schema if other applications have tables there. */
async function copiedTables(transaction: Transaction): Promise<readonly CopiedTable[]> {
  if (!isShared(transaction)) return transaction.layout.tables
  const columns = await rows(
    transaction,
    `SELECT c.relname AS "table", a.attname AS "column", f.relname AS referenced
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f' AND k.conkey = ARRAY[a.attnum]
      LEFT JOIN pg_class f ON f.oid = k.confrelid
      WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname, a.attnum`,
  )
  return tablesOfColumns(columns)
}

/** Returns SQL that reads the names and types of the columns of tables in a schema. */
function catalogIn(schema: string | null, tables: readonly CopiedTable[]): string {
  const names = tables.map(({ name }) => quoteText(name)).join(', ')
  const of = schema === null ? 'current_schema()::regnamespace' : `${quoteText(schema)}::regnamespace`
  return `SELECT string_agg(concat(c.relname, '.', a.attname, ' ', format_type(a.atttypid, a.atttypmod)), ';' ORDER BY c.relname, a.attname) AS value
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = ${of} AND c.relname IN (${names})`
}

/** Copies all tables into a new schema. */
export async function saveToSchema(transaction: Transaction, place: SnapshotPlace): Promise<void> {
  const name = await newSchema(transaction, place)
  const schema = quote(name)
  const names = (await copiedTables(transaction)).map(({ name }) => name)
  const list = names.map(quote).join(', ')
  const sequences = await rows(
    transaction,
    `SELECT name, ${sequenceOf('name')} AS sequence FROM unnest(ARRAY[${names.map(quoteText).join(', ')}]::text[]) AS name`,
  )
  const counted = sequences.filter(({ sequence }) => sequence !== null)
  const ids = counted.map(
    ({ name, sequence }) => `SELECT ${quoteText(String(name))} AS name, last_value, is_called FROM ${String(sequence)}`,
  )
  await transaction.execute([
    // Waits for running writes, including those of other processes, so that all tables are copied in the same
    // state.
    `LOCK TABLE ${list} IN SHARE MODE`,
    `CREATE SCHEMA ${schema}`,
    ...[...names, ...(isShared(transaction) ? [] : [recordTable])].map(
      (name) => `CREATE TABLE ${schema}.${quote(name)} AS TABLE ${quote(name)}`,
    ),
    `CREATE TABLE ${schema}.${counters} AS ${ids.join(' UNION ALL ')}`,
  ])
  await writeFile(place.file, name)
}

/** Replaces all rows of the service with the rows of a snapshot. */
export async function restoreFromSchema(transaction: Transaction, place: SnapshotPlace): Promise<void> {
  const name = await schemaOf(place)
  const found =
    name === null ? [] : await rows(transaction, `SELECT 1 FROM pg_namespace WHERE nspname = ${quoteText(name)}`)
  if (name === null || found.length === 0) throw new ApiError('NotFoundError', `There is no snapshot "${place.name}"`)
  const schema = quote(name)
  const first = ([row]: readonly Row[]) => row?.['value']
  const tables = await copiedTables(transaction)
  const digest = isShared(transaction) ? (of: string | null) => catalogIn(of, tables) : digestIn
  const saved = first(await rows(transaction, digest(schema)))
  requireSameSchemas(place, saved, first(await rows(transaction, digest(null))))
  const { order, later } = fillingOrder(tables)
  await transaction.execute([
    `TRUNCATE ${tables.map((table) => quote(table.name)).join(', ')} RESTART IDENTITY`,
    ...order.map((table) => copyRows(without(table, later.get(table.name)), schema)),
    ...order.flatMap((table) => (later.get(table.name) ?? []).map((column) => fillColumn(table, column, schema))),
    `SELECT setval(${sequenceOf('name')}, last_value, is_called) FROM ${schema}.${counters}`,
  ])
}

/**
 * Drops the schema of a snapshot.
 * @param transact runs work in a transaction
 * @throws Error that names the schema: its name is in the folder of the snapshot, which may be removed next
 */
export async function dropSchema(
  place: SnapshotPlace,
  transact: (work: (transaction: Transaction) => Promise<void>) => Promise<void>,
): Promise<void> {
  const name = await schemaOf(place)
  if (name === null) return
  try {
    await transact((transaction) => transaction.execute([`DROP SCHEMA IF EXISTS ${quote(name)} CASCADE`]))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The schema "${name}" could not be dropped: ${reason}`, { cause })
  }
}

/**
 * Sorts the tables so that a table comes after the tables that it references. For circular references no such
 * order exists. Their columns are returned in `later`, to be filled after all rows are inserted.
 */
function fillingOrder(tables: readonly CopiedTable[]) {
  const order: CopiedTable[] = []
  const later = new Map<string, CopiedColumn[]>()
  const byName = new Map(tables.map((table) => [table.name, table]))
  const state = new Map<string, 'entered' | 'done'>()
  const visit = (table: CopiedTable): void => {
    state.set(table.name, 'entered')
    for (const column of table.columns) {
      const target = column.references && byName.get(column.references.table)
      // A table may reference itself: one statement inserts all its rows, and PostgreSQL checks references
      // after it.
      if (!target || target === table) continue
      if (state.get(target.name) === 'entered') later.set(table.name, [...(later.get(table.name) ?? []), column])
      else if (!state.has(target.name)) visit(target)
    }
    state.set(table.name, 'done')
    order.push(table)
  }
  for (const table of tables) if (!state.has(table.name)) visit(table)
  return { order, later }
}

const without = (table: CopiedTable, columns: readonly CopiedColumn[] = []): CopiedTable => ({
  ...table,
  columns: table.columns.filter((column) => !columns.includes(column)),
})

function fillColumn({ name }: CopiedTable, column: CopiedColumn, schema: string): string {
  const [table, field] = [quote(name), quote(column.name)]
  return `UPDATE ${table} SET ${field} = saved.${field} FROM ${schema}.${table} AS saved
    WHERE saved.${rowId} = ${table}.${rowId} AND saved.${field} IS NOT NULL`
}
