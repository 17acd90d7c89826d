import { measure } from './load.js'
import type { OracleWorkload } from './oracle-workloads.js'
import type { Side } from './sides.js'
import { table } from './table.js'

export interface CostOptions {
  /**
   * Requests of one measurement. More requests hide the cost of connecting. Fewer requests make measurements
   * shorter, so that other load on the machine affects all sides evenly.
   */
  readonly requests: number
  /** Measurements of each side and workload. */
  readonly rounds: number
}

/**
 * Compares the processor time per request of all sides and prints a table. Returns for each side except the
 * first its ratios to the first side, one for each workload. Needs /proc.
 *
 * Other work on the machine makes some measurements slower, because it shares caches and cores. So the sides
 * are compared within each round. The ratio of a workload is the mean of the middle half of the rounds.
 */
export async function compareCost(
  sides: readonly Side[],
  workloads: readonly OracleWorkload[],
  { requests, rounds }: CostOptions,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows: string[][] = []
  const ratios = new Map<string, number[]>()
  for (const workload of workloads) {
    const measured: number[][] = []
    // Warm-up rounds: code that a server compiles at run time is compiled before the measurement.
    const warmupRounds = Math.ceil(rounds / 5)
    for (let round = -warmupRounds; round < rounds; round++) {
      const used = sides.map(() => 0)
      // The order is reversed in every second round, so that no side always runs after the same other side.
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
  return ratios
}

/** Returns the mean of the middle half of the values. */
function middleMean(values: readonly number[]): number {
  const quarter = Math.floor(values.length / 4)
  const middle = values.toSorted((a, b) => a - b).slice(quarter, values.length - quarter)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}
