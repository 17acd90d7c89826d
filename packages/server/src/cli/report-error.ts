import { isModelError } from '@content-api/model'
import { ConfigError } from '../config/config-error.js'
import { ApiError, explainSystemError, ImportError } from '@content-api/engine/errors'
import { DataLossError, ExposedEntriesError } from '@content-api/engine/schema'
import { ComparisonError, StrapiSourceError } from '@content-api/migrate/errors'
import { ExtensionError } from '../errors/extension-error.js'
import { printable } from './printable.js'

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
