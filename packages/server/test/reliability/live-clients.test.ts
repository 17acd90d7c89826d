import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { ended, processOf } from '../support/child-process.js'
import { amount, projectFolder, type ServiceProcess, startService } from './service-process.js'

/** `pnpm verify:long` sets it. */
const clients = amount('LIVE_CLIENTS', 0)
const mostMegabytes = amount('LIVE_MEGABYTES', 60)
const mostRatio = amount('LIVE_RATIO_PERCENT', 150) / 100
const reads = 4_000
const writes = 80

/** Returns the best of three measurements, because other processes use the machine, too. */
async function bestPercentile(service: ServiceProcess): Promise<number> {
  return Math.min(await percentile(service), await percentile(service), await percentile(service))
}

/** Returns the 99th percentile of reads in milliseconds, with a write after every `reads / writes` of them. */
async function percentile(service: ServiceProcess): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < reads; index++) {
    if (index % (reads / writes) === 0) void service.ask('POST /api/tags', { name: `tag ${index}` })
    const begun = performance.now()
    await service.ask('GET /api/tags?pagination[pageSize]=10')
    times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(reads * 0.99)] ?? 0
}

describe.skipIf(clients === 0)(`${clients} clients of live events`, () => {
  it('take little memory, and do not slow down other reads', { timeout: 300_000 }, async () => {
    const project = projectFolder({ events: true, limits: { eventClients: clients, eventClientsPerCaller: clients } })
    const service = await startService(project, sqliteDatabase().connection, { probed: true })
    const startListeners = await processOf(new URL('../support/live-listeners.ts', import.meta.url))
    await percentile(service)
    const [alone, before] = [await bestPercentile(service), await service.memory()]
    const listeners = startListeners(service.url, String(clients))
    expect(await once(listeners, 'message')).toEqual(['open', undefined])
    const after = await service.memory()
    const everybody = once(listeners, 'message')
    await service.ask('POST /api/tags', { name: 'heard' })
    expect(await everybody).toEqual(['heard', undefined])
    const together = await bestPercentile(service)
    const megabytes = (memory: 'rss' | 'heapUsed') => Math.round((after[memory] - before[memory]) / 1_000_000)
    process.stdout.write(
      `${clients} clients: ${megabytes('rss')} MB resident, ${megabytes('heapUsed')} MB of heap; ` +
        `p99 of reads ${alone.toFixed(1)} ms alone, ${together.toFixed(1)} ms with them and ${writes} writes\n`,
    )
    listeners.kill()
    await ended(listeners)
    expect(megabytes('rss')).toBeLessThanOrEqual(mostMegabytes)
    expect(together / alone).toBeLessThanOrEqual(mostRatio)
    expect(await service.stop()).toBe(0)
  })
})
