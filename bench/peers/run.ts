// `pnpm bench:peers`: compares this server with others by the processor time per request, and fails below the
// limits of comparisons.ts.
import { parseArgs } from 'node:util'
import { readOptions, wholeNumber } from '../options.js'
import { table } from '../server/table.js'
import { checkWritesBesideReads } from './beside-writes.js'
import { type Comparison, comparisons } from './comparisons.js'
import { measureCosts } from './measure.js'
import { isInstalled } from './peer-packages.js'
import { hasSameContent, optionalPeers, startSides } from './peers.js'
import { type Check, checkRatios, leastOf, type Limits, meanOf, type Ratio, ratioOf, ratioText } from './ratios.js'
import { findDifference } from './same-content.js'
import { closingAfter, type Side } from './side.js'
import { checkReadsUnderWrites } from './under-writes.js'

/** A part that compares this server with itself. */
const underWrites = 'under-writes'
/** Parts that measure Strapi's writes while this server reads beside it. */
const besideWrites = { 'beside-writes-sqlite': 'sqlite', 'beside-writes-postgres': 'postgres' } as const
const { only, install, lengths } = readOptions(() => {
  const { values } = parseArgs({
    options: {
      /** The duration of each measurement. */
      seconds: { type: 'string', default: '3' },
      /** The number of measurements of each server. The servers alternate. */
      rounds: { type: 'string', default: '3' },
      /** The beginning of `comparison/workload`. */
      only: { type: 'string', default: '' },
      /** Installs the peers that are measured only if they are installed. */
      install: { type: 'boolean', default: false },
    },
  })
  const { only: part } = values
  if (!namesOf(part).length)
    throw new Error(
      `--only '${part}' matches nothing. Use the beginning of one of these:\n  ${namesOf('').join('\n  ')}`,
    )
  const [seconds, rounds] = [wholeNumber('seconds', values.seconds), wholeNumber('rounds', values.rounds)]
  return { only: part, install: values.install, lengths: { seconds, rounds } }
})

const say = (line: string) => console.log(line)
const rows: string[][] = []
const checks: Check[] = []
const skipped: string[] = []

for (const comparison of comparisons) await runComparison(comparison)
if (underWrites.startsWith(only)) await attempt(underWrites, () => checkReadsUnderWrites(lengths, say))
for (const [name, database] of Object.entries(besideWrites))
  if (name.startsWith(only)) await attempt(name, () => checkWritesBesideReads(database, lengths, say))
say(`\n${table(['comparison', 'workload', 'ours, µs', 'theirs, µs', 'ratio', 'rounds', 'at least'], rows)}\n`)
for (const reason of skipped) say(reason)
for (const { name, failure } of checks) if (failure !== undefined) say(`FAILED ${name}: ${failure}`)
const failed = checks.filter(({ failure }) => failure !== undefined).length
say(`\n${checks.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function runComparison(comparison: Comparison): Promise<void> {
  const { name, peer, limits } = comparison
  const packages = optionalPeers[peer]
  const workloads = comparison.workloads.filter((workload) => `${name}/${workload}`.startsWith(only))
  if (workloads.length === 0) return
  if (packages !== undefined && !install && !isInstalled(packages)) {
    skipped.push(`${name} wasn't measured: add --install to install ${packages.name} (${packages.megabytes} MB).`)
    return
  }
  await attempt(name, async () => {
    const ratios = await compare(comparison, workloads)
    const isComplete = workloads.length === comparison.workloads.length
    rows.push(...ratios.map((ratio) => [name, ratio.workload, ...figuresOf(ratio), limitText(ratio.workload, limits)]))
    if (isComplete && ratios.length > 1)
      rows.push([name, 'geometric mean', '', '', ratioText(meanOf(ratios)), '', String(limits.mean ?? '')])
    return checkRatios(name, ratios, limits, isComplete)
  })
}

/** Adds the checks that `work` returns, or its error: the other comparisons still run. */
async function attempt(name: string, work: () => Promise<readonly Check[]>): Promise<void> {
  say(`\n${name}`)
  try {
    checks.push(...(await work()))
  } catch (error) {
    checks.push({ name, failure: (error as Error).message })
  }
}

function compare(comparison: Comparison, workloads: readonly string[]): Promise<readonly Ratio[]> {
  return closingAfter(async (closing) => {
    const sides = await startSides(comparison, closing, say)
    const ratios: Ratio[] = []
    for (const workload of workloads) {
      const difference = hasSameContent(comparison.peer) ? await findDifference(sides, workload) : undefined
      const ratio =
        difference === undefined ? await measureRatio(sides, workload) : ratioOf(workload, [], [], difference)
      const [own, their, times, rounds] = figuresOf(ratio)
      say(`  ${workload}: ${ratio.problem ?? `${own} µs, ${sides[1].name} ${their} µs, ratio ${times} (${rounds})`}`)
      ratios.push(ratio)
    }
    return ratios
  })
}

async function measureRatio(sides: readonly [Side, Side], workload: string): Promise<Ratio> {
  const [ours, theirs] = await measureCosts(sides, workload, lengths)
  const failures = [ours, theirs].flatMap(({ failed: count }, index) =>
    count > 0 ? [`${count} of ${sides[index]?.name}`] : [],
  )
  const problem = failures.length > 0 ? `failed requests: ${failures.join(', ')}` : undefined
  return ratioOf(workload, ours.microseconds, theirs.microseconds, problem)
}

function figuresOf({ ours, theirs, ratio, smallest, largest }: Ratio): string[] {
  if (Number.isNaN(ratio)) return ['', '', '', '']
  return [ours.toFixed(0), theirs.toFixed(0), ratioText(ratio), `${ratioText(smallest)}–${ratioText(largest)}`]
}

function namesOf(part: string): string[] {
  const workloads = comparisons.flatMap(({ name, workloads: list }) => list.map((workload) => `${name}/${workload}`))
  return [...workloads, underWrites, ...Object.keys(besideWrites)].filter((name) => name.startsWith(part))
}

function limitText(workload: string, limits: Limits): string {
  const least = leastOf(workload, limits)
  return least === undefined ? '' : String(Number(least.toFixed(2)))
}
