import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { median } from '../server/growth.js'
import { connections, measure } from '../server/load.js'
import { startBesideStrapi } from './beside-strapi.js'
import type { MeasureOptions } from './measure.js'
import type { Check } from './ratios.js'
import type { Say } from './servers.js'
import { closingAfter, type Setup, type Side } from './side.js'

/** The largest ratio of a write's p99 beside 16 clients that read to that without them. */
const mostRatio = 2

/** Reads that take long on a table without an index for them, and one that takes short. */
const reads = ['list', 'sorted by a relation', 'find one']

/** Measures the 99th percentile of the latency of Strapi's writes while 16 clients read beside it. */
export function checkWritesBesideReads(
  database: Setup['database'],
  options: MeasureOptions,
  say: Say,
): Promise<Check[]> {
  return closingAfter(async (closing) => {
    const [beside, strapi] = await startBesideStrapi(4, { database, articles: 10_000, indexes: true }, closing, say)
    const checks: Check[] = []
    await writesOf(strapi, options.seconds)
    for (const workload of reads) {
      const ratios: number[] = []
      for (let round = 0; round < options.rounds; round++) {
        const alone = await writesOf(strapi, options.seconds)
        const reading = readsOf(beside, workload, options.seconds)
        const [during, read] = await Promise.all([writesOf(strapi, options.seconds), reading])
        if (read.failed > 0) throw new Error(`${read.failed} reads failed.`)
        ratios.push(during.p99 / alone.p99)
        say(
          `  ${workload}: p99 of a write ${alone.p99} ms, ${during.p99} ms beside ${read.perSecond.toFixed(0)} reads/s`,
        )
      }
      const ratio = median(ratios)
      const failure = ratio <= mostRatio ? undefined : `${ratio.toFixed(2)} is above ${mostRatio}`
      checks.push({ name: `beside-writes-${database}/${workload}`, failure })
    }
    return checks
  })
}

/** One client writes: more would wait for each other, which is not what is measured. */
async function writesOf(strapi: Side, seconds: number) {
  let sent = 0
  return measure(strapi.url, () => strapi.call('update with connect', sent++), seconds, strapi.headers, 1)
}

const readingClients = fileURLToPath(new URL('reading-clients.mjs', import.meta.url))

/** Reads with 16 clients in another process: this one must notice the end of a write as soon as it ends. */
async function readsOf(beside: Side, workload: string, seconds: number) {
  const folder = await mkdtemp(join(tmpdir(), 'content-api-reads-'))
  try {
    const file = join(folder, 'load.json')
    const paths = Array.from({ length: 500 }, (_, n) => encodeURI(beside.call(workload, n).path))
    await writeFile(
      file,
      JSON.stringify({ url: beside.url, clients: connections, seconds, headers: beside.headers, paths }),
    )
    const { stdout } = await promisify(execFile)(process.execPath, [readingClients, file])
    return JSON.parse(stdout) as { readonly perSecond: number; readonly failed: number }
  } finally {
    await rm(folder, { recursive: true })
  }
}
