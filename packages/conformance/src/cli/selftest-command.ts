import type { Command } from 'commander'

export function addSelftest(program: Command): void {
  program
    .command('selftest')
    .description('check the suite itself')
    .action(() => undefined)
}
