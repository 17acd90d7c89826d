import type { AnyTransaction } from '../database/database.js'
import { quote } from '../layout/names.js'
import { quotedColumns, rateLimits } from '../layout/system-tables.js'
import { run } from '../write/run.js'

/** A counter and the end of its time window, in milliseconds since 1970. */
export interface Hits {
  readonly hits: number
  readonly resetsAt: number
}

const counter = quotedColumns(rateLimits, 'key', 'hits', 'resets_at')

/**
 * Counts one request at `time` for a key. The first request starts a window of `milliseconds`. No window ends
 * later than one that starts now, so that a clock that is set back doesn't prolong it.
 */
export async function countHit(
  transaction: AnyTransaction,
  key: string,
  time: number,
  milliseconds: number,
): Promise<Hits> {
  const table = quote(rateLimits)
  const { key: keyColumn, hits, resets_at: end } = counter
  const [row] = await run(transaction, (builder) => {
    const over = () => `${table}.${end} <= ${builder.bind('bigint', time)}`
    const values = `${builder.bind('text', key)}, 1, ${builder.bind('bigint', time + milliseconds)}`
    return (
      `INSERT INTO ${table} (${keyColumn}, ${hits}, ${end}) VALUES (${values}) ON CONFLICT (${keyColumn}) DO UPDATE SET ` +
      `${hits} = CASE WHEN ${over()} THEN 1 ELSE ${table}.${hits} + 1 END, ` +
      `${end} = CASE WHEN ${over()} OR ${table}.${end} > excluded.${end} ` +
      `THEN excluded.${end} ELSE ${table}.${end} END ` +
      `RETURNING ${hits}, ${end}`
    )
  })
  return { hits: Number(row?.['hits']), resetsAt: Number(row?.['resets_at']) }
}

/** Deletes the counters whose window has ended at `time`. */
export async function deleteEndedHits(transaction: AnyTransaction, time: number): Promise<void> {
  await run(
    transaction,
    (builder) => `DELETE FROM ${quote(rateLimits)} WHERE ${counter.resets_at} <= ${builder.bind('bigint', time)}`,
  )
}
