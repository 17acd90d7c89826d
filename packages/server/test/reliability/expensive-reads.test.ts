import { loadavg } from 'node:os'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { createContentApi } from '../../src/index.js'
import { linkWeb } from '../support/link-web.js'
import { databases } from '../../../../tests/support/postgres.js'
import { attacks } from './attacks.js'
import { amount, oracleModel, projectFolder, type ServiceProcess, startService, timeLimit } from './service-process.js'

/** The number of probe requests during one attack; thirty seconds of requests in the long run. */
const probes = amount('ATTACK_PROBES', 10)
const every = 50
/** The limits in milliseconds and in bytes above the idle service; only the long run sets them. */
const p99Below = timeLimit('ATTACK_P99_BELOW')
const memoryBelow = amount('ATTACK_MEMORY_BELOW', Number.POSITIVE_INFINITY)

/** The public may read everything and upload nothing. */
const config = {
  permissions: {
    public: ['article', 'tag'].flatMap((name) => ['find', 'findOne'].map((a) => `api::${name}.${name}.${a}`)),
  },
  auth: { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } },
  log: { level: 'error' },
} as const

interface JsonResponse {
  readonly status: number
  readonly milliseconds: number
}

/** Requests one tag repeatedly in its own thread, so that the clients of the attack don't delay it. */
function probe(url: string): Promise<readonly JsonResponse[]> {
  return new Promise((resolve, reject) => {
    const workerData = { url: `${url}/api/tags/1`, count: probes, every }
    const worker = new Worker(new URL('latency-probe.mjs', import.meta.url), { workerData })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** Runs each client in a loop until `work` ends, and counts the statuses. */
async function during<Result>(
  service: ServiceProcess,
  { clients, send }: (typeof attacks)[number],
  work: () => Promise<Result>,
): Promise<readonly [Result, Readonly<Record<string, number>>]> {
  const statuses: Record<string, number> = {}
  const attack = { isRunning: true }
  const loops = Array.from({ length: clients }, async () => {
    while (attack.isRunning) {
      const status = await send(service.url)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  })
  const result = await work()
  attack.isRunning = false
  await Promise.all(loops)
  return [result, statuses]
}

/** All attacks in the long run; otherwise a sort, a sort below a populate and an upload. */
const chosen = probes > 10 ? attacks : attacks.filter((_, index) => index % 3 === 0)

const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`

describe.each(await databases())('expensive requests, on $name', ({ name, connection }) => {
  it("don't stop the service from responding to others (R17)", { timeout: 900_000 }, async () => {
    const api = await createContentApi({ project: oracleModel, database: connection })
    await api.importEntries(linkWeb())
    await api.close()
    const service = await startService(projectFolder(config), connection, { probed: true })
    // Send each attack once, so that all modules are loaded.
    for (const { send } of chosen) await send(service.url)
    const slow: string[] = []
    const idle = await service.memory()
    for (const attack of chosen) {
      const [responses, statuses] = await during(service, attack, () => probe(service.url))
      const { maxRss } = await service.memory()
      const times = responses.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
      const p99 = times[Math.ceil(times.length * 0.99) - 1] as number
      const line =
        `${name}, ${attack.title}: p99 of the probe ${p99.toFixed(0)} ms, most memory ${megabytes(maxRss - idle.rss)} above idle ` +
        `(load ${loadavg()[0]?.toFixed(1)}; the attack got ${JSON.stringify(statuses)})`
      process.stdout.write(`${line}\n`)
      expect(responses.filter(({ status }) => status !== 200)).toEqual([])
      expect(Object.keys(statuses).filter((status) => Number(status) >= 500 && status !== '503')).toEqual([])
      if (p99 >= p99Below || maxRss - idle.rss >= memoryBelow) slow.push(line)
    }
    expect(slow).toEqual([])
  })
})
