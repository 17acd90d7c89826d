import type { Command } from 'commander'
import { selftest, type SelftestResult } from '../selftest/selftest.js'
import { refuseUnwritable } from '../target/writable.js'
import { writeOut } from './output.js'

const list = (title: string, ids: readonly string[]) => (ids.length === 0 ? [] : [`${title}: ${ids.join(', ')}`])

function summary({ correct, mutants, degenerates, unbroken, neverFailed, sound }: SelftestResult): string {
  const survivors = mutants.filter(({ killedBy }) => killedBy.length === 0)
  const fooled = degenerates.filter(({ outcome }) => outcome === 'conformant')
  return [
    `${correct.passed} scenarios pass on the second server, ${correct.others.length} do not`,
    `${mutants.length - survivors.length} of ${mutants.length} mutants killed by a scenario that cites the broken clause`,
    `${degenerates.length - fooled.length} of ${degenerates.length} degenerate servers found out`,
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
    ...list('Required clauses without a mutant', unbroken),
    `Scenarios that failed on nothing: ${neverFailed.length === 0 ? 'none' : neverFailed.join(', ')}`,
    sound ? 'The suite is sound.' : 'The suite is not sound.',
  ].join('\n')
}

export function addSelftest(program: Command): void {
  program
    .command('selftest')
    .description('check the suite itself: a second server, mutants of it, and degenerate servers')
    .option('--quiet', 'the summary alone')
    .option('--json <file>', 'write the kill matrix')
    .action(async ({ quiet, json }: { quiet?: boolean; json?: string }) => {
      if (json !== undefined) refuseUnwritable(json)
      const result = await selftest(quiet ? {} : { onStep: (text) => process.stdout.write(`${text}\n`) })
      if (json !== undefined) {
        const matrix = result.mutants.map(({ mutant: { id, clauses, breaks }, killedBy }) => ({
          id,
          clauses,
          breaks,
          killedBy,
        }))
        writeOut(json, `${JSON.stringify({ mutants: matrix, degenerates: result.degenerates }, null, 2)}\n`)
      }
      process.stdout.write(`\n${summary(result)}\n`)
      if (!result.sound) process.exitCode = 1
    })
}
