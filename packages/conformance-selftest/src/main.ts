import { openSync, writeFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { selftest, type SelftestResult } from './selftest.js'

const usageCode = 2

const list = (title: string, ids: readonly string[]) => (ids.length === 0 ? [] : [`${title}: ${ids.join(', ')}`])

function summary({ correct, mutants, degenerates, unbroken, neverFailed, sound }: SelftestResult): string {
  const survivors = mutants.filter(({ killedBy }) => killedBy.length === 0)
  const fooled = degenerates.filter(({ outcome }) => outcome === 'conformant')
  return [
    `${correct.passed} scenarios pass on the second server, ${correct.others.length} do not`,
    `${mutants.length - survivors.length} of ${mutants.length} mutants killed by a scenario that cites the broken clause`,
    `${degenerates.length - fooled.length} of ${degenerates.length} degenerate servers detected`,
    ...list(
      'Not passed',
      correct.others.map(({ id }) => id),
    ),
    ...list(
      'Survivors',
      survivors.map(({ mutant }) => mutant.id),
    ),
    ...list(
      'Fooled by',
      fooled.map(({ id }) => id),
    ),
    ...list('Clauses that no killed mutant breaks', unbroken),
    `Scenarios that failed on no mutant: ${neverFailed.length === 0 ? 'none' : neverFailed.join(', ')}`,
    sound ? 'The suite is sound.' : 'The suite is not sound.',
  ].join('\n')
}

/** Returns the kill matrix: for each mutant, the scenarios that found it. */
function killMatrix({ mutants, degenerates }: SelftestResult): string {
  const rows = mutants.map(({ mutant: { id, clauses, breaks }, killedBy }) => ({ id, clauses, breaks, killedBy }))
  return `${JSON.stringify({ mutants: rows, degenerates }, null, 2)}\n`
}

const program = new Command('pnpm selftest')
  .description('check the suite itself: a second server, mutants of it, and degenerate servers')
  .option('--quiet', 'the summary alone')
  .option('--json <file>', 'write the kill matrix')
  .exitOverride()
  .action(async ({ quiet, json }: { quiet?: boolean; json?: string }) => {
    // Checked first, because a run takes minutes.
    const file = json === undefined ? undefined : openSync(json, 'w')
    const onStep = quiet ? {} : { onStep: (text: string) => process.stdout.write(`${text}\n`) }
    const result = await selftest(onStep)
    if (file !== undefined) writeFileSync(file, killMatrix(result))
    process.stdout.write(`\n${summary(result)}\n`)
    const documents = await selftest({ ...onStep, generation: 'strapi-5' })
    process.stdout.write(`\nStrapi 5:\n${summary(documents)}\n`)
    if (!result.sound || !documents.sound) process.exitCode = 1
  })

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : usageCode
  else if (error instanceof Error && 'code' in error && 'path' in error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = usageCode
  } else throw error
}
