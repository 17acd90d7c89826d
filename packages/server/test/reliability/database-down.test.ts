import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../support/embedded-postgres.js'
import {
  type JsonResponse,
  amount,
  projectFolder,
  type ServiceProcess,
  startService,
  timeLimit,
} from './service-process.js'

/** The minimum seconds for which the database is stopped. */
const away = amount('DATABASE_AWAY_SECONDS', 0)
/** Milliseconds from the start of the database to the first response with status 200. */
const backWithin = timeLimit('DATABASE_BACK_WITHIN')
/** Milliseconds after which a request counts as hanging. */
const hangs = timeLimit('DATABASE_HANGS')

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

interface Exchange {
  readonly line: string
  readonly response: JsonResponse
  readonly answeredAt: number
  readonly took: number
}

/** Sends one request after the other until `work.running` is false. Adds each to the exchanges. */
async function keepAsking(
  service: ServiceProcess,
  line: string,
  work: { running: boolean; readonly exchanges: Exchange[] },
  data?: unknown,
) {
  while (work.running) {
    const requested = performance.now()
    const response = await service.ask(line, data)
    const answeredAt = performance.now()
    work.exchanges.push({ line, response, answeredAt, took: answeredAt - requested })
    await wait(10)
  }
}

it('the server sends 503 while PostgreSQL is stopped under load, and works after its start (R5)', {
  timeout: 600_000 + away * 1_000,
}, async () => {
  const database = await startEmbeddedPostgres()
  onTestFinished(() => database.stop())
  const client = new Client(`${database.url}/postgres`)
  await client.connect()
  await client.query('CREATE DATABASE content')
  await client.end()
  const service = await startService(projectFolder(), { dialect: 'postgres', url: `${database.url}/content` })

  const exchanges: Exchange[] = []
  const work = { running: true, exchanges }
  const asking = Promise.all([
    ...Array.from({ length: 6 }, () => keepAsking(service, 'GET /api/tags?fields=name', work)),
    ...Array.from({ length: 4 }, (_, index) => keepAsking(service, 'POST /api/tags', work, { name: `tag ${index}` })),
  ])
  const count = (method: string, status: number, from = 0) =>
    exchanges.filter(
      ({ line, response, answeredAt }) => line.startsWith(method) && response.status === status && answeredAt > from,
    ).length
  await expect.poll(() => Math.min(count('GET', 200), count('POST', 200))).toBeGreaterThan(4)
  await database.crash()
  const statusOf = async (path: string) => (await fetch(service.url + path)).status
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503])
  await wait(away * 1_000)
  await expect.poll(() => Math.min(count('GET', 503), count('POST', 503))).toBeGreaterThan(5)
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503])
  await database.start()
  const started = performance.now()
  while ((await statusOf('/readyz')) !== 200) await wait(20)
  await expect.poll(() => Math.min(count('GET', 200, started), count('POST', 200, started))).toBeGreaterThan(4)
  work.running = false
  await asking

  const [good, bad] = [200, 503].map((status) => exchanges.filter(({ response }) => response.status === status))
  expect(exchanges.filter(({ response }) => ![200, 503].includes(response.status))).toEqual([])
  for (const { response } of bad ?? []) {
    expect(response.retryAfter).toMatch(/^\d+$/)
    expect(response.body.error?.name).toBe('ServiceUnavailableError')
  }
  expect(Math.max(...exchanges.map(({ took }) => took))).toBeLessThan(hangs)
  const first = Math.min(...(good ?? []).map(({ answeredAt }) => answeredAt).filter((at) => at > started))
  process.stdout.write(
    `database away for ${away} s: ${bad?.length} of ${exchanges.length} requests 503, slowest response ${Math.round(Math.max(...exchanges.map(({ took }) => took)))} ms, first 200 ${Math.round(first - started)} ms after its return\n`,
  )
  const failures = service.output().match(/ failed: /g)?.length ?? 0
  process.stdout.write(`${bad?.length} responses with 503, ${failures} of them in the log\n`)
  // One of each cause: closed connections, a closed port, a database that starts.
  expect(failures).toBeLessThan(20)
  expect(first - started).toBeLessThan(backWithin)

  // No confirmed write is lost, and writes work as before.
  const acknowledged = (good ?? []).flatMap(({ response }) =>
    Array.isArray(response.body.data) ? [] : [response.body.data.id],
  )
  for (const id of acknowledged) expect([id, (await service.ask(`GET /api/tags/${id}`)).status]).toEqual([id, 200])
  expect((await service.ask('POST /api/tags', { name: 'after' })).status).toBe(200)
  expect(service.alive()).toBe(true)
  expect(await service.stop()).toBe(0)
})
