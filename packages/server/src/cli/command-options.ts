import { resolve } from 'node:path'
import type { FileFormat } from '@content-api/migrate/plain-files'
import type { Command } from 'commander'

/**
 * Reads the value of `--database`. The path of a SQLite file is relative to the working directory, like every
 * other path on the command line. In the configuration it is relative to the project.
 */
export function readDatabase(text: string): string {
  const [, prefix = '', rest = text] = /^(sqlite:|file:)(?:\/\/)?(.*)$/s.exec(text) ?? []
  const isFile = prefix !== '' || !/^[a-z][a-z0-9+]+:\/\//i.test(text)
  if (!isFile || ['', ':memory:'].includes(rest)) return text
  return resolve(rest)
}

/** The formats of plain files. They are here so that `--help` doesn't load the code that reads the files. */
export const plainFormats = ['csv', 'json', 'jsonl'] as const satisfies readonly FileFormat[]

/**
 * Adds names that other programs use for a command. They are rejected with the name of the command: commander
 * only suggests commands with a similar spelling.
 */
export function suggestCommand(parent: Command, command: string, otherNames: readonly string[]): void {
  for (const name of otherNames) {
    parent
      .command(name, { hidden: true })
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => parent.error(`error: unknown command '${name}'\n(Did you mean ${command}?)`))
  }
}
