import { rowId } from '../layout/columns.js'
import type { ContentType } from '@content-api/model'
import type { Reader, ReturnedText, AnyTransaction, WriteTransaction } from '../database/database.js'
import type { Dialect } from '../dialects/dialect.js'
import type { StatementBuilder } from '../dialects/statement.js'
import { quote, quoteText } from '../layout/names.js'
import type { OwnLayout } from '../layout/own-layout.js'
import { outboxEvents, quotedColumns, webhookDeliveries } from '../layout/system-tables.js'
import { firstVersion } from '../plan/entry-version.js'
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
  /** The version of the entry, as in the header `Entry-Version`; null after a delete and for other records. */
  readonly version: string | null
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

const column = quotedColumns(
  outboxEvents,
  'position',
  'name',
  'type',
  'entry',
  'locale',
  'version',
  'live',
  'at',
  'body',
)
const delivery = quotedColumns(webhookDeliveries, 'state', 'event_id')
const events = quote(outboxEvents)

/** Adds an event in the transaction of its write. */
export async function recordEvent(transaction: AnyTransaction, event: OutboxEvent): Promise<void> {
  await transaction.insert(outboxEvents, { ...event, live: event.live ? 1 : 0 })
}

/** A write of an entry that exists in the database. */
export interface WrittenEntryEvent extends Pick<OutboxEvent, 'name' | 'at'> {
  readonly type: ContentType
  readonly entry: number
  /** Whether the entry was published before the write. */
  readonly wasLive: boolean
  /** The expression for the body; null without one. */
  readonly body: ReturnedText | null
}

/**
 * The statements of `recordEntry` by layout. The text is always the same string, so that a connection
 * prepares it once.
 */
const recordings = new WeakMap<OwnLayout, Map<string, string>>()

/** Adds an event of an entry in the transaction of its write. One statement reads the entry and adds the event. */
export async function recordEntry(
  transaction: WriteTransaction,
  { name, type, entry, wasLive, at, body }: WrittenEntryEvent,
): Promise<void> {
  const { layout } = transaction
  let known = recordings.get(layout)
  if (!known) recordings.set(layout, (known = new Map()))
  const key = `${type.uid} ${wasLive} ${body !== null}`
  let sql = known.get(key)
  if (sql === undefined) known.set(key, (sql = recordingSql(transaction, type, wasLive, body)))
  await transaction.queryLast({ sql, values: [name, type.uid, at, entry] })
}

