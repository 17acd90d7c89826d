import { randomUUID } from 'node:crypto'
import { Random } from '../strapi-starts/random.js'
import { compareAnswers, jsonOr } from './compare-answers.js'
import { callOfRead, describeCall, type DrawingShares, prepareDrawing } from './draw-reads.js'
import { type Answer, type Call, servedBy } from './http-client.js'
import { createMoreContent } from './more-content.js'
import type { ProofTarget } from './recorded-project.js'
import { type Read, reduceRead } from './reduce-read.js'
import type { Report } from './report.js'
import { logsReasons, reasonsOf, ServedShare } from './served-share.js'
import { type TwoSides, withSides } from './two-sides.js'

export interface RandomOptions extends DrawingShares {
  readonly seed: number
  /** The number of distinct reads. */
  readonly reads: number
}

/** Requests that are sent at the same time. */
const concurrent = 4

/** Sends random reads to Strapi and to the server beside it, and requires equal responses. */
export async function compareRandomReads(target: ProofTarget, options: RandomOptions, report: Report): Promise<void> {
  const { name } = target
  const { say } = report
  say(`\nrandom reads, ${name}, seed ${options.seed}`)
  const random = new Random(options.seed)
  const prepare = (strapi: TwoSides['theirs']) => createMoreContent(strapi, random, target.version)
  await withSides({ target, say, prepare, configuration: logsReasons }, async (sides) => {
    const reads = await drawReads(sides, random, options)
    const share = new ServedShare()
    let reordered = 0
    const otherLists: string[] = []
    const differing: Differing[] = []
    const left = [...reads]
    const worker = async () => {
      for (let read = left.pop(); read !== undefined; read = left.pop()) {
        const call = callOfRead(read)
        const id = randomUUID()
        const outcome = await compareOnce(sides, call, id)
        share.add({ ...call, id }, outcome.theirs, outcome.ours)
        if (outcome.reordered) reordered++
        if (outcome.isReorderedList) otherLists.push(describeCall(call))
        if (outcome.differences.length > 0) differing.push({ read, ...outcome })
        else report.pass()
      }
    }
    await Promise.all(Array.from({ length: concurrent }, worker))
    for (const each of differing) report.fail(await describeDifference(sides, each))
    say(`  ${reads.length} distinct reads, ${differing.length} different, ${reordered} with another order of keys`)
    if (otherLists.length > 0)
      say(`  ${otherLists.length} lists without a sort had another order, which PostgreSQL may choose, such as`)
    for (const list of otherLists.slice(0, 5)) say(`    ${list}`)
    // The log ends with the server.
    await sides.beside.stop()
    share.check(target, report, reasonsOf(sides.beside.output))
  })
}

async function drawReads({ theirs, ...target }: TwoSides, random: Random, options: RandomOptions): Promise<Read[]> {
  const draw = await prepareDrawing(theirs, random, target, options)
  const reads = new Map<string, Read>()
  while (reads.size < options.reads) {
    const read = draw()
    reads.set(JSON.stringify(callOfRead(read)), read)
  }
  return [...reads.values()]
}

async function compareOnce(sides: TwoSides, call: Call, id: string = randomUUID()) {
  const headers = { ...call.headers, 'x-request-id': id }
  const [theirs, ours] = await Promise.all([sides.theirs.send(call), sides.ours.send({ ...call, headers })])
  const inOrder = compareAnswers(theirs, ours)
  const isReorderedList = inOrder.differences.length > 0 && isUnordered(sides, call) && isList(jsonOr(theirs.text))
  return { ...(isReorderedList ? compareAnswers(theirs, ours, true) : inOrder), isReorderedList, theirs, ours }
}

/** Whether PostgreSQL may return the entries of a list in any order. */
const isUnordered = ({ name }: ProofTarget, { path }: Call) => name === 'postgres' && !/[?&]sort[=[]/.test(path)

const isList = (body: unknown): boolean =>
  Array.isArray(body) || Array.isArray((body as { readonly data?: unknown } | null)?.data)

interface Differing {
  readonly read: Read
  readonly differences: readonly string[]
  readonly ours: Answer
}

/** Reduces a read that differs, and describes the difference. One that isn't there again is described as it was. */
async function describeDifference(sides: TwoSides, first: Differing): Promise<string> {
  const { read } = first
  const differs = async (smaller: Read) => (await compareOnce(sides, callOfRead(smaller))).differences.length > 0
  // Without them, PostgreSQL could return other rows for another reason.
  const kept = new Set(sides.name === 'postgres' ? ['sort', 'pagination'] : [])
  const smallest = await reduceRead(read, differs, kept)
  const again = await compareOnce(sides, callOfRead(smallest))
  const isRepeated = again.differences.length > 0
  const { differences, ours } = isRepeated ? again : first
  const head = `${sides.name}, ${isRepeated ? '' : 'once, '}served by ${servedBy(ours)}, ${describeCall(callOfRead(smallest))}`
  return [head, ...differences.slice(0, 4)].join('\n    ')
}
