/** A failure that its message explains: no stack, exit code 1. */
export class CliError extends Error {
  override readonly name = 'CliError'
}
