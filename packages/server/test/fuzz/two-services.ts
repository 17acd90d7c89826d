import { vi } from 'vitest'
import type { ContentApi } from '../../src/index.js'
import { databases } from '../support/postgres.js'
import { canary, openWorld } from './world.js'

/** What only a database or a stack says, and what nobody may see. */
export const leaked = new RegExp(
  `${canary}|\\$argon2|SQLITE_|no such (column|table)|syntax error at|node_modules|\\n\\s+at |\\.[jt]s:\\d|Sequelize`,
)

export interface Answered {
  readonly status: number
  readonly text: string
  /** Milliseconds until the answer was there. */
  readonly took: number
  /** Milliseconds that the processor worked meanwhile, for whatever else this process did too. */
  readonly worked: number
}

const tested = await databases()

/** One service per database with the same content, which write the same moments. */
export async function openServices(): Promise<{ readonly services: readonly ContentApi[]; close(): Promise<void> }> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-03-01T00:00:00.000Z') })
  const services: ContentApi[] = []
  for (const { connection } of tested) services.push(await openWorld(connection))
  return {
    services,
    async close() {
      await Promise.all(services.map((api) => api.close()))
      vi.useRealTimers()
    },
  }
}

export async function answer(api: ContentApi, target: string, init: RequestInit = {}): Promise<Answered> {
  const request = new Request(`http://service${target}`, init)
  const asked = performance.now()
  const before = process.cpuUsage()
  const response = await api.fetch(request)
  const text = await response.text()
  const { user, system } = process.cpuUsage(before)
  return { status: response.status, text, took: performance.now() - asked, worked: (user + system) / 1000 }
}

/**
 * Milliseconds that a read takes at least. What else the machine does is no part of it: one that takes longer than it may is
 * sent again, by itself.
 */
export async function leastTime(longest: number, { took }: Answered, ask: () => Promise<Answered>): Promise<number> {
  let least = took
  for (let again = 0; again < 4 && least >= longest; again++) least = Math.min(least, (await ask()).took)
  return least
}
