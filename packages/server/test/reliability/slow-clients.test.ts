import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { amount, projectFolder, type ServiceProcess, startService, timeLimit } from './service-process.js'

const sockets = amount('SLOW_SOCKETS', 50)
/** Whether to test slow bodies and unread responses too: they end after 25 seconds, slow headers after ten. */
const patiently = process.env['SLOW_PATIENTLY'] === '1'
/** The requests of one measurement. */
const samples = patiently ? 300 : 30
/** Milliseconds within which each connection must be closed. */
const goneWithin = timeLimit('SLOW_GONE_WITHIN')
/** The factor by which other requests may be slower, in addition to 50 ms of noise. */
const slower = timeLimit('SLOW_RATIO')

/** The first bytes of a slow client, whether it then sends a byte every two seconds, and whether it reads. */
interface SlowClient {
  readonly begins: string
  readonly drips: boolean
  readonly takes: boolean
}

const header: SlowClient = { begins: 'GET /api/tags HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', drips: true, takes: true }
const body: SlowClient = {
  begins:
    'POST /api/tags HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  drips: true,
  takes: true,
}
/** Requests more than the buffers of a connection hold, and reads nothing. */
const silent: SlowClient = {
  begins: 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(200),
  drips: false,
  takes: false,
}

/**
 * Returns the milliseconds after which the connection was closed.
 * @param onBegun called when the first bytes are sent
 */
function slow(
  { url }: ServiceProcess,
  { begins, drips, takes }: SlowClient,
  onBegun: () => unknown = () => {},
): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(begins, onBegun))
    const timer = setInterval(() => drips && socket.writable && socket.write('x'), 2_000)
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    if (takes) socket.resume()
    else socket.pause()
    // A client that reads nothing only sees the end of the connection after reading what was sent before. So
    // it starts to read shortly before the time limit. If the connection isn't cut off by then, it gets all
    // responses and the test fails.
    const look = Number.isFinite(goneWithin) ? setTimeout(() => socket.resume(), goneWithin - 1_000) : undefined
    socket.on('close', () => {
      clearInterval(timer)
      clearTimeout(look)
      resolve(performance.now() - begun)
    })
  })
}

/** Returns the 99th percentile of the response times. */
async function p99(service: ServiceProcess): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < samples; index++) {
    const requested = performance.now()
    expect((await service.ask('GET /api/tags')).status).toBe(200)
    times.push(performance.now() - requested)
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(samples * 0.99) - 1] as number
}

it(`HTTP-13: ${sockets} clients that send byte by byte are cut off, and don't delay others (R8)`, async () => {
  const service = await startService(projectFolder(), sqliteDatabase().connection)
  await p99(service)
  const alone = await p99(service)
  // Only a few, because the server serves each of them until its buffers are full. Once they have started,
  // only the other slow clients can delay requests.
  const takesNothing = patiently ? Array.from({ length: sockets / 10 }, () => slow(service, silent)) : []
  if (patiently) await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect((await service.ask('GET /api/tags')).status).toBe(200)
  let connected = 0
  const dripping = (patiently ? [header, body] : [header]).flatMap((kind) =>
    Array.from({ length: sockets }, () => slow(service, kind, () => (connected += 1))),
  )
  await expect.poll(() => connected).toBe(dripping.length)
  const beside = await p99(service)
  const closed = await Promise.all([...takesNothing, ...dripping])
  process.stdout.write(
    `slow clients closed after ${Math.round(Math.max(...closed) / 1000)} s at most; p99 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside them\n`,
  )
  expect(Math.max(...closed)).toBeLessThan(goneWithin)
  expect(beside).toBeLessThan(slower * alone + 50)
  expect((await service.ask('GET /api/tags')).status).toBe(200)
})
