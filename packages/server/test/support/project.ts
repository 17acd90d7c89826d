import { createRegistry, type SchemaSources } from '@content-api/model'
import type { Connection } from '../../src/storage/connection.js'
import type { Database } from '../../src/storage/database.js'
import { openDatabase } from '../../src/storage/open.js'

/** Opens a database for these schemas without changing its tables. */
export function openProject(connection: Connection, schemas: SchemaSources): Promise<Database> {
  return openDatabase({ registry: createRegistry(schemas), connection })
}
