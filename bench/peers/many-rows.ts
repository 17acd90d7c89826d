import sqlite3 from 'sqlite3'
import { prepareDatabases } from '../server/databases.js'
import { growthQueries } from '../server/growth-queries.js'
import { startReference } from '../server/processes.js'
import type { Closing, Interface, Side } from './side.js'

const least = 1_000_000

/** Starts this server on the atlas twice: with a million cities, and with the first 1,000 of them. */
export async function startOnManyRows(closing: Closing): Promise<readonly [Side, Side]> {
  const { project, small, unchanged } = await prepareDatabases()
  await multiplyCities(unchanged)
  const start = async (name: string, file: string): Promise<Side> => {
    const running = await startReference(project, file, '/api/regions')
    closing.push(() => running.stop())
    return { name, url: running.url, headers: {}, processorTime: () => running.processorTime(), ...reads }
  }
  return [await start('1,000,000 rows', unchanged), await start('1,000 rows', small)]
}

const reads: Interface = {
  call(workload, n) {
    const query = growthQueries.find(({ name }) => name === workload)
    if (query === undefined) throw new Error(`There is no query '${workload}'.`)
    return query.call(n)
  },
  // The contents differ by design.
  read: () => ({ entries: [] }),
}

/** Copies the cities of a database until it has a million. No server may use it. */
async function multiplyCities(file: string): Promise<void> {
  const database = new sqlite3.Database(file)
  const query = (sql: string) =>
    new Promise<readonly Record<string, unknown>[]>((resolve, reject) => {
      database.all(sql, (error, rows) => (error ? reject(error) : resolve(rows as Record<string, unknown>[])))
    })
  const [counted] = await query('SELECT max(id) AS largest FROM cities')
  const largest = Number(counted?.largest)
  const columns = (await query(`SELECT name FROM pragma_table_info('cities')`)).map(({ name }) => `"${String(name)}"`)
  const values = columns.map((column) => (column === '"id"' ? `id + copy * ${largest}` : column))
  await query(
    `WITH RECURSIVE copies(copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies
       WHERE (copy + 2) * ${largest} <= ${least} + ${largest})
     INSERT INTO cities (${columns.join(', ')}) SELECT ${values.join(', ')} FROM cities, copies ORDER BY copy, id`,
  )
  await new Promise<void>((resolve) => database.close(() => resolve()))
}
