import { findTaken, findUsersToIndex, setUserKeys } from '@content-api/engine/accounts'
import type { Database, WriteTransaction } from '@content-api/engine/database'
import { userKeys } from './identifiers.js'

const batch = 500

/**
 * Stores the comparison keys of users that were imported without them, or that have keys of an earlier
 * version. A sign-in finds users by these keys.
 * @returns the ids of users who get no keys, because another user has the key of their name or address
 */
export async function indexUsers(database: Database): Promise<number[]> {
  const clashing: number[] = []
  let last = 0
  for (;;) {
    const rows = await findUsersToIndex(database, last, batch)
    const lastRow = rows.at(-1)
    if (!lastRow) return clashing
    clashing.push(...(await database.write((transaction) => indexBatch(transaction, last))))
    last = lastRow.id
  }
}

/** Stores the keys of one batch. Reads the users again, because they may have changed before this transaction. */
async function indexBatch(transaction: WriteTransaction, last: number): Promise<number[]> {
  const clashing: number[] = []
  for (const { id, ...names } of await findUsersToIndex(transaction, last, batch)) {
    const keys = userKeys(names)
    if (await findTaken(transaction, keys, id)) clashing.push(id)
    else await setUserKeys(transaction, id, keys)
  }
  return clashing
}
