import { EventEmitter, once } from 'node:events'
import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { OpenRequests, cutOffSlowClients } from '@content-api/core/transport/open-requests'

/** The bytes that the server has received for the current test. */
let received = 0
/** Resolves when the server has received this number of bytes. `expect.poll` would let time pass. */
async function arrival(bytes: number): Promise<void> {
  if (received < bytes) {
    await once(arrivals, 'data')
    await arrival(bytes)
  }
}
const arrivals = new EventEmitter()
/** Responds with the number of bytes in the body. */
const server = createServer((requested, response) => {
  requested.on('data', (chunk: Buffer) => {
    received += chunk.length
    arrivals.emit('data')
  })
  requested.on('end', () => response.end(String(received)))
  requested.on('error', () => response.destroy())
})
let end: () => void
const [silence, interval] = [300, 20]

beforeAll(async () => {
  // Time passes only where a test lets it. Sockets don't use these timers.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  end = cutOffSlowClients(new OpenRequests(server), { silence, bytesPerSecond: 16_384, interval })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  received = 0
})
afterAll(() => {
  end()
  server.close()
  server.closeAllConnections()
  vi.useRealTimers()
})

/** Begins a request. Its body is sent by `write`, which resolves when the server has received all of it. */
function begin() {
  const { port } = server.address() as AddressInfo
  const sent: ClientRequest = request({ host: '127.0.0.1', port, method: 'POST', agent: false })
  onTestFinished(() => void sent.destroy())
  const response = once(sent, 'response') as Promise<[IncomingMessage]>
  let bytes = 0
  return {
    sent,
    response: async () => (await response)[0].statusCode,
    write: async (length: number) => {
      sent.write(Buffer.alloc(length))
      bytes += length
      await arrival(bytes)
    },
  }
}

it('an upload may take longer than the longest silence while data arrives', async () => {
  const { sent, write, response } = begin()
  for (let chunk = 0; chunk < 30; chunk++) {
    await write(65_536)
    vi.advanceTimersByTime(silence - interval)
  }
  sent.end()
  expect(await response()).toBe(200)
  expect(received).toBe(30 * 65_536)
})

it('a body that arrives byte by byte gets 408 after the longest silence', async () => {
  const { write, response } = begin()
  for (let passed = 0; passed < silence; passed += interval) {
    await write(1)
    vi.advanceTimersByTime(interval)
  }
  // The bytes themselves allow one more millisecond.
  vi.advanceTimersByTime(interval)
  expect(await response()).toBe(408)
})

it('a client that stops after much of its body gets 408 as soon as one that stops early', async () => {
  const { write, response } = begin()
  // If only the average rate counted, this client could then be silent for ten minutes.
  await write(10_000_000)
  vi.advanceTimersByTime(silence + 2 * interval)
  expect(await response()).toBe(408)
})
