import type { SchemaSources } from '@content-api/model'
import type { Connection } from '@content-api/engine/database'
import { syncSchema } from '@content-api/engine/schema'
import { openProject } from './project.js'

// Runs as a process with two arguments, a connection and schemas. Changes the database to these schemas.
const [connection = '', schemas = ''] = process.argv.slice(2)
const database = await openProject(JSON.parse(connection) as Connection, JSON.parse(schemas) as SchemaSources)
process.send?.('opened')
await syncSchema(database, { allowDataLoss: true })
await database.close()
process.disconnect()
