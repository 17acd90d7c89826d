import { rowId } from '../layout/columns.js'
import type { Reader, RowValues, AnyTransaction } from '../database/database.js'
import type { StatementBuilder } from '../dialects/statement.js'
import { quote } from '../layout/names.js'
import { outboxEvents, quotedColumns, webhookDeliveries } from '../layout/system-tables.js'
import { readObject, readObjects } from '../read/json-text.js'
import { run, toNumber } from '../write/run.js'
import { positionOf } from './events.js'
import { startOf } from './webhook-starts.js'

/** `waiting`: not delivered yet. `dead`: the last attempt has failed. */
export type DeliveryState = 'waiting' | 'delivered' | 'dead'

/** The events that a webhook wants. */
export interface WantedEvents {
  /** The name of the webhook. */
  readonly hook: string
  readonly names: readonly string[]
  /** The uids of content types; null for all. */
  readonly types: readonly string[] | null
}

/** A delivery with what its request needs. */
export interface DueDelivery {
  readonly id: number
  /** Equal for events of the same entry. */
  readonly entry: string
  readonly attempts: number
  readonly name: string
  readonly type: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** The entry or file as JSON text. */
  readonly body: string | null
  /** Identifies the event to the receiver, which may get it more than once. */
  readonly event: number
}

/** The result of an attempt. */
export interface DeliveryResult {
  readonly id: number
  readonly state: DeliveryState
  readonly attempts: number
  readonly dueAt: number
  readonly attemptedAt: number
  /** The HTTP status; null if there was no response. */
  readonly status: number | null
  /** The start of the response, or why there is none. */
  readonly response: string
}

const delivery = quotedColumns(
  webhookDeliveries,
  'hook',
  'event_id',
  'entry',
  'state',
  'attempts',
  'due_at',
  'attempted_at',
  'status',
  'response',
)
const event = quotedColumns(outboxEvents, 'name', 'type', 'entry', 'at', 'body')
const deliveries = quote(webhookDeliveries)
const events = quote(outboxEvents)

/**
 * Creates the deliveries of events after a position for one webhook, from its start on.
 *
 * @param upTo the last position
 */
export async function addDeliveries(
  transaction: AnyTransaction,
  { hook, names, types }: WantedEvents,
  { after, upTo, now }: { readonly after: number; readonly upTo: number; readonly now: number },
): Promise<void> {
  const position = positionOf(transaction.dialect, 'e')
  await run(transaction, (builder) => {
    const list = (values: readonly string[]) => values.map((value) => builder.bind('text', value)).join(', ')
    const target = [
      delivery.hook,
      delivery.event_id,
      delivery.entry,
      delivery.state,
      delivery.attempts,
      delivery.due_at,
    ]
    const selected = [
      builder.bind('text', hook),
      `e.${rowId}`,
      `concat(e.${event.type}, ':', coalesce(cast(e.${event.entry} as text), ''))`,
      builder.bind('text', 'waiting'),
      '0',
      builder.bind('bigint', now),
    ]
    return (
      `INSERT INTO ${deliveries} (${target.join(', ')}) SELECT ${selected.join(', ')} FROM ${events} e ` +
      `WHERE ${position} > ${builder.bind('bigint', after)} AND ${position} <= ${builder.bind('bigint', upTo)} ` +
      `AND ${position} > ${startOf(builder, hook)} ` +
      `AND e.${event.name} IN (${list(names)})${types ? ` AND e.${event.type} IN (${list(types)})` : ''} ` +
      `ORDER BY ${position}`
    )
  })
}

/** Returns the condition that a delivery waits for a webhook. */
const isWaiting = (builder: StatementBuilder, alias: string, hook: string) =>
  `${alias}.${delivery.hook} = ${builder.bind('text', hook)} AND ${alias}.${delivery.state} = ${builder.bind('text', 'waiting')}`

/**
 * Returns the waiting deliveries of a webhook, grouped by entry. Only the first delivery of an entry can be
 * due in the future, after it has failed: all others are due from the moment at which they are added.
 */
const waitingEntries = (builder: StatementBuilder, hook: string) =>
  `FROM ${deliveries} d WHERE ${isWaiting(builder, 'd', hook)} GROUP BY d.${delivery.entry}`

