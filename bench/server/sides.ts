import { geometricMean, median } from './growth.js'
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

interface Figures extends Measured {
  /** Processor time of a request, in microseconds; NaN where there is no /proc. */
  readonly microseconds: number
}

export interface SidesOptions {
  /** How long each measurement lasts. */
  readonly seconds: number
  /** How many times each side is measured; the sides take turns. */
  readonly rounds: number
}

/**
 * Measures sides on the same workloads, prints a table, and returns for each further side its geometric means as multiples of
 * the first: requests per second, and processor time of a request.
 */
export async function compareSides(
  sides: readonly Side[],
  workloads: readonly OracleWorkload[],
  options: SidesOptions,
): Promise<ReadonlyMap<string, { readonly perSecond: number; readonly microseconds: number }>> {
  const rows: string[][] = []
  const ratios = new Map<string, { perSecond: number[]; microseconds: number[] }>()
  for (const workload of workloads) {
    const figures = await measureAll(sides, workload, options)
    const first = figures[0] as Figures
    for (const [index, { perSecond, p50, p99, microseconds, failed }] of figures.entries()) {
      const { name } = sides[index] as Side
      const ratio = { perSecond: perSecond / first.perSecond, microseconds: microseconds / first.microseconds }
      if (index > 0) {
        const list = ratios.get(name) ?? { perSecond: [], microseconds: [] }
        ratios.set(name, list)
        list.perSecond.push(ratio.perSecond)
        list.microseconds.push(ratio.microseconds)
      }
      rows.push([
        index === 0 ? workload.name : '',
        name,
        perSecond.toFixed(0),
        p50.toFixed(1),
        p99.toFixed(1),
        microseconds.toFixed(0),
        index === 0 ? '' : ratio.perSecond.toFixed(2),
        index === 0 ? '' : ratio.microseconds.toFixed(2),
        failed > 0 ? `${failed} failed` : '',
      ])
    }
  }
  console.log(table(['workload', 'server', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs', 'req/s ×', 'CPU ×', ''], rows))
  return new Map(
    [...ratios].map(([name, { perSecond, microseconds }]) => [
      name,
      { perSecond: geometricMean(perSecond), microseconds: geometricMean(microseconds) },
    ]),
  )
}

async function measureAll(
  sides: readonly Side[],
  workload: OracleWorkload,
  { seconds, rounds }: SidesOptions,
): Promise<Figures[]> {
  const run = ({ running, ids }: Side, duration: number) => measure(running.url, (n) => workload.call(n, ids), duration)
  // What a server compiles while it runs is compiled before anything counts.
  for (const side of sides) await run(side, Math.min(seconds, 2))
  const results = sides.map(() => ({ measured: [] as Measured[], microseconds: [] as number[] }))
  for (let round = 0; round < rounds; round++) {
    for (const [index, side] of sides.entries()) {
      const before = await side.running.processorTime()
      const measured = await run(side, seconds)
      const used = (await side.running.processorTime()) - before
      results[index]?.measured.push(measured)
      results[index]?.microseconds.push((used * 1_000) / (measured.perSecond * seconds))
    }
  }
  return results.map(({ measured, microseconds }) => ({ ...typical(measured), microseconds: median(microseconds) }))
}
