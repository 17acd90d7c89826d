import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBesideHealth } from '@content-api/strapi-reads/health'
import { listenRaw } from './wire.js'
import { serveProxy } from './serve-proxy.js'

const state = { isStopping: false, hasDatabase: true, hasStrapi: true }
const answers = createBesideHealth({
  isStopping: () => state.isStopping,
  reachDatabase: () => (state.hasDatabase ? Promise.resolve() : Promise.reject(new Error('away'))),
  isStrapiReachable: () => Promise.resolve(state.hasStrapi),
})
const server = createServer((message, response) => {
  if (!answers(message, response)) response.writeHead(418).end()
})
let url: string
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

async function ready(changed: Partial<typeof state> = {}) {
  Object.assign(state, { isStopping: false, hasDatabase: true, hasStrapi: true }, changed)
  const response = await fetch(`${url}/readyz`)
  return [response.status, response.headers.get('retry-after'), await response.text()]
}

it('is ready while the database responds, and names the state of Strapi', async () => {
  expect(await ready()).toEqual([200, null, '{"status":"ready","strapi":"reachable"}'])
  expect(await ready({ hasStrapi: false })).toEqual([200, null, '{"status":"ready","strapi":"unreachable"}'])
  expect(await ready({ hasDatabase: false })).toEqual([503, '1', expect.stringContaining('database cannot be reached')])
  expect(await ready({ isStopping: true })).toEqual([503, '1', expect.stringContaining('The service is stopping')])
})

it('leaves other requests to Strapi', async () => {
  expect((await fetch(`${url}/healthz?a=1`)).status).toBe(200)
  expect((await fetch(`${url}/_health`)).status).toBe(418)
  expect((await fetch(`${url}/readyz`, { method: 'POST' })).status).toBe(418)
})

it('requests /_health of Strapi once for concurrent checks', async () => {
  const upstream = await listenRaw()
  const { proxy } = await serveProxy({ target: upstream.url })
  const checks = [proxy.isReachable(), proxy.isReachable()]
  const strapi = await upstream.accept()
  expect((await strapi.head())[0]).toBe('HEAD /_health HTTP/1.1')
  strapi.send('HTTP/1.1 204 No Content\r\n\r\n')
  expect(await Promise.all(checks)).toEqual([true, true])
  const failing = proxy.isReachable()
  await strapi.head()
  strapi.send('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
  strapi.end()
  expect(await failing).toBe(false)
  expect(upstream.count).toBe(1)
})
