import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createContentApi } from '../../../src/index.js'
import { postgresDatabase } from '../../../../../tests/support/postgres.js'
import { oracleModel } from '../../reliability/service-process.js'

type Behaviour = 'silent' | 'forward' | 'close'

/** The message by which PostgreSQL ends a connection (protocol 3.0, ErrorResponse). */
function terminated(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0')
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/**
 * Starts a proxy for a PostgreSQL server. `next` decides what happens to each connection: the proxy forwards
 * it, doesn't respond, or sends the message that ends it in the packet that reports it as open.
 */
async function proxyFor(url: string, next: () => Behaviour): Promise<string> {
  const { port, hostname } = new URL(url)
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    const behaviour = next()
    if (behaviour === 'silent') return
    const upstream = connect(Number(port), hostname).on('error', () => socket.destroy())
    socket.pipe(upstream)
    if (behaviour === 'forward') return void upstream.pipe(socket)
    upstream.on('data', (data: Buffer) => {
      // ReadyForQuery is the last message of a connection's start: a Z, its length, and the state.
      const isOpen = data.at(-6) === 'Z'.charCodeAt(0)
      if (isOpen) socket.end(Buffer.concat([data, terminated()]))
      else socket.write(data)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const own = new URL(url)
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return own.href
}

const config = { log: { level: 'silent' as const } }

it('starts although the database does not respond to the first connection in time', async () => {
  const { connection } = await postgresDatabase()
  const behaviours: Behaviour[] = ['silent']
  const database = { ...connection, url: await proxyFor(connection.url, () => behaviours.shift() ?? 'forward') }
  const api = await createContentApi({ project: oracleModel, database, config })
  onTestFinished(() => api.close())
  expect((await api.fetch(new Request('http://service.example/api/tags'))).status).toBe(200)
})

it('fails to start immediately where no database listens', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  const database = { dialect: 'postgres' as const, url: `postgres://nobody@127.0.0.1:${port}/none` }
  await expect(createContentApi({ project: oracleModel, database })).rejects.toThrow(/ECONNREFUSED/)
})

it('writes although the database closes a new connection as it opens', async () => {
  const { connection } = await postgresDatabase()
  const behaviours: Behaviour[] = []
  const database = { ...connection, url: await proxyFor(connection.url, () => behaviours.shift() ?? 'forward') }
  const api = await createContentApi({ project: oracleModel, database, config })
  onTestFinished(() => api.close())
  const create = () =>
    api.fetch(
      new Request('http://service.example/api/tags', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: { name: 'x' } }),
      }),
    )
  expect((await create()).status).toBe(200)

  const other = new Client(connection.url)
  await other.connect()
  behaviours.push('close')
  await other.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await other.end()
  // An error event without a listener would fail the run, as it would end the process of a server.
  expect((await create()).status).toBe(200)
  expect(behaviours).toEqual([])
})
