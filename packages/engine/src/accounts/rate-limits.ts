import type { WriteTransaction } from '../database/database.js'
import { quote } from '../dialects/names.js'
import { rateLimits } from '../layout/system-tables.js'
import { run } from '../write/bound.js'

/** A counter and the end of its time window, in milliseconds since 1970. */
export interface Hits {
  readonly hits: number
  readonly resetsAt: number
}

/**
 * Counts one request at `time` for a key. The first request starts a window of `milliseconds`. No window ends
 * later than one that starts now, so that a clock that is set back doesn't prolong it.
 */
export async function countHit(
  transaction: WriteTransaction,
  key: string,
  time: number,
  milliseconds: number,
): Promise<Hits> {
  const table = quote(rateLimits)
  const [row] = await run(transaction, (builder) => {
    const over = () => `${table}."resets_at" <= ${builder.bind('bigint', time)}`
    const values = `${builder.bind('text', key)}, 1, ${builder.bind('bigint', time + milliseconds)}`
    return (
      `INSERT INTO ${table} ("key", "hits", "resets_at") VALUES (${values}) ON CONFLICT ("key") DO UPDATE SET ` +
      `"hits" = CASE WHEN ${over()} THEN 1 ELSE ${table}."hits" + 1 END, ` +
      `"resets_at" = CASE WHEN ${over()} OR ${table}."resets_at" > excluded."resets_at" ` +
      `THEN excluded."resets_at" ELSE ${table}."resets_at" END ` +
      'RETURNING "hits", "resets_at"'
    )
  })
  return { hits: Number(row?.['hits']), resetsAt: Number(row?.['resets_at']) }
}

/** Deletes the counters whose window has ended at `time`. */
export async function deleteEndedHits(transaction: WriteTransaction, time: number): Promise<void> {
  await run(
    transaction,
    (builder) => `DELETE FROM ${quote(rateLimits)} WHERE "resets_at" <= ${builder.bind('bigint', time)}`,
  )
}
