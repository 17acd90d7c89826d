import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createContentApi } from '../src/index.js'
import { postgresDatabase } from './support/postgres.js'
import { oracleModel } from './reliability/service-process.js'

/** Forwards all connections except the first to a PostgreSQL server. Returns the URL of the database behind it. */
async function silentAtFirst(url: string): Promise<string> {
  const { port, hostname } = new URL(url)
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    if (sockets.length === 1) return
    const upstream = connect(Number(port), hostname).on('error', () => socket.destroy())
    socket.pipe(upstream).pipe(socket)
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

it('starts when the first connection to the database times out', async () => {
  const { connection } = await postgresDatabase()
  const database = { ...connection, url: await silentAtFirst(connection.url) }
  const api = await createContentApi({ project: oracleModel, database, config: { log: { level: 'silent' } } })
  onTestFinished(() => api.close())
  expect((await api.fetch(new Request('http://service.example/api/tags'))).status).toBe(200)
})

it('fails immediately when no database listens', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  const database = { dialect: 'postgres' as const, url: `postgres://nobody@127.0.0.1:${port}/none` }
  await expect(createContentApi({ project: oracleModel, database })).rejects.toThrow(/ECONNREFUSED/)
})
