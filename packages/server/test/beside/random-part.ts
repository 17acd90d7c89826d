import { Random } from '../strapi-starts/random.js'
import { compareAnswers } from './compare-answers.js'
import { callOfRead, describeCall, prepareDrawing } from './draw-reads.js'
import { type Call, servedBy } from './http-client.js'
import { createMoreContent } from './more-content.js'
import type { DatabaseName } from './recorded-project.js'
import { type Read, reduceRead } from './reduce-read.js'
import { percent, type Report } from './report.js'
import { type TwoSides, withSides } from './two-sides.js'

export interface RandomOptions {
  readonly seed: number
  /** The number of distinct reads. */
  readonly reads: number
}

/** Requests that are sent at the same time. */
const concurrent = 4
/** The least share of Strapi's successful responses that this server must give itself. */
const leastServed = 0.8

/** Sends random reads to Strapi and to the server beside it, and requires equal responses. */
export async function compareRandomReads(name: DatabaseName, options: RandomOptions, report: Report): Promise<void> {
  const { say } = report
  say(`\nrandom reads, ${name}, seed ${options.seed}`)
  const random = new Random(options.seed)
  const prepare = (strapi: TwoSides['theirs']) => createMoreContent(strapi, random)
  await withSides({ name, say, prepare }, async (sides) => {
    const reads = await drawReads(sides, random, options.reads)
    const counts = { ok: 0, served: 0, reordered: 0 }
    const forwarded: Call[] = []
    const differing: Read[] = []
    const left = [...reads]
    const worker = async () => {
      for (let read = left.pop(); read !== undefined; read = left.pop()) {
        const outcome = await compareOnce(sides, callOfRead(read))
        if (outcome.isOk) counts.ok++
        if (outcome.isOk && outcome.isServed) counts.served++
        else if (outcome.isOk) forwarded.push(callOfRead(read))
        if (outcome.reordered) counts.reordered++
        if (outcome.differences.length > 0) differing.push(read)
        else report.pass()
      }
    }
    await Promise.all(Array.from({ length: concurrent }, worker))
    for (const read of differing) report.fail(await describeDifference(sides, read))
    say(`  ${reads.length} distinct reads, ${counts.ok} with status 200 from Strapi, ${differing.length} different`)
    say(`  ${counts.reordered} with another order of keys`)
    for (const call of forwarded.slice(0, 25)) say(`  forwarded: ${describeCall(call)}`)
    report.check(counts.served >= leastServed * counts.ok, `${name}: served ${percent(counts.served, counts.ok)}`)
  })
}

async function drawReads({ theirs, name }: TwoSides, random: Random, count: number): Promise<Read[]> {
  const draw = await prepareDrawing(theirs, random, name)
  const reads = new Map<string, Read>()
  while (reads.size < count) {
    const read = draw()
    reads.set(JSON.stringify(callOfRead(read)), read)
  }
  return [...reads.values()]
}

async function compareOnce({ name, theirs, ours }: TwoSides, call: Call) {
  const [one, other] = await Promise.all([theirs.send(call), ours.send(call)])
  const hasErrors = call.path === '/graphql' && one.text.startsWith('{"errors"')
  return {
    ...compareAnswers(one, other, isUnordered(name, call)),
    isOk: one.status === 200 && !hasErrors,
    isServed: servedBy(other) === 'content-api',
    served: servedBy(other),
  }
}

/** Whether PostgreSQL may return the entries of a list in any order. */
const isUnordered = (name: DatabaseName, { path }: Call) => name === 'postgres' && !/[?&]sort[=[]/.test(path)

/** Reduces a read that differs, and describes the difference. */
async function describeDifference(sides: TwoSides, read: Read): Promise<string> {
  const differs = async (smaller: Read) => (await compareOnce(sides, callOfRead(smaller))).differences.length > 0
  // Without them, PostgreSQL could return other rows for another reason.
  const kept = new Set(sides.name === 'postgres' ? ['sort', 'pagination'] : [])
  const smallest = await reduceRead(read, differs, kept)
  const { differences, served } = await compareOnce(sides, callOfRead(smallest))
  const head = `${sides.name}, served by ${served}, ${describeCall(callOfRead(smallest))}`
  return [head, ...differences.slice(0, 4)].join('\n    ')
}