/** How many deliveries are read together: of how many entries, and how many of each. */
export interface ReadTogether {
  readonly entries: number
  readonly ofEntry: number
}

/**
 * Returns deliveries of a webhook that are due, oldest first. Later events of an entry wait for its first
 * one.
 */
export async function readDueDeliveries(
  reader: Reader,
  hook: string,
  { now, most }: { readonly now: number; readonly most: ReadTogether },
): Promise<DueDelivery[]> {
  const due = await readObjects<{ readonly entry: string }>(
    reader,
    { entry: { kind: 'text', sql: `d.${delivery.entry}` } },
    (builder) =>
      `${waitingEntries(builder, hook)} HAVING max(d.${delivery.due_at}) <= ${builder.bind('bigint', now)} ` +
      `ORDER BY min(d.${delivery.event_id}) LIMIT ${builder.bind('integer', most.entries)}`,
  )
  return due.length > 0 ? readFirst(reader, hook, { entries: due.map(({ entry }) => entry), most: most.ofEntry }) : []
}

/** Returns the first waiting deliveries of each entry. */
async function readFirst(
  reader: Reader,
  hook: string,
  { entries, most }: { readonly entries: readonly string[]; readonly most: number },
): Promise<DueDelivery[]> {
  const columns = {
    id: { kind: 'id', sql: `d.${rowId}` },
    entry: { kind: 'text', sql: `d.${delivery.entry}` },
    attempts: { kind: 'integer', sql: `d.${delivery.attempts}` },
    name: { kind: 'text', sql: `e.${event.name}` },
    type: { kind: 'text', sql: `e.${event.type}` },
    at: { kind: 'bigint', sql: `e.${event.at}` },
    body: { kind: 'text', sql: `e.${event.body}` },
    event: { kind: 'id', sql: `e.${rowId}` },
  } as const
  const rows = await readObjects<Texts<DueDelivery, 'at'>>(reader, columns, (builder) => {
    // A SELECT for each entry: the planner of PostgreSQL would join entries to all deliveries of the webhook
    // while it has no statistics.
    const selects = entries.map(
      (entry) =>
        `SELECT * FROM (SELECT f.* FROM ${deliveries} f WHERE ${isWaiting(builder, 'f', hook)} ` +
        `AND f.${delivery.entry} = ${builder.bind('text', entry)} ` +
        `ORDER BY ${reader.dialect.orderBy(`f.${delivery.event_id}`, 'asc')} LIMIT ${builder.bind('integer', most)}) one`,
    )
    return (
      `FROM (${selects.join(' UNION ALL ')}) d JOIN ${events} e ON e.${rowId} = d.${delivery.event_id} ` +
      `ORDER BY d.${delivery.event_id}`
    )
  })
  return rows.map((row) => ({ ...row, at: Number(row.at) }))
}

/** Returns when the next delivery of a webhook is due, in milliseconds since 1970; null if none waits. */
export async function readNextDue(reader: Reader, hook: string): Promise<number | null> {
  const columns = { due: { kind: 'bigint', sql: 'n.due' } } as const
  const found = await readObject<{ readonly due: string }>(
    reader,
    columns,
    (builder) => `FROM (SELECT max(d.${delivery.due_at}) AS due ${waitingEntries(builder, hook)}) n ORDER BY n.due`,
  )
  return found ? Number(found.due) : null
}

/** Stores the results of attempts. One statement stores all equal results, such as those of successful attempts. */
export async function storeResults(transaction: AnyTransaction, results: readonly DeliveryResult[]): Promise<void> {
  const groups = new Map<string, { values: RowValues; ids: [number, ...number[]] }>()
  for (const { id, state, attempts, dueAt, attemptedAt, status, response } of results) {
    const values = { state, attempts, due_at: dueAt, attempted_at: attemptedAt, status, response }
    const key = JSON.stringify(values)
    const known = groups.get(key)
    if (known) known.ids.push(id)
    else groups.set(key, { values, ids: [id] })
  }
  for (const { values, ids } of groups.values()) await transaction.update(webhookDeliveries, ids, values)
}

