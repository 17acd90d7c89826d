import { geometricMean } from './growth.js'
import { measure } from './load.js'
import type { OracleWorkload } from './oracle-workloads.js'
import type { Side } from './sides.js'
import { table } from './table.js'

export interface CostOptions {
  /** Requests of a turn: enough that connecting costs little, and few enough that other work on the machine hits all sides alike. */
  readonly requests: number
  /** Turns of each side and workload. */
  readonly rounds: number
}

/**
 * Compares the processor time of a request, prints a table, and returns for each further side the geometric mean as a multiple of
 * the first. Needs /proc.
 *
 * Other work on the machine makes some turns dearer (caches, cores that share their units). So each round is compared by itself,
 * and the mean of the middle half of the rounds counts.
 */
export async function compareCost(
  sides: readonly Side[],
  workloads: readonly OracleWorkload[],
  { requests, rounds }: CostOptions,
): Promise<ReadonlyMap<string, number>> {
  const rows: string[][] = []
  const ratios = new Map<string, number[]>()
  for (const workload of workloads) {
    const measured: number[][] = []
    // The first rounds are for what is compiled while a server runs.
    const warm = Math.ceil(rounds / 5)
    for (let round = -warm; round < rounds; round++) {
      const used = sides.map(() => 0)
      // Every second round goes backwards, so that no side always follows the same one.
      const order = [...sides.keys()]
      for (const index of round % 2 === 0 ? order : order.toReversed()) {
        const { running, ids } = sides[index] as Side
        const before = await running.processorTime()
        await measure(running.url, (n) => workload.call(n + round * requests + 1_000_000, ids), { requests })
        used[index] = (await running.processorTime()) - before
      }
      if (round >= 0) measured.push(used)
    }
    for (const [index, { name }] of sides.entries()) {
      const ratio = middleMean(measured.map((used) => (used[index] as number) / (used[0] as number)))
      if (index > 0) ratios.set(name, [...(ratios.get(name) ?? []), ratio])
      const microseconds = (middleMean(measured.map((used) => used[index] as number)) * 1_000) / requests
      rows.push([index === 0 ? workload.name : '', name, microseconds.toFixed(0), index === 0 ? '' : ratio.toFixed(3)])
    }
  }
  console.log(table(['workload', 'server', 'CPU µs', '×'], rows))
  return new Map([...ratios].map(([name, list]) => [name, geometricMean(list)]))
}

/** Returns the mean of the middle half of the values. */
function middleMean(values: readonly number[]): number {
  const quarter = Math.floor(values.length / 4)
  const middle = values.toSorted((a, b) => a - b).slice(quarter, values.length - quarter)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}
