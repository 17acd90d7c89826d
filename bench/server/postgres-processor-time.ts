import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { processorMilliseconds, statFields } from './processes.js'

/**
 * Returns a function that measures the processor time of a PostgreSQL server on this machine in milliseconds.
 * It includes processes that have ended, such as parallel workers. Needs /proc.
 */
export async function postgresProcessorTime(url: string): Promise<() => Promise<number>> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  const server = Number((await statFields(rows[0].pid))[parent])
  await client.end()
  return async () => {
    const children = await readFile(`/proc/${server}/task/${server}/children`, 'utf8')
    const running = await Promise.all(children.trim().split(' ').map(Number).map(processorMilliseconds))
    const fields = await statFields(server)
    const ended = (Number(fields[endedUser]) + Number(fields[endedSystem])) * 10
    return running.reduce((sum, time) => sum + time, ended)
  }
}

/** Indexes of fields after the process name: the parent, and the times of children that ended. */
const [parent, endedUser, endedSystem] = [1, 13, 14]
