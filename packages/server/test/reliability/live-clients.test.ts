import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { ended, processOf } from '../support/child-process.js'
import { amount, projectFolder, startService } from './service-process.js'

/** `pnpm verify:long` sets it. */
const clients = amount('LIVE_CLIENTS', 0)
const mostMegabytes = amount('LIVE_MEGABYTES', 60)
const mostRatio = amount('LIVE_RATIO_PERCENT', 150) / 100
const reads = 8_000
const millisecondsPerWrite = 50
const rounds = 5

/**
 * Returns the best of several measurements, because other processes use the machine, too. Skips the
 * first one, during which V8 compiles.
 */
async function bestPercentile(reader: ChildProcess): Promise<number> {
  const measured: number[] = []
  while (measured.length <= rounds) {
    reader.send('read')
    const [milliseconds] = (await once(reader, 'message')) as [number]
    measured.push(milliseconds)
  }
  return Math.min(...measured.slice(1))
}

describe.skipIf(clients === 0)(`${clients} clients of live events`, () => {
  it('take little memory, and do not slow down other reads', { timeout: 300_000 }, async () => {
    const project = projectFolder({ events: true, limits: { eventClients: clients, eventClientsPerCaller: clients } })
    const service = await startService(project, sqliteDatabase().connection, { probed: true })
    const startListeners = await processOf(new URL('../support/live-listeners.ts', import.meta.url))
    const startReader = await processOf(new URL('../support/live-reader.ts', import.meta.url))
    const reader = startReader(service.url, String(reads), String(millisecondsPerWrite))
    const [alone, before] = [await bestPercentile(reader), await service.memory()]
    const listeners = startListeners(service.url, String(clients))
    expect(await once(listeners, 'message')).toEqual(['open', undefined])
    const after = await service.memory()
    const everybody = once(listeners, 'message')
    await service.ask('POST /api/tags', { name: 'heard' })
    expect(await everybody).toEqual(['heard', undefined])
    const together = await bestPercentile(reader)
    const megabytes = (memory: 'rss' | 'heapUsed') => Math.round((after[memory] - before[memory]) / 1_000_000)
    process.stdout.write(
      `${clients} clients: ${megabytes('rss')} MB resident, ${megabytes('heapUsed')} MB of heap; ` +
        `p99 of reads ${alone.toFixed(1)} ms alone, ${together.toFixed(1)} ms with them, beside a write every ${millisecondsPerWrite} ms\n`,
    )
    for (const child of [listeners, reader]) {
      child.kill()
      await ended(child)
    }
    expect(megabytes('rss')).toBeLessThanOrEqual(mostMegabytes)
    expect(together / alone).toBeLessThanOrEqual(mostRatio)
    expect(await service.stop()).toBe(0)
  })
})
