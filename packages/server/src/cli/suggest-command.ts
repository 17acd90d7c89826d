import type { Command } from 'commander'

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
