import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createContentApi } from '../src/index.js'
import { postgresDatabase } from './support/postgres.js'
import { oracleModel } from './reliability/service-process.js'

/** Forwards connections to a PostgreSQL server, but the first one gets no answer. Returns the URL of the database there. */
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

it('starts although the database does not answer the first connection in time', async () => {
  const { connection } = await postgresDatabase()
  const database = { ...connection, url: await silentAtFirst(connection.url) }
  const api = await createContentApi({ project: oracleModel, database, config: { log: { level: 'silent' } } })
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
