import { isModelError } from '@content-api/model'
import { ConfigError } from '@content-api/core/config/config-error'
import { ApiError, explainSystemError, ImportError } from '@content-api/engine/errors'
import { DataLossError, ExposedEntriesError } from '@content-api/engine/schema'
import { ComparisonError, StrapiSourceError } from '@content-api/migrate/errors'
import { ExtensionError } from '@content-api/core/errors/extension-error'

/** An error whose message explains it to the user. It is printed without a stack; the exit code is 1. */
export class CliError extends Error {
  override readonly name = 'CliError'
}

/** Prints an error. Errors that a user can fix are printed without a stack; unexpected errors have one. */
export function reportError(error: unknown): void {
  process.stderr.write(`${printable(explain(error))}\n`)
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DataLossError) {
    return `${error.message}\nExport the content first, then run with --allow-data-loss.`
  }
  if (error instanceof ImportError) return `${error.message}\nNothing was imported.`
  if ('syscall' in error) {
    const explanation = explainSystemError(error)
    return explanation && 'path' in error ? `Cannot use "${String(error.path)}": ${explanation}` : error.message
  }
  if (isModelError(error) && error.problems.some(({ file }) => file === 'src/api')) {
    return `${error.message}\nCreate a new project with "content-api init <folder>", or name the folder of a project with --project.`
  }
  return isExpected(error) ? error.message : (error.stack ?? error.message)
}

/** Returns whether an error was thrown for the user to read. */
function isExpected(error: Error): boolean {
  const isForUsers = [
    CliError,
    ComparisonError,
    ConfigError,
    ApiError,
    ExtensionError,
    ExposedEntriesError,
    StrapiSourceError,
  ].some((kind) => error instanceof kind)
  return isForUsers || isModelError(error) || error.constructor === Error
}

/** Invisible characters that control the terminal or change the direction of text. */
const invisible = /[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Commands that CI systems read from the output of a step: GitHub at the start of a line, the others anywhere. */
const commands = /^[^\S\n\r\u2028\u2029]*::|##(?:\[|vso\[|teamcity\[)/gm

function hexadecimal(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
}

/**
 * Makes a string from a service, a database or a file safe to print in a terminal or CI log. Escapes control
 * characters (such as `\x1b`) and workflow commands. Keeps line breaks and tabs.
 */
export function printable(text: string): string {
  return text
    .replaceAll(invisible, hexadecimal)
    .replaceAll(commands, (match) =>
      match.startsWith('#') ? `${hexadecimal('#')}${match.slice(1)}` : `${match.slice(0, -2)}${hexadecimal(':')}:`,
    )
}

/**
 * Prints each warning as one line. By default Node adds the process id and advice about its options. When
 * such options are set, the warnings are left to Node.
 */
export function printWarnings(): void {
  const options = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ')
  if (/--(no-|trace-|redirect-)?(warnings|deprecation)/.test(options)) return
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => {
    process.stderr.write(`${name === 'Warning' ? name : name.replace(/Warning$/, ' warning')}: ${message}\n`)
  })
}
