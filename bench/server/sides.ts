import { geometricMean, median } from './growth.js'
import { measure, type Measured } from './load.js'
import { medians } from './oracle.js'
import type { Loaded } from './oracle-content.js'
import type { OracleWorkload } from './oracle-workloads.js'
import type { Running } from './processes.js'
import { table } from './table.js'

/** A server that is compared with another one. */
export interface Side {
  readonly name: string
  readonly running: Running
  readonly ids: Loaded
}

export interface SidesOptions {
  /** The duration of each measurement. */
  readonly seconds: number
  /** The number of measurements of each side. The sides alternate. */
  readonly rounds: number
}

/**
 * Measures all sides on the same workloads and prints a table. Returns a ratio for each side except the
 * first: its requests per second divided by those of the first side. A ratio is the median of the ratios of
 * the rounds, because the speed of a shared machine differs between rounds.
 */
export async function compareSides(
  sides: readonly Side[],
  workloads: readonly OracleWorkload[],
  options: SidesOptions,
): Promise<ReadonlyMap<string, number>> {
  const rows: string[][] = []
  const ratios = new Map<string, number[]>()
  for (const workload of workloads) {
    const measured = await measureAll(sides, workload, options)
    const first = measured[0] as Measured[]
    for (const [index, results] of measured.entries()) {
      const { name } = sides[index] as Side
      const { perSecond, p50, p99, failed } = medians(results)
      const ratio = median(results.map((result, round) => result.perSecond / (first[round] as Measured).perSecond))
      if (index > 0) ratios.set(name, [...(ratios.get(name) ?? []), ratio])
      rows.push([
        index === 0 ? workload.name : '',
        name,
        perSecond.toFixed(0),
        p50.toFixed(1),
        p99.toFixed(1),
        index === 0 ? '' : ratio.toFixed(2),
        failed > 0 ? `${failed} failed` : '',
      ])
    }
  }
  console.log(table(['workload', 'server', 'req/s', 'p50 ms', 'p99 ms', '×', ''], rows))
  return new Map([...ratios].map(([name, list]) => [name, geometricMean(list)]))
}

async function measureAll(
  sides: readonly Side[],
  workload: OracleWorkload,
  { seconds, rounds }: SidesOptions,
): Promise<Measured[][]> {
  const run = ({ running, ids }: Side, duration: number) => measure(running.url, (n) => workload.call(n, ids), duration)
  // Warm-up: code that a server compiles at run time is compiled before the measurement.
  for (const side of sides) await run(side, Math.min(seconds, 2))
  const results = sides.map((): Measured[] => [])
  for (let round = 0; round < rounds; round++) {
    const order = [...sides.entries()]
    for (const [index, side] of round % 2 === 0 ? order : order.toReversed())
      results[index]?.push(await run(side, seconds))
  }
  return results
}
