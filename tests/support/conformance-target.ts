import { newDatabases } from './postgres.js'
import { type ReferenceTarget, startReferenceTarget } from '../../scripts/lib/reference-target.mjs'

type NewDatabase = (typeof newDatabases)[number][1]

/** Starts the built server with the suite's content model, on a new database. */
export async function startOn(newDatabase: NewDatabase): Promise<ReferenceTarget> {
  const { connection } = await newDatabase()
  return startReferenceTarget({ database: connection.dialect === 'postgres' ? connection.url : connection.file })
}

export { newDatabases }