function recordingSql(
  { layout, dialect }: WriteTransaction,
  type: ContentType,
  wasLive: boolean,
  body: ReturnedText | null,
): string {
  const { table, version } = layout.schema(type.uid)
  const { locale, publishedAt } = layout.entryColumns
  const { formats } = layout
  const own = (name: string) => `${quote(table)}.${quote(name)}`
  const parameter = (kind: 'text' | 'bigint' | 'id', index: number) =>
    formats.bind(kind, dialect.placeholder(index), kind === 'text' ? '' : 0)
  const values: Readonly<Record<keyof OutboxEvent, string>> = {
    name: parameter('text', 1),
    type: parameter('text', 2),
    at: parameter('bigint', 3),
    entry: `${quote(table)}.${rowId}`,
    locale: type.localized ? own(locale) : 'NULL',
    version: version === undefined ? 'NULL' : `coalesce(${own(version)}, ${quoteText(firstVersion)})`,
    live: wasLive || !type.draftAndPublish ? '1' : `CASE WHEN ${own(publishedAt)} IS NULL THEN 0 ELSE 1 END`,
    body: body?.sql ?? 'NULL',
  }
  const columns = Object.keys(values).map(quote).join(', ')
  return (
    `INSERT INTO ${events} (${columns}) SELECT ${Object.values(values).join(', ')} FROM ${quote(table)} ` +
    `WHERE ${quote(table)}.${rowId} = ${parameter('id', 4)}`
  )
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
export async function numberEvents(transaction: AnyTransaction): Promise<void> {
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

/** An event as operators see it. */
export interface ListedEvent extends Pick<OutboxEvent, 'name' | 'type' | 'entry' | 'locale' | 'at'> {
  readonly id: number
}

/** Returns the newest events first, without bodies. */
export async function listEvents(reader: Reader, most: number): Promise<ListedEvent[]> {
  const columns = {
    id: { kind: 'id', sql: `e.${rowId}` },
    name: { kind: 'text', sql: `e.${column.name}` },
    type: { kind: 'text', sql: `e.${column.type}` },
    entry: { kind: 'bigint', sql: `e.${column.entry}` },
    locale: { kind: 'text', sql: `e.${column.locale}` },
    at: { kind: 'bigint', sql: `e.${column.at}` },
  } as const
  const rows = await readObjects<Omit<ListedEvent, 'entry' | 'at'> & { readonly entry: string | null; at: string }>(
    reader,
    columns,
    (builder) => `FROM ${events} e ORDER BY e.${rowId} DESC LIMIT ${builder.bind('integer', most)}`,
  )
  return rows.map((row) => ({ ...row, entry: toNumber(row.entry), at: Number(row.at) }))
}

/** The events that a reader wants. */
export interface EventFilter {
  /** The uids of content types. */
  readonly types: readonly string[]
  /** Whether it wants events of drafts, too. */
  readonly drafts: boolean
}

/** Returns the SQL for events after a position, without the order. */
function eventsAfter(reader: Reader, builder: StatementBuilder, after: number, filter: EventFilter | null): string {
  const conditions = [`${positionOf(reader.dialect, 'e')} > ${builder.bind('bigint', after)}`]
  if (filter) {
    const { types, drafts } = filter
    conditions.push(`e.${column.type} IN (${types.map((type) => builder.bind('text', type)).join(', ')})`)
    if (!drafts) conditions.push(`e.${column.live} = 1`)
  }
  return `FROM ${events} e WHERE ${conditions.join(' AND ')}`
}

/** Returns whether more than `most` events follow a position. */
export async function hasMoreEvents(
  reader: Reader,
  { after, most, filter }: { readonly after: number; readonly most: number; readonly filter: EventFilter },
): Promise<boolean> {
  const columns = { count: { kind: 'integer', sql: 'c.count' } } as const
  const found = await readObject<{ readonly count: number }>(
    reader,
    columns,
    (builder) =>
      `FROM (SELECT count(*) AS count FROM (SELECT 1 ${eventsAfter(reader, builder, after, filter)} ` +
      `LIMIT ${builder.bind('integer', most + 1)}) found) c`,
  )
  return (found?.count ?? 0) > most
}

/** Returns the events after a position in their order, without bodies. */
export async function readEventsAfter(
  reader: Reader,
  {
    after,
    most,
    filter = null,
  }: { readonly after: number; readonly most: number; readonly filter?: EventFilter | null },
): Promise<StoredEvent[]> {
  const position = positionOf(reader.dialect, 'e')
  const columns = {
    position: { kind: 'bigint', sql: position },
    name: { kind: 'text', sql: `e.${column.name}` },
    type: { kind: 'text', sql: `e.${column.type}` },
    entry: { kind: 'bigint', sql: `e.${column.entry}` },
    locale: { kind: 'text', sql: `e.${column.locale}` },
    version: { kind: 'text', sql: `e.${column.version}` },
    live: { kind: 'integer', sql: `e.${column.live}` },
    at: { kind: 'bigint', sql: `e.${column.at}` },
  } as const
  const rows = await readObjects<Record<keyof StoredEvent, string>>(
    reader,
    columns,
    (builder) =>
      `${eventsAfter(reader, builder, after, filter)} ORDER BY ${position} LIMIT ${builder.bind('integer', most)}`,
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
export async function deleteOldEvents(transaction: AnyTransaction, { before, most }: OutboxBounds): Promise<number> {
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
