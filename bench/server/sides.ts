import { geometricMean } from './growth.js'
import { measure, type Measured } from './load.js'
import { typical } from './oracle.js'
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
  /** How long each measurement lasts. */
  readonly seconds: number
  /** How many times each side is measured; the sides take turns. */
  readonly rounds: number
}

/** Measures sides on the same workloads, prints a table, and returns requests per second of each further side as a multiple of the first. */
export async function compareSides(
  sides: readonly Side[],
  workloads: readonly OracleWorkload[],
  options: SidesOptions,
): Promise<ReadonlyMap<string, number>> {
  const rows: string[][] = []
  const ratios = new Map<string, number[]>()
  for (const workload of workloads) {
    const figures = await measureAll(sides, workload, options)
    const first = figures[0] as Measured
    for (const [index, { perSecond, p50, p99, failed }] of figures.entries()) {
      const { name } = sides[index] as Side
      const ratio = perSecond / first.perSecond
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
): Promise<Measured[]> {
  const run = ({ running, ids }: Side, duration: number) => measure(running.url, (n) => workload.call(n, ids), duration)
  // What a server compiles while it runs is compiled before anything counts.
  for (const side of sides) await run(side, Math.min(seconds, 2))
  const results = sides.map((): Measured[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, side] of sides.entries()) results[index]?.push(await run(side, seconds))
  }
  return results.map(typical)
}
