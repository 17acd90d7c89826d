import type { ClientBase } from 'pg'
import type { Transaction } from 'sequelize'
import { unknownOutcome } from '../errors.js'
import { type Position, positionOf } from '../position.js'

/** The flushed position is one that a standby can reach: the inserted one is ahead by what others haven't committed yet. */
const commitAndTell = `COMMIT; SELECT pg_current_wal_flush_lsn()::text AS lsn,
  substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) AS timeline`

interface Told {
  readonly lsn: string
  readonly timeline: string
}

/** The function of PostgreSQL that warns when it stops waiting for a synchronous standby. Unlike the text, it isn't translated. */
const waitForStandby = 'SyncRepWaitForLSN'

/**
 * Commits a transaction of Sequelize, and gives the position after it in the same message, if it is wanted. Nothing cancels a
 * COMMIT: one that waits for a synchronous standby would then report success for what is only on this server.
 * @throws ApiError ServiceUnavailableError when the server stopped waiting
 */
export async function commit(client: ClientBase, transaction: Transaction, tells: boolean): Promise<Position | null> {
  let isUnknown = false
  const notice = ({ routine }: { readonly routine?: string | undefined }) => {
    isUnknown ||= routine === waitForStandby
  }
  client.on('notice', notice)
  try {
    const position = tells ? await positionAfter(client, transaction) : null
    // Sequelize releases the connection. Once committed, its COMMIT does nothing.
    await transaction.commit().catch((error: unknown) => {
      if (!tells) throw error
    })
    if (isUnknown) throw unknownOutcome()
    return position
  } finally {
    client.off('notice', notice)
  }
}

async function positionAfter(client: ClientBase, transaction: Transaction): Promise<Position | null> {
  // pg returns a result for each of the statements.
  let results: readonly { readonly rows: readonly Told[] }[]
  try {
    results = (await client.query<Told>(commitAndTell)) as unknown as typeof results
  } catch (error) {
    // Sequelize takes the connection back.
    await transaction.rollback().catch(() => undefined)
    throw error
  }
  const told = results.at(-1)?.rows[0]
  return told ? positionOf(told.timeline, told.lsn) : null
}
