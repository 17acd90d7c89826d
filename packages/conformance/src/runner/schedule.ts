import type { Scenario } from '../scenarios/scenario.js'

/** Returns a generator of numbers in [0, 1), with the same sequence for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const next = random(seed)
  const result = [...items]
  for (let index = result.length - 1; index > 0; index--) {
    const other = Math.floor(next() * (index + 1))
    const [a, b] = [result[index], result[other]]
    if (a !== undefined && b !== undefined) [result[index], result[other]] = [b, a]
  }
  return result
}

/**
 * Mixes readers and writers, which form groups in the list of all scenarios, to use the target evenly. Slow
 * scenarios begin first, so that none of them delays the end.
 */
export function mixed(scenarios: readonly Scenario[]): Scenario[] {
  const order = shuffled(scenarios, 0)
  return [...order.filter(({ lengthy }) => lengthy), ...order.filter(({ lengthy }) => !lengthy)]
}

/**
 * Runs `work` for each scenario, `concurrency` at a time, never two with the same resource, and yields each
 * outcome when it is available. When it ends, nothing is under way any more, even if the caller stops early.
 */
export async function* inParallel<T>(
  scenarios: readonly Scenario[],
  concurrency: number,
  work: (scenario: Scenario) => Promise<T>,
): AsyncGenerator<T> {
  const waiting = [...scenarios]
  const held = new Set<string>()
  const running = new Map<Scenario, Promise<{ readonly scenario: Scenario; readonly value: T }>>()
  const startNext = () => {
    const index = waiting.findIndex(({ exclusive }) => exclusive === undefined || !held.has(exclusive))
    const scenario = waiting[index]
    if (!scenario) return false
    waiting.splice(index, 1)
    if (scenario.exclusive !== undefined) held.add(scenario.exclusive)
    running.set(
      scenario,
      work(scenario).then((value) => ({ scenario, value })),
    )
    return true
  }
  try {
    while (waiting.length > 0 || running.size > 0) {
      while (running.size < concurrency && startNext());
      const { scenario, value } = await Promise.race(running.values())
      running.delete(scenario)
      if (scenario.exclusive !== undefined) held.delete(scenario.exclusive)
      yield value
    }
  } finally {
    await Promise.allSettled(running.values())
  }
}
