import type { ClientBase } from 'pg'
import type { Transaction } from 'sequelize'
import { unknownOutcome } from '../../database/database-errors.js'
import { type Position, positionOf } from '../../database/position.js'

/**
 * Commits and reads the flushed position, which a standby can reach. The insert position also includes
 * uncommitted changes.
 */
const commitAndReadPosition = `COMMIT; SELECT pg_current_wal_flush_lsn()::text AS lsn,
  substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) AS timeline`

interface CommitPosition {
  readonly lsn: string
  readonly timeline: string
}

/**
 * The PostgreSQL function that warns when it stops waiting for a synchronous standby. Its name isn't
 * translated, unlike the text.
 */
const waitForStandby = 'SyncRepWaitForLSN'

/**
 * Commits a transaction of Sequelize. With `readsPosition`, the same message also reads the position after
 * the commit. A COMMIT is never cancelled: while waiting for a synchronous standby, a cancelled COMMIT would
 * report success although the commit is only on this server.
 *
 * @throws ApiError ServiceUnavailableError when the server stopped waiting
 */
export async function commit(
  client: ClientBase,
  transaction: Transaction,
  readsPosition: boolean,
): Promise<Position | null> {
  let isUnknown = false
  const notice = ({ routine }: { readonly routine?: string | undefined }) => {
    isUnknown ||= routine === waitForStandby
  }
  client.on('notice', notice)
  try {
    const position = readsPosition ? await positionAfter(client, transaction) : null
    // Here, Sequelize sends COMMIT and releases the connection. If positions are read, the transaction has
    // already been committed above.
    await transaction.commit().catch((error: unknown) => {
      if (!readsPosition) throw error
    })
    if (isUnknown) throw unknownOutcome()
    return position
  } finally {
    client.off('notice', notice)
  }
}

async function positionAfter(client: ClientBase, transaction: Transaction): Promise<Position | null> {
  // pg returns a result for each of the statements.
  let results: readonly { readonly rows: readonly CommitPosition[] }[]
  try {
    results = (await client.query<CommitPosition>(commitAndReadPosition)) as unknown as typeof results
  } catch (error) {
    // Lets Sequelize take the connection back.
    await transaction.rollback().catch(() => undefined)
    throw error
  }
  const position = results.at(-1)?.rows[0]
  return position ? positionOf(position.timeline, position.lsn) : null
}
