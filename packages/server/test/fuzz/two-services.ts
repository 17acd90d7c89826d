import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { vi } from 'vitest'
import type { ContentApi } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'
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

/** One service per database with the same content and the same fixed clock. */
export async function openServices(): Promise<{ readonly services: readonly ContentApi[]; close(): Promise<void> }> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-03-01T00:00:00.000Z') })
  const services: ContentApi[] = []
  for (const { connection } of await databases()) services.push(await openWorld(connection))
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

/** The limit on the processor milliseconds of one request. Only long runs have one: other tests slow a short run. */
const mostWork = Number(process.env['FUZZ_WORK_BELOW'] ?? Number.POSITIVE_INFINITY)
/** Requests that take longer than this are sent again, and printed. */
const notable = 100

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The processor times of all requests of a run. */
export class Work {
  readonly #times: number[] = []
  readonly #heaviest: { readonly worked: number; readonly what: string; readonly request: unknown }[] = []

  /**
   * Adds the processor time of a request. A heavy request is sent again after a garbage collection, because
   * the garbage comes from earlier requests. `again` changes it a little, so that no cache helps.
   */
  async add(what: string, request: unknown, first: TimedResponse, again: (time: number) => Promise<TimedResponse>) {
    let { worked } = first
    for (let time = 1; time <= 2 && worked >= notable / 2; time++) {
      collectGarbage()
      worked = Math.min(worked, (await again(time)).worked)
    }
    this.#times.push(worked)
    if (worked < (this.#heaviest.at(-1)?.worked ?? 0) && this.#heaviest.length >= 5) return
    this.#heaviest.push({ worked, what, request })
    this.#heaviest.sort((one, other) => other.worked - one.worked)
    this.#heaviest.splice(5)
  }

  /** Describes the times, and the requests over 100 ms. */
  toString(): string {
    const times = this.#times.toSorted((one, other) => one - other)
    const share = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1)
    const [worst] = this.#heaviest
    const over = times.filter((time) => time > notable).length
    return [
      `processor time of a request: half below ${share(0.5)} ms, 99 of 100 below ${share(0.99)} ms, most ${worst?.worked.toFixed(0)} ms (${worst?.what}), ${over} of ${times.length} over ${notable} ms`,
      ...this.#heaviest
        .filter(({ worked }) => worked > notable)
        .map(
          ({ worked, what, request }) => `${worked.toFixed(0)} ms: ${what}: ${JSON.stringify(request).slice(0, 2_000)}`,
        ),
    ].join('\n')
  }

  /** The heaviest requests that took longer than `FUZZ_WORK_BELOW` allows. */
  get excessive(): readonly object[] {
    return this.#heaviest.filter(({ worked }) => worked > mostWork)
  }
}