/**
 * Makes deliveries due at `latest` that were added or attempted later: the clock was set back since then, so they
 * would wait longer than planned.
 */
export async function endLongWaits(transaction: AnyTransaction, latest: number): Promise<void> {
  await run(transaction, (builder) => {
    const time = builder.bind('bigint', latest)
    return (
      `UPDATE ${deliveries} SET ${delivery.due_at} = ${time} WHERE ${delivery.state} = ${builder.bind('text', 'waiting')} ` +
      `AND coalesce(${delivery.attempted_at}, ${delivery.due_at}) > ${time}`
    )
  })
}

/** A row whose big integers are strings. */
type Texts<Row, Names extends keyof Row> = Omit<Row, Names> & { readonly [Name in Names]: string }

/** A delivery as operators see it. */
export interface ListedDelivery {
  readonly id: number
  readonly hook: string
  readonly state: DeliveryState
  readonly event: number
  readonly name: string
  /** The uid of the content type. */
  readonly type: string
  readonly entry: number | null
  readonly attempts: number
  readonly status: number | null
  readonly response: string | null
  /** Milliseconds since 1970. */
  readonly at: number
  readonly dueAt: number
  readonly attemptedAt: number | null
}

/** Returns the newest deliveries first. */
export async function listDeliveries(
  reader: Reader,
  { states, most }: { readonly states: readonly DeliveryState[]; readonly most: number },
): Promise<ListedDelivery[]> {
  const columns = {
    id: { kind: 'id', sql: `d.${rowId}` },
    hook: { kind: 'text', sql: `d.${delivery.hook}` },
    state: { kind: 'text', sql: `d.${delivery.state}` },
    event: { kind: 'id', sql: `e.${rowId}` },
    name: { kind: 'text', sql: `e.${event.name}` },
    type: { kind: 'text', sql: `e.${event.type}` },
    entry: { kind: 'bigint', sql: `e.${event.entry}` },
    attempts: { kind: 'integer', sql: `d.${delivery.attempts}` },
    status: { kind: 'integer', sql: `d.${delivery.status}` },
    response: { kind: 'text', sql: `d.${delivery.response}` },
    at: { kind: 'bigint', sql: `e.${event.at}` },
    dueAt: { kind: 'bigint', sql: `d.${delivery.due_at}` },
    attemptedAt: { kind: 'bigint', sql: `d.${delivery.attempted_at}` },
  } as const
  const rows = await readObjects<Texts<ListedDelivery, 'at' | 'dueAt'>>(
    reader,
    columns,
    (builder) =>
      `FROM ${deliveries} d JOIN ${events} e ON e.${rowId} = d.${delivery.event_id} ` +
      `WHERE d.${delivery.state} IN (${states.map((state) => builder.bind('text', state)).join(', ')}) ` +
      `ORDER BY d.${rowId} DESC LIMIT ${builder.bind('integer', most)}`,
  )
  return rows.map((row) => ({
    ...row,
    entry: toNumber(row.entry),
    at: Number(row.at),
    dueAt: Number(row.dueAt),
    attemptedAt: toNumber(row.attemptedAt),
  }))
}

/**
 * Makes dead deliveries wait again, with all their attempts.
 *
 * @param id one delivery, which may be in any state; by default all dead ones of the webhook
 * @returns the number of deliveries
 */
export async function repeatDeliveries(
  transaction: AnyTransaction,
  { hook, id, now }: { readonly hook?: string; readonly id?: number; readonly now: number },
): Promise<number> {
  const rows = await run(transaction, (builder) => {
    const waiting = builder.bind('text', 'waiting')
    const conditions =
      id === undefined
        ? [`${delivery.state} = ${builder.bind('text', 'dead')}`]
        : [`${rowId} = ${builder.bind('id', id)}`]
    if (hook !== undefined) conditions.push(`${delivery.hook} = ${builder.bind('text', hook)}`)
    return (
      `UPDATE ${deliveries} SET ${delivery.state} = ${waiting}, ${delivery.attempts} = 0, ` +
      `${delivery.due_at} = ${builder.bind('bigint', now)} WHERE ${conditions.join(' AND ')} RETURNING ${rowId}`
    )
  })
  return rows.length
}
