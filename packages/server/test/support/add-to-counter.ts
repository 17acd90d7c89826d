import type { Connection } from '@content-api/engine/database'
import { counters } from './counter-table.js'
import { openTables } from './table-database.js'

// Runs as a process: adds one to the first counter as often as its second argument says, each in its own transaction.
const [connection = '', times = ''] = process.argv.slice(2)
const database = await openTables(JSON.parse(connection) as Connection, [counters])
process.send?.('ready')
const statement = { sql: 'UPDATE counters SET value = value + 1 WHERE id = 1', values: [] }
await Promise.all(
  Array.from({ length: Number(times) }, () => database.write((transaction) => transaction.query(statement))),
)
await database.close()
process.disconnect()
