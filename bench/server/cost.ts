import { geometricMean } from './growth.js'
import { measure } from './load.js'
import type { OracleWorkload } from './oracle-workloads.js'
import type { Side } from './sides.js'
import { table } from './table.js'

export interface CostOptions {
  /** Requests of a turn: short ones, so that what else the machine does hits all sides alike. */
  readonly requests: number
  /** Turns of each side and workload. */
  readonly rounds: number
}

/**
 * Compares the processor time of a request, prints a table, and returns for each further side the geometric mean as a multiple of
 * the first. Needs /proc.
 */
export async function compareCost(
  sides: readonly Side[],
  workloads: readonly OracleWorkload[],
  { requests, rounds }: CostOptions,
): Promise<ReadonlyMap<string, number>> {
  const rows: string[][] = []
  const ratios = new Map<string, number[]>()
  for (const workload of workloads) {
    const used = sides.map(() => 0)
    // The first turns are for what is compiled while a server runs.
    const warm = Math.ceil(rounds / 5)
    for (let round = -warm; round < rounds; round++) {
      for (const [index, { running, ids }] of sides.entries()) {
        const before = await running.processorTime()
        await measure(running.url, (n) => workload.call(n + round * requests + 1_000_000, ids), { requests })
        if (round >= 0) used[index] = (used[index] ?? 0) + (await running.processorTime()) - before
      }
    }
    const [first = 0] = used
    for (const [index, { name }] of sides.entries()) {
      const own = used[index] ?? 0
      if (index > 0) ratios.set(name, [...(ratios.get(name) ?? []), own / first])
      const microseconds = (own * 1_000) / (requests * rounds)
      const ratio = index === 0 ? '' : (own / first).toFixed(3)
      rows.push([index === 0 ? workload.name : '', name, microseconds.toFixed(0), ratio])
    }
  }
  console.log(table(['workload', 'server', 'CPU µs', '×'], rows))
  return new Map([...ratios].map(([name, list]) => [name, geometricMean(list)]))
}
