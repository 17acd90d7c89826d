import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustWriteWithoutOrigin, watchOrigins, type WatchedService } from '../scripts/lib/watch-origins.mjs'

const service = createServer((request, response) => {
  void request.toArray().then((chunks) => response.end(`${request.method} ${Buffer.concat(chunks).toString()}`))
})
let watched: WatchedService

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  watched = await watchOrigins(`http://127.0.0.1:${(service.address() as AddressInfo).port}`)
})
afterAll(() => {
  watched?.close()
  service.close()
})

const send = async (headers: Record<string, string>, method = 'POST') => {
  const body = method === 'GET' ? null : 'hello'
  return (await fetch(`${watched.url}/api/articles?sort=title`, { method, headers, body })).text()
}

test('requests pass through, and writes of servers must have no origin', async () => {
  expect(await send({})).toBe('POST hello')
  await send({ origin: 'http://site.example', 'sec-fetch-site': 'cross-site' })
  const taken = watched.take()
  expect(taken).toEqual([{ method: 'POST', path: '/api/articles?sort=title', origin: null }])
  mustWriteWithoutOrigin(taken)
  await send({ origin: 'http://site.example' })
  expect(() => mustWriteWithoutOrigin(watched.take())).toThrow(
    'POST /api/articles?sort=title with Origin: http://site.example',
  )
  await send({ origin: 'http://site.example' }, 'GET')
  expect(() => mustWriteWithoutOrigin(watched.take())).toThrow('sent no write')
})
