// Measures the processor time of writes with a webhook. Compares three servers: without webhooks, with one
// whose events another process delivers, and with one that delivers them itself. PostgreSQL's processor time
// counts too.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../packages/server/test/support/embedded-postgres.js'
import { positiveNumber, readOptions, wholeNumber } from '../options.js'
import { compareCost } from './cost.js'
import { geometricMean } from './growth.js'
import { connections } from './load.js'
import { prepareProject, startLoaded } from './oracle.js'
import { oracleWorkloads } from './oracle-workloads.js'
import { startReference } from './processes.js'
import type { Side } from './sides.js'

const { requests, rounds, atMost, databases } = readOptions(() => {
  const { values } = parseArgs({
    options: {
      /** `sqlite` or `postgres`; both without it. */
      database: { type: 'string' },
      requests: { type: 'string', default: '500' },
      rounds: { type: 'string', default: '8' },
      /** The maximum ratio of processor time per write, without deliveries, to the server without webhooks. */
      'at-most': { type: 'string', default: '1.15' },
    },
  })
  const chosen = ['sqlite', 'postgres'].filter((name) => (values.database ?? name) === name)
  if (chosen.length === 0) throw new Error(`--database must be sqlite or postgres, not '${values.database}'.`)
  return {
    // The load generator needs a request for each of its connections.
    requests: wholeNumber('requests', values.requests, connections),
    rounds: wholeNumber('rounds', values.rounds),
    atMost: positiveNumber('at-most', values['at-most']),
    databases: chosen,
  }
})

const writes = oracleWorkloads.filter(({ kind }) => kind === 'write')
const content = { articles: 1_000, indexes: false }
/** Milliseconds without a delivery after which the deliveries of a measurement have ended. */
const quietTime = 500

const receiver = await startReceiver()
let failed = 0
try {
  for (const database of databases) {
    console.log(`\n${database}`)
    const ratios = database === 'sqlite' ? await compareOnSqlite() : await compareOnPostgres()
    const [recorded, delivered] = ['recorded', 'delivered'].map((name) => geometricMean(ratios.get(name) ?? []))
    if (!((recorded as number) <= atMost)) failed += 1
    console.log(`A write with a webhook: ${recorded?.toFixed(3)} times the processor time, at most ${atMost}.`)
    console.log(`Together with its delivery: ${delivered?.toFixed(3)} times.`)
  }
} finally {
  receiver.close()
}
console.log(`\n${databases.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function compareOnSqlite(): Promise<ReadonlyMap<string, readonly number[]>> {
  return compare((project) => Promise.resolve(join(project, 'data.db')))
}

/** Each side has a database server of its own, whose processor time it includes. */
async function compareOnPostgres(): Promise<ReadonlyMap<string, readonly number[]>> {
  const servers: Awaited<ReturnType<typeof startEmbeddedPostgres>>[] = []
  try {
    return await compare(async () => {
      const server = await startEmbeddedPostgres({ autovacuum: 'off' })
      servers.push(server)
      const client = new Client(`${server.url}/postgres`)
      await client.connect()
      await client.query('CREATE DATABASE content')
      await client.end()
      return `${server.url}/content`
    })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function compare(
  databaseOf: (project: string) => Promise<string>,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const sides: Side[] = []
  const webhook = (path: string) => [{ name: 'receiver', url: `${receiver.url}/${path}`, allowPrivateAddresses: true }]
  // The lease of a process that was killed lasts three times as long as an attempt may take.
  const undelivered = { webhooks: webhook('recorded'), webhookDefaults: { timeout: 300 } }
  try {
    for (const [name, config] of [
      ['without', {}],
      ['recorded', undelivered],
      ['delivered', { webhooks: webhook('delivered') }],
    ] as const) {
      const project = await prepareProject(`webhooks-${name}`, config)
      const database = await databaseOf(project)
      if (name === 'recorded') await takeLease(project, database)
      const { running, ids } = await startLoaded(project, database, content)
      const processorTime = async () => {
        if (name === 'delivered') await receiver.ended()
        return running.processorTime()
      }
      sides.push({ name, running: { ...running, processorTime }, ids })
    }
    const before = receiver.deliveriesTo('/recorded')
    const ratios = await compareCost(sides, writes, { requests, rounds })
    if (receiver.deliveriesTo('/recorded') > before)
      throw new Error('The measurement took longer than the lease of deliveries. Use fewer requests or rounds.')
    return ratios
  } finally {
    await Promise.all(sides.map(({ running }) => running.stop()))
  }
}

/** Lets a process take the lease of deliveries, and kills it. */
async function takeLease(project: string, database: string): Promise<void> {
  const holder = await startReference(project, database, '/api/tags')
  const delivered = receiver.next()
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ data: { name: 'first' } })
  await fetch(`${holder.url}/api/tags`, { method: 'POST', headers, body })
  await delivered
  await holder.kill()
}

/** Starts a server that accepts each delivery. */
async function startReceiver() {
  let last = 0
  const deliveries = new Map<string | undefined, number>()
  let waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end())
    last = performance.now()
    deliveries.set(request.url, (deliveries.get(request.url) ?? 0) + 1)
    for (const resolve of waiting) resolve()
    waiting = []
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveriesTo: (path: string) => deliveries.get(path) ?? 0,
    /** Resolves at the next delivery. */
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
    /** Resolves when there has been no delivery for a while. */
    async ended() {
      const since = performance.now()
      for (;;) {
        const rest = Math.max(last, since) + quietTime - performance.now()
        if (rest <= 0) return
        await wait(rest)
      }
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
