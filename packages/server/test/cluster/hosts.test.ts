import { createServer, type Socket } from 'node:net'
import { createRegistry } from '@content-api/model'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { openDatabase } from '@content-api/engine/database'
import { freePort } from '../support/embedded-postgres.js'
import { type PostgresCluster, runOn, startCluster } from '../support/postgres-cluster.js'

/** A primary that accepts one connection of the role `app`, and a standby. */
let cluster: PostgresCluster

beforeAll(async () => {
  cluster = await startCluster(1)
  const url = `${cluster.primary.url}/postgres`
  await runOn(url, `CREATE ROLE app LOGIN PASSWORD 'app' CONNECTION LIMIT 1 IN ROLE test`)
})
afterAll(() => cluster.stop())

/** Starts a server that accepts connections and never replies. Returns its address. */
async function startSilent(): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `127.0.0.1:${port}`
}

it('a start without a usable primary says of each host why', async () => {
  const hostOf = (url: string | undefined) => new URL(url ?? '').host
  const [primary, standby, other] = [cluster.primary.url, cluster.standbys[0]?.url, inject('postgres')].map(hostOf)
  const closed = `127.0.0.1:${await freePort()}`
  const silent = await startSilent()
  const reports: string[] = []
  const opening = openDatabase({
    registry: createRegistry({ contentTypes: {} }),
    connection: {
      dialect: 'postgres',
      url: 'postgres://app:app@db.example/postgres',
      hosts: [primary, standby, other, closed, silent].map(String),
    },
    report: (message) => reports.push(message),
  })
  await expect(opening).rejects.toThrow(
    [
      'Cannot open the database db.example/postgres: none of its hosts can be used for writes:',
      `  ${primary}: it is the primary, but can't be used: too many connections for role "app".`,
      `  ${standby}: it is a standby.`,
      `  ${other}: the password is wrong. Check the URL, "database.password" or "database.passwordFile" (28P01).`,
      `  ${closed}: nothing listens there. Start the database, or name another one with DATABASE_URL or --database (ECONNREFUSED).`,
      `  ${silent}: the server does not respond. Check that it runs, its address, and the firewalls on the way.`,
    ].join('\n'),
  )
  expect(reports).toEqual([`Cannot connect to the primary ${primary}: too many connections for role "app".`])
})
