import type { Reader, AnyTransaction } from '../database/database.js'
import { quote } from '../layout/names.js'
import { leases, quotedColumns } from '../layout/system-tables.js'
import { readObject } from '../read/json-text.js'
import { run } from '../write/run.js'

/** The right of one process to do some work. */
export interface HeldLease {
  readonly name: string
  /** The number of this holder. `renewLease` fails when another one has replaced it. */
  readonly fence: number
}

export interface LeaseRequest {
  readonly name: string
  /** Identifies the process, for the operator. */
  readonly holder: string
  /** Milliseconds since 1970. The clocks of all processes must agree within the time of a lease. */
  readonly now: number
  readonly milliseconds: number
}

const column = quotedColumns(leases, 'name', 'holder', 'fence', 'expires_at', 'position')
const table = quote(leases)

/**
 * Takes a lease that is new or has expired. Returns null while another process holds it. A lease that would
 * last for more than twice its time is from before the clock was set back, and may be taken.
 */
export async function takeLease(
  transaction: AnyTransaction,
  { name, holder, now, milliseconds }: LeaseRequest,
): Promise<HeldLease | null> {
  const [row] = await run(transaction, (builder) => {
    const values = [
      builder.bind('text', name),
      builder.bind('text', holder),
      '1',
      builder.bind('bigint', now + milliseconds),
      '0',
    ]
    return (
      `INSERT INTO ${table} (${Object.values(column).join(', ')}) VALUES (${values.join(', ')}) ` +
      `ON CONFLICT (${column.name}) DO UPDATE SET ${column.holder} = excluded.${column.holder}, ` +
      `${column.fence} = ${table}.${column.fence} + 1, ${column.expires_at} = excluded.${column.expires_at} ` +
      `WHERE ${table}.${column.expires_at} <= ${builder.bind('bigint', now)} ` +
      `OR ${table}.${column.expires_at} > ${builder.bind('bigint', now + 2 * milliseconds)} RETURNING ${column.fence} AS "fence"`
    )
  })
  return row ? { name, fence: Number(row['fence']) } : null
}

/** Thrown when another process has taken the lease. The transaction is rolled back. */
export class LeaseLost extends Error {
  constructor(name: string) {
    super(`Another process holds the lease ${name}`)
  }
}

/**
 * Prolongs a lease in a transaction of its holder, and returns the position that belongs to it. No other
 * process can take it until the transaction ends.
 *
 * @throws LeaseLost
 */
export async function renewLease(
  transaction: AnyTransaction,
  { name, fence }: HeldLease,
  expiresAt: number,
): Promise<number> {
  const [row] = await run(
    transaction,
    (builder) =>
      `UPDATE ${table} SET ${column.expires_at} = ${builder.bind('bigint', expiresAt)} ` +
      `WHERE ${column.name} = ${builder.bind('text', name)} AND ${column.fence} = ${builder.bind('bigint', fence)} ` +
      `RETURNING ${column.position} AS "position"`,
  )
  if (!row) throw new LeaseLost(name)
  return Number(row['position'])
}

/** Stores the position of a lease. Call `renewLease` before, in the same transaction. */
export async function storeLeasePosition(
  transaction: AnyTransaction,
  { name }: HeldLease,
  position: number,
): Promise<void> {
  await run(
    transaction,
    (builder) =>
      `UPDATE ${table} SET ${column.position} = ${builder.bind('bigint', position)} ` +
      `WHERE ${column.name} = ${builder.bind('text', name)}`,
  )
}

/** Ends a lease, so that another process can take it immediately. Has no effect if it was lost. */
export async function releaseLease(transaction: AnyTransaction, { name, fence }: HeldLease): Promise<void> {
  await run(
    transaction,
    (builder) =>
      `UPDATE ${table} SET ${column.expires_at} = 0 WHERE ${column.name} = ${builder.bind('text', name)} ` +
      `AND ${column.fence} = ${builder.bind('bigint', fence)}`,
  )
}

/** Returns when a lease expires, in milliseconds since 1970; 0 if nobody holds it. */
export async function readLeaseEnd(reader: Reader, name: string): Promise<number> {
  const columns = { end: { kind: 'bigint', sql: `l.${column.expires_at}` } } as const
  const found = await readObject<{ readonly end: string }>(
    reader,
    columns,
    (builder) => `FROM ${table} l WHERE l.${column.name} = ${builder.bind('text', name)}`,
  )
  return Number(found?.end ?? 0)
}
