import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.js'
import { databases } from '../../../../tests/support/postgres.js'
import { amount, type Memory, projectFolder, random, type ServiceProcess, startService } from './service-process.js'

const requests = amount('SOAK_REQUESTS', 300)
/** The percentage by which the heap may grow from the second third of the requests to the last: 1 in the long run. */
const growth = amount('SOAK_GROWTH', 20)
const clients = 8
/** The size of the connection pool for PostgreSQL. At any time, any number of these connections may be open. */
const pool = 10
/** The number of measurements of the heap in each third. */
const looks = 3

/** The typical requests of clients, one after the other: reads of all kinds, writes, and invalid requests. */
const mixture: ((service: ServiceProcess, n: number) => Promise<{ readonly status: number }>)[] = [
  (service, n) => service.ask(`GET /api/tags?pagination[page]=${1 + (n % 5)}&pagination[pageSize]=10`),
  (service, n) => service.ask(`GET /api/articles?filters[title][$contains]=${n % 100}&populate=*`),
  (service, n) => service.ask(`GET /api/articles/${1 + (n % 20)}?populate[tags][populate][articles][fields]=title`),
  (service, n) => service.ask('POST /api/tags', { name: `soak ${n}` }),
  (service, n) => service.ask(`PUT /api/articles/${1 + (n % 20)}`, { title: `Title ${n}`, tags: [1 + (n % 5)] }),
  (service, n) => service.ask(`DELETE /api/tags/${20 + n}`),
  (service, n) => service.ask(`GET /api/tags?filters[nope${n % 1_000}]=1`),
  (service) => service.ask('GET /api/nowhere'),
  ({ url }, n) => graphql(url, `query Q${n % 500} { articles(pagination: { limit: ${1 + (n % 9)} }) { data { id } } }`),
  ({ url }) => fetch(`${url}/readyz`).then(async (response) => (await response.text(), response)),
]

async function graphql(url: string, query: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
  await response.text()
  return response
}

/** Sends the requests numbered `from` to `to` (exclusive). The number selects the kind of a request. */
async function run(service: ServiceProcess, from: number, to: number): Promise<Set<number>> {
  const statuses = new Set<number>()
  let next = from
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < to) {
        const n = next++
        statuses.add((await (mixture[n % mixture.length] as (typeof mixture)[number])(service, n)).status)
      }
    }),
  )
  return statuses
}

/** Returns the minimum of several measurements: memory that is collected later isn't leaked. */
async function leastHeap(service: ServiceProcess, from: number, to: number): Promise<{ heap: number; last: Memory }> {
  const heaps: Memory[] = []
  const part = (to - from) / looks
  for (let look = 0; look < looks; look++) {
    const statuses = await run(service, Math.round(from + look * part), Math.round(from + (look + 1) * part))
    expect([...statuses].filter((status) => ![200, 400, 404].includes(status))).toEqual([])
    heaps.push(await service.memory())
  }
  return { heap: Math.min(...heaps.map(({ heapUsed }) => heapUsed)), last: heaps.at(-1) as Memory }
}

/** Counts the open resources of the process by kind. */
async function openResources(service: ServiceProcess): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const kind of await service.openResources()) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/** Each connection of the pool has a socket, and a timer while it is idle. */
const pooled: Readonly<Record<string, number>> = { TCPSocketWrap: pool, Timeout: pool }

/** Resolves when the process has no more resources than `most` or than the pool may have, for each kind. */
async function openAtMost(service: ServiceProcess, most: Readonly<Record<string, number>>): Promise<void> {
  await eventually(async () => {
    for (const [kind, count] of Object.entries(await openResources(service))) {
      expect(count, kind).toBeLessThanOrEqual(Math.max(most[kind] ?? 0, pooled[kind] ?? 0))
    }
  })
}

describe.each(await databases())('a server on $name after a long time', ({ connection }) => {
  it(`uses as much memory after ${requests} mixed requests as before, and keeps nothing open (R13)`, {
    timeout: 600_000 + requests * 60,
  }, async () => {
    const service = await startService(projectFolder({ log: { level: 'error' } }), connection, { probed: true })
    const pick = random(7)
    for (let index = 0; index < 30; index++) await service.ask('POST /api/tags', { name: `tag ${index}` })
    for (let index = 0; index < 20; index++) {
      await service.ask('POST /api/articles', { title: `Title ${index}`, tags: [1 + pick(20), 21 + pick(9)] })
    }
    const third = Math.round(requests / 3)
    // The caches of prepared statements and plans are full after the first third.
    await leastHeap(service, 0, third)
    // The server closes the idle connections of the clients after five seconds.
    await eventually(async () => expect((await openResources(service))['TCPSocketWrap'] ?? 0).toBeLessThanOrEqual(pool))
    const openBefore = await openResources(service)
    const { heap: before } = await leastHeap(service, third, 2 * third)
    const { heap: after, last } = await leastHeap(service, 2 * third, requests)
    const grown = (after / before - 1) * 100
    process.stdout.write(
      `${connection.dialect}: heap ${(before / 1e6).toFixed(1)} MB in the second third of ${requests} requests, ${(after / 1e6).toFixed(1)} MB in the last (${grown.toFixed(2)} %), ${(last.rss / 1e6).toFixed(0)} MB resident\n`,
    )
    expect(grown).toBeLessThan(growth)
    await openAtMost(service, openBefore)
    expect(await service.stop()).toBe(0)
  })
})
