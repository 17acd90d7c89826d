export interface ProgramOption {
  readonly flags: string
  readonly names: readonly string[]
  readonly description: string
  readonly default?: unknown
  readonly choices?: readonly string[]
}

export interface ProgramCommand {
  readonly name: string
  readonly description: string
  readonly arguments: readonly { readonly name: string; readonly required: boolean; readonly variadic: boolean }[]
  readonly options: readonly ProgramOption[]
  readonly commands: readonly ProgramCommand[]
}

export function readCommands(main: string): ProgramCommand
