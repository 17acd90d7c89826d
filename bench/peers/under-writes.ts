import { median } from '../server/growth.js'
import { measure } from '../server/load.js'
import type { MeasureOptions } from './measure.js'
import type { Check } from './ratios.js'
import { type Say, startOurs } from './servers.js'
import { closingAfter, type Side } from './side.js'

/** The largest ratio of a read's p99 while 16 clients write to that without writes, and the most memory in MB. */
const [mostRatio, mostMemory] = [2, 200]

/**
 * Measures this server on SQLite: the 99th percentile of the latency of a list while 16 clients create
 * articles, and the resident memory after that load.
 */
export function checkReadsUnderWrites(options: MeasureOptions, say: Say): Promise<Check[]> {
  return closingAfter(async (closing) => {
    const ours = await startOurs({ database: 'sqlite', articles: 1_000, indexes: false }, closing)
    const ratios = await ratiosOfP99(ours, options)
    const ratio = median(ratios)
    const memory = await ours.memory?.()
    say(
      `  p99 of a list while 16 clients write: ${ratio.toFixed(2)} times (${ratios.map((one) => one.toFixed(2)).join(', ')})`,
    )
    say(`  resident memory after the load: ${memory?.toFixed(0)} MB`)
    return [
      {
        name: 'under-writes/p99',
        failure: ratio <= mostRatio ? undefined : `${ratio.toFixed(2)} is above ${mostRatio}`,
      },
      {
        name: 'under-writes/memory',
        failure: Number(memory) <= mostMemory ? undefined : `${memory?.toFixed(0)} MB is above ${mostMemory}`,
      },
    ]
  })
}

async function ratiosOfP99(ours: Side, { seconds, rounds }: MeasureOptions): Promise<number[]> {
  let sent = 0
  const run = (workload: string) => measure(ours.url, () => ours.call(workload, sent++), seconds)
  await run('list')
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const alone = await run('list')
    const [beside] = await Promise.all([run('list'), run('create')])
    ratios.push(beside.p99 / alone.p99)
  }
  return ratios
}
