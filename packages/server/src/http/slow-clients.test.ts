import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OpenRequests } from './open-requests.js'
import { cutOffSlowClients } from './slow-clients.js'

/** Responds with the number of bytes in the body. */
const server = createServer((requested, response) => {
  let bytes = 0
  requested.on('data', (chunk: Buffer) => (bytes += chunk.length))
  requested.on('end', () => response.end(String(bytes)))
  requested.on('error', () => response.destroy())
})
let end: () => void

beforeAll(async () => {
  end = cutOffSlowClients(new OpenRequests(server), { patience: 300, bytesPerSecond: 16_384, interval: 20 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  end()
  server.close()
  server.closeAllConnections()
})

/** Sends `chunks` chunks of `bytes` bytes, with a pause after each. */
async function send(chunks: number, bytes: number, pause: number): Promise<{ status: number; text: string }> {
  const { port } = server.address() as AddressInfo
  const sent = request({ host: '127.0.0.1', port, method: 'POST', agent: false })
  const arrived = new Promise<IncomingMessage>((resolve, reject) => sent.on('response', resolve).on('error', reject))
  const over = arrived.then(
    () => true,
    () => true,
  )
  for (let chunk = 0; chunk < chunks && !(await Promise.race([over, setTimeout(pause, false)])); chunk++) {
    sent.write(Buffer.alloc(bytes))
  }
  sent.end()
  const response = await arrived
  let text = ''
  for await (const part of response) text += String(part)
  return { status: response.statusCode ?? 0, text }
}

it('an upload may take longer than the patience while data arrives', async () => {
  expect(await send(30, 65_536, 50)).toEqual({ status: 200, text: String(30 * 65_536) })
})

it('a body that arrives byte by byte gets 408', async () => {
  expect(await send(2_000, 1, 20)).toMatchObject({ status: 408 })
})

it('a client that stops after much of its body gets 408 as soon as one that stops early', async () => {
  const { port } = server.address() as AddressInfo
  const sent = request({ host: '127.0.0.1', port, method: 'POST', agent: false })
  const response = once(sent, 'response') as Promise<[IncomingMessage]>
  // If only the average rate counted, this client could then be silent for ten minutes.
  sent.write(Buffer.alloc(10_000_000))
  const [{ statusCode }] = await response
  expect(statusCode).toBe(408)
  sent.destroy()
})
