import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Connection } from '@content-api/engine/database'
import { databases } from '../../../../tests/support/postgres.js'
import { holdFile } from './integrity.js'
import { projectFolder, type ServiceProcess, startService, timeLimit } from './service-process.js'

const inFlight = 100
const endsWithin = timeLimit('SHUTDOWN_WITHIN')

/** Blocks writes until the returned function is called. */
async function holdWrites(connection: Connection): Promise<() => Promise<void>> {
  if (connection.dialect === 'sqlite') return holdFile(connection.file)
  const client = new Client(connection.url)
  await client.connect()
  await client.query('BEGIN')
  await client.query('LOCK TABLE tags IN EXCLUSIVE MODE')
  return async () => {
    await client.query('ROLLBACK')
    await client.end()
  }
}

interface PostResponse {
  readonly status: number
  readonly connection: string | undefined
}

/** `taken` is called when the server has received the headers and requests the body. */
function post({ url }: ServiceProcess, agent: Agent, name: string, taken = () => {}): Promise<PostResponse> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', expect: '100-continue' }
    const sent = request(`${url}/api/tags`, { method: 'POST', headers, agent }, (response) => {
      response.resume()
      const { statusCode: status = 0, headers } = response
      response.on('end', () => resolve({ status, connection: headers.connection }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.on('continue', () => {
      sent.end(JSON.stringify({ data: { name } }))
      taken()
    })
    sent.flushHeaders()
  })
}

describe.each(await databases())('a server on $name that receives SIGTERM', ({ connection }) => {
  it(`first reports that it is not ready, responds to ${inFlight} running requests, and exits with code 0 (R10)`, async () => {
    // The server serves requests for six seconds after the signal.
    const service = await startService(projectFolder({ http: { drain: 6 } }), connection)
    const [idle, busy] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })]
    onTestFinished(() => [idle, busy].forEach((agent) => agent.destroy()))
    // Idle connections, and one without a complete request, don't delay the shutdown.
    await Promise.all(Array.from({ length: 20 }, () => post(service, idle, 'before')))
    const dripping = connect(Number(new URL(service.url).port), '127.0.0.1', () => dripping.write('GET /api/tags HT'))
    dripping.on('error', () => undefined)
    onTestFinished(() => void dripping.destroy())

    const release = await holdWrites(connection)
    const responses: Promise<PostResponse>[] = []
    const underWay = Array.from(
      { length: inFlight },
      (_, index) => new Promise<void>((taken) => responses.push(post(service, busy, `${index}`, taken))),
    )
    await Promise.all(underWay)
    const stopped = performance.now()
    const ended = service.stop()
    let ready = await fetch(`${service.url}/readyz`)
    while (ready.status === 200) ready = await fetch(`${service.url}/readyz`)
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close'])
    // It serves requests until the load balancers have seen that.
    expect((await service.ask('GET /api/tags')).status).toBe(200)
    await release()
    const received = await Promise.all(responses)
    expect(await ended).toBe(0)
    const took = performance.now() - stopped
    process.stdout.write(
      `${connection.dialect}: ${received.length} of ${inFlight} completed, ended after ${Math.round(took)} ms\n`,
    )
    expect(took).toBeLessThan(endsWithin)
    // On PostgreSQL a write that waited too long for the lock got 503.
    const allowed = connection.dialect === 'sqlite' ? [200] : [200, 503]
    expect(received.filter(({ status }) => !allowed.includes(status))).toEqual([])
    expect(received.map(({ connection: header }) => header)).toContain('close')
  })
})
