import { createRegistry, type SchemaSources } from '@content-api/model'
import { type Connection, type Database, openDatabase } from '@content-api/engine/database'

/** Opens a database for these schemas without changing its tables. */
export function openProject(connection: Connection, schemas: SchemaSources): Promise<Database> {
  return openDatabase({ registry: createRegistry(schemas), connection })
}
