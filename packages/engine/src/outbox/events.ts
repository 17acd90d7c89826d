import { rowId } from '../layout/columns.js'
import type { Reader, WriteTransaction } from '../database/database.js'
import type { Dialect } from '../dialects/dialect.js'
import type { StatementBuilder } from '../dialects/statement.js'
import { quote } from '../layout/names.js'
import { outboxEvents, quotedColumns, webhookDeliveries } from '../layout/system-tables.js'
import { readObject, readObjects } from '../read/json-text.js'
import { run, toNumber } from '../write/run.js'

/** A write that webhooks and live clients are notified of. */
export interface OutboxEvent {
  /** Such as `entry.create`. */
  readonly name: string
  /** The uid of the content type. */
  readonly type: string
  /** The id of the entry; null for an import, which changes many. */
  readonly entry: number | null
  readonly locale: string | null
  /** Whether the entry is published, or was before the write. */
  readonly live: boolean
  /** Milliseconds since 1970. */
  readonly at: number
  /** The entry or file as JSON text; null if no webhook wants it. */
  readonly body: string | null
}

/** An event that is stored, with its position in the order of commits. Positions have gaps. */
export interface StoredEvent extends Omit<OutboxEvent, 'body'> {
  readonly position: number
}

const column = quotedColumns(outboxEvents, 'position', 'name', 'type', 'entry', 'locale', 'live', 'at', 'body')
const delivery = quotedColumns(webhookDeliveries, 'state', 'event_id')
const events = quote(outboxEvents)

/** Adds an event in the transaction of its write. */
export async function recordEvent(transaction: WriteTransaction, event: OutboxEvent): Promise<void> {
  await transaction.insert(outboxEvents, { ...event, live: event.live ? 1 : 0 })
}

/** Returns whether events need `numberEvents`. */
export function needsNumbers(dialect: Dialect): boolean {
  return dialect.lockText !== undefined
}

/** Returns the SQL for the position of an event with this alias. */
export function positionOf(dialect: Dialect, alias: string): string {
  return needsNumbers(dialect) ? `${alias}.${column.position}` : `${alias}.${rowId}`
}

/** The number of events that get a position in one transaction. */
const numberedTogether = 5_000

/**
 * Gives committed events their positions. Ids aren't enough on PostgreSQL: a transaction may commit after
 * another one with higher ids, and readers of later ids would miss its events. Only one transaction at a time
 * numbers events. Events of the same entry keep their order, because an event gets its id while its
 * transaction locks the entry.
 */
export async function numberEvents(transaction: WriteTransaction): Promise<void> {
  const { dialect } = transaction
  if (!dialect.lockText) return
  await transaction.query({ sql: dialect.lockText(dialect.placeholder(1)), values: [outboxEvents] })
  await run(
    transaction,
    (builder) =>
      `UPDATE ${events} SET ${column.position} = numbered.position FROM (SELECT ${rowId} AS event_id, ` +
      `row_number() OVER (ORDER BY ${rowId}) + (SELECT coalesce(max(${column.position}), 0) FROM ${events}) AS position ` +
      `FROM ${events} WHERE ${column.position} IS NULL ORDER BY ${rowId} ` +
      `LIMIT ${builder.bind('integer', numberedTogether)}) numbered WHERE ${events}.${rowId} = numbered.event_id`,
  )
}

/** Returns whether committed events have no position yet. */
export async function hasUnnumbered(reader: Reader): Promise<boolean> {
  if (!needsNumbers(reader.dialect)) return false
  const columns = { id: { kind: 'id', sql: `e.${rowId}` } } as const
  return (await readObject(reader, columns, () => `FROM ${events} e WHERE e.${column.position} IS NULL`)) !== null
}

/** The positions that the outbox holds. */
export interface OutboxRange {
  /** The position of the oldest event; 0 without events. */
  readonly first: number
  /** The position of the newest event; 0 without events. */
  readonly last: number
}

export async function readOutboxRange(reader: Reader): Promise<OutboxRange> {
  const position = positionOf(reader.dialect, 'e')
  const columns = {
    first: { kind: 'integer', sql: `(SELECT min(${position}) FROM ${events} e)` },
    last: { kind: 'integer', sql: `(SELECT max(${position}) FROM ${events} e)` },
  } as const
  const range = await readObject<{ first: number | null; last: number | null }>(reader, columns, () => '')
  return { first: range?.first ?? 0, last: range?.last ?? 0 }
}

/** Returns the events after a position in their order, without bodies. */
export async function readEventsAfter(reader: Reader, after: number, most: number): Promise<StoredEvent[]> {
  const position = positionOf(reader.dialect, 'e')
  const columns = {
    position: { kind: 'bigint', sql: position },
    name: { kind: 'text', sql: `e.${column.name}` },
    type: { kind: 'text', sql: `e.${column.type}` },
    entry: { kind: 'bigint', sql: `e.${column.entry}` },
    locale: { kind: 'text', sql: `e.${column.locale}` },
    live: { kind: 'integer', sql: `e.${column.live}` },
    at: { kind: 'bigint', sql: `e.${column.at}` },
  } as const
  const rows = await readObjects<Record<keyof StoredEvent, string>>(
    reader,
    columns,
    (builder) =>
      `FROM ${events} e WHERE ${position} > ${builder.bind('bigint', after)} ORDER BY ${position} ` +
      `LIMIT ${builder.bind('integer', most)}`,
  )
  return rows.map((row) => ({
    ...row,
    position: Number(row.position),
    entry: toNumber(row.entry),
    live: Number(row.live) === 1,
    at: Number(row.at),
  }))
}

/** How long events are kept. */
export interface OutboxBounds {
  /** Events before this time are deleted, in milliseconds since 1970. */
  readonly before: number
  /** The number of events that are kept. */
  readonly most: number
}

/**
 * Deletes old events with their deliveries. The newest event always stays: SQLite would otherwise give its
 * position to another one.
 *
 * @returns the number of deliveries that were deleted while they waited
 */
export async function deleteOldEvents(transaction: WriteTransaction, { before, most }: OutboxBounds): Promise<number> {
  const position = positionOf(transaction.dialect, 'e')
  const newest = `SELECT max(${position}) FROM ${events} e`
  const old = (builder: StatementBuilder) =>
    `SELECT e.${rowId} FROM ${events} e WHERE ${position} < (${newest}) AND ` +
    `(e.${column.at} < ${builder.bind('bigint', before)} OR ` +
    `${position} <= (${newest}) - ${builder.bind('bigint', most)})`
  const [undelivered] = await run(
    transaction,
    (builder) =>
      `SELECT count(*) AS "count" FROM ${quote(webhookDeliveries)} WHERE ${delivery.state} = ` +
      `${builder.bind('text', 'waiting')} AND ${delivery.event_id} IN (${old(builder)})`,
  )
  await run(transaction, (builder) => `DELETE FROM ${events} WHERE ${rowId} IN (${old(builder)})`)
  return Number(undelivered?.['count'] ?? 0)
}
