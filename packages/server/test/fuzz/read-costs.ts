import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { Queue } from '@content-api/engine/concurrency'
import type { Connection, Database } from '@content-api/engine/database'
import type { ContentApi } from '../../src/index.js'

/** The estimated cost of the reads of one request in microseconds, and their measured time in milliseconds. */
export interface ReadCost {
  readonly reads: number
  readonly estimate: number
  readonly milliseconds: number
}

/** The maximum number of times that a read is measured, if it is slower than its estimate allows. */
const repetitions = 8

/** Milliseconds that any read may take: the estimate excludes the planning of a statement's first run. */
const always = 20

/** The factor by which an estimate may be too low. */
const factor = 4

export const isUnderestimated = ({ reads, estimate, milliseconds }: ReadCost) =>
  milliseconds > always * reads && milliseconds * 1_000 > factor * estimate

const nothing: ReadCost = { reads: 0, estimate: 0, milliseconds: 0 }

/** Returns the processor milliseconds used for a database so far, or null where they can't be read. */
type ProcessorTime = () => Promise<number | null>

/**
 * SQLite works in this process. PostgreSQL works in one process per connection, whose time Linux shows on the
 * same machine.
 */
async function processorTimeOf(connection: Connection): Promise<{ read: ProcessorTime; end: () => Promise<void> }> {
  if (connection.dialect === 'sqlite') {
    const read = () => {
      const { user, system } = process.cpuUsage()
      return Promise.resolve((user + system) / 1_000)
    }
    return { read, end: () => Promise.resolve() }
  }
  const client = new Client(connection.url)
  await client.connect()
  const known = new Map<number, number>()
  const read = async () => {
    const sql = 'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
    const { rows } = await client.query<{ pid: number }>(sql)
    try {
      for (const { pid } of rows) known.set(pid, Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]))
    } catch {
      return null
    }
    return [...known.values()].reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6
  }
  return { read, end: () => client.end() }
}

/**
 * Measures the reads of a service by plan. The result is the smaller one of elapsed and processor time, to
 * exclude other work of the machine. A read that takes longer than its estimate allows is repeated, and its
 * shortest time counts.
 */
export async function recordReads(
  api: ContentApi,
  connection: Connection,
): Promise<{
  /** Returns the cost of the reads since its last call. */
  readonly taken: () => ReadCost
  readonly end: () => Promise<void>
}> {
  const database = api.database as { -readonly [Key in keyof Database]: Database[Key] }
  const read = database.read.bind(database)
  const processors = await processorTimeOf(connection)
  let sum = nothing
  const timed = async (work: () => ReturnType<Database['read']>) => {
    const before = await processors.read()
    const started = performance.now()
    const measure = async () => {
      const elapsed = performance.now() - started
      const after = await processors.read()
      return before === null || after === null ? elapsed : Math.min(elapsed, after - before)
    }
    try {
      const text = await work()
      return { text, milliseconds: await measure() }
    } catch (error) {
      sum = { ...sum, milliseconds: sum.milliseconds + (await measure()) }
      throw error
    }
  }
  // Concurrent reads of one request would wait for one another while they are measured.
  const queue = new Queue()
  const measured: Database['read'] = async (plan, id, options) => {
    if ('sql' in plan) return read(plan, id, options)
    const { total: estimate } = await database.estimate(plan)
    sum = { ...sum, reads: sum.reads + 1, estimate: sum.estimate + estimate }
    const first = await timed(() => read(plan, id, options))
    let { milliseconds } = first
    for (let time = 1; time < repetitions && isUnderestimated({ reads: 1, estimate, milliseconds }); time++) {
      milliseconds = Math.min(milliseconds, (await timed(() => read(plan, id, options))).milliseconds)
    }
    sum = { ...sum, milliseconds: sum.milliseconds + milliseconds }
    return first.text
  }
  database.read = async (plan, id, { charge, ...options } = {}) => {
    // The charge of a root field waits for those of all others, so it comes before the queue.
    if (charge && !('sql' in plan)) await charge(await database.estimate(plan))
    return queue.run(() => measured(plan, id, options), { rejection: () => new Error('never') })
  }
  return {
    taken() {
      const last = sum
      sum = nothing
      return last
    },
    end: processors.end,
  }
}
