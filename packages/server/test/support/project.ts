import { createRegistry, type SchemaSources } from '@content-api/model'
import type { Connection } from '@content-api/engine/database/connection'
import type { Database } from '@content-api/engine/database/database'
import { openDatabase } from '@content-api/engine/drivers/open'

/** Opens a database for these schemas without changing its tables. */
export function openProject(connection: Connection, schemas: SchemaSources): Promise<Database> {
  return openDatabase({ registry: createRegistry(schemas), connection })
}
