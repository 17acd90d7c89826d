import { vi } from 'vitest'
import type { ContentApi } from '../../src/index.js'
import { databases } from '../support/postgres.js'
import { canary, openWorld } from './world.js'

/** Matches text that no response may contain: errors of databases, stack traces and secret values. */
export const leaked = new RegExp(
  `${canary}|\\$argon2|SQLITE_|no such (column|table)|syntax error at|node_modules|\\n\\s+at |\\.[jt]s:\\d|Sequelize`,
)

export interface TimedResponse {
  readonly status: number
  readonly text: string
  /** Milliseconds until the response. */
  readonly took: number
  /** Processor milliseconds of this process until the response, including other work of the process. */
  readonly worked: number
}

const tested = await databases()

/** One service per database with the same content and the same fixed clock. */
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

export async function timedFetch(api: ContentApi, target: string, init: RequestInit = {}): Promise<TimedResponse> {
  const request = new Request(`http://service${target}`, init)
  const requested = performance.now()
  const before = process.cpuUsage()
  const response = await api.fetch(request)
  const text = await response.text()
  const { user, system } = process.cpuUsage(before)
  return { status: response.status, text, took: performance.now() - requested, worked: (user + system) / 1000 }
}

/**
 * Returns the shortest time of a read in milliseconds. A read over the limit is repeated alone, to exclude
 * other work of the machine.
 */
export async function leastTime(
  longest: number,
  { took }: TimedResponse,
  ask: () => Promise<TimedResponse>,
): Promise<number> {
  let least = took
  for (let again = 0; again < 4 && least >= longest; again++) least = Math.min(least, (await ask()).took)
  return least
}
