import { type Database, takeSnapshot } from '@content-api/engine/database'
import type { Accounts } from '../accounts/accounts.js'

/** Takes a snapshot. Waits until pending mail is sent before it takes the snapshot, and before it restores it. */
export async function snapshotInMemory(database: Database, accounts: Accounts): Promise<() => Promise<void>> {
  await accounts.settled()
  const restore = await takeSnapshot(database)
  return async () => {
    await accounts.settled()
    await restore()
    accounts.forget()
  }
}
