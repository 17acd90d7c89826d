import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { sqliteDatabase } from '../support/postgres.js'
import { amount, projectFolder, type ServiceProcess, startService } from './service-process.js'

const sockets = amount('SLOW_SOCKETS', 50)
/** Headers are cut off after ten seconds, bodies after twenty-eight. */
const bodies = process.env['SLOW_BODIES'] === '1'

/** Opens a connection and sends a byte every two seconds; gives the milliseconds after which it was closed. */
function drip({ url }: ServiceProcess, beginning: string): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(beginning))
    const timer = setInterval(() => socket.writable && socket.write('x'), 2_000)
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    socket.resume()
    socket.on('close', () => {
      clearInterval(timer)
      resolve(performance.now() - begun)
    })
  })
}

/** The time under which 99 of 100 requests are answered. */
async function p99(service: ServiceProcess): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < 300; index++) {
    const asked = performance.now()
    expect((await service.ask('GET /api/tags')).status).toBe(200)
    times.push(performance.now() - asked)
  }
  return times.toSorted((a, b) => a - b)[296] as number
}

const header = 'GET /api/tags HTTP/1.1\r\nHost: x\r\nX-Slow: '
const body = 'POST /api/tags HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'
const beginnings = bodies ? [header, body] : [header]

it(`${sockets} clients that send byte by byte are cut off, and hold up nobody (R8)`, { timeout: 60_000 }, async () => {
  const service = await startService(projectFolder(), sqliteDatabase().connection)
  await p99(service)
  const alone = await p99(service)
  const dripping = beginnings.flatMap((beginning) => Array.from({ length: sockets }, () => drip(service, beginning)))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const beside = await p99(service)
  const closed = await Promise.all(dripping)
  process.stdout.write(
    `slow clients closed after ${Math.round(Math.max(...closed) / 1000)} s at most; p99 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside them\n`,
  )
  expect(Math.max(...closed)).toBeLessThan(30_000)
  // What else the machine does comes and goes.
  expect(beside).toBeLessThan(2 * alone + 50)
})
