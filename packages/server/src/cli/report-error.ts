import { isModelError } from '@content-api/model'
import { ConfigError } from '../config/config-error.js'
import { ImportError } from '../errors/import-error.js'
import { ApiError } from '../errors/api-error.js'
import { ComparisonError } from '../comparison/read-pages.js'
import { explainSystemError } from '../errors/system-errors.js'
import { ExtensionError } from '../project/extension-error.js'
import { DataLossError } from '../storage/schema/losses.js'
import { printable } from './printable.js'
import { StrapiSourceError } from '../strapi-content/source.js'
import { ExposedEntriesError } from '../storage/schema/switched-off.js'

/** A failure that its message explains: no stack, exit code 1. */
export class CliError extends Error {
  override readonly name = 'CliError'
}

/** Says what went wrong, with the stack only where the fault is ours: what a user can mend is told in words. */
export function reportError(error: unknown): void {
  process.stderr.write(`${printable(explain(error))}\n`)
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DataLossError) {
    return `${error.message}\nRun with --allow-data-loss to do it, best after an export.`
  }
  if (error instanceof ImportError) return `${error.message}\nNothing was imported.`
  if ('syscall' in error) {
    const explanation = explainSystemError(error)
    return explanation && 'path' in error ? `Cannot use "${String(error.path)}": ${explanation}` : error.message
  }
  if (isModelError(error) && error.problems.some(({ file }) => file === 'src/api')) {
    return `${error.message}\n"content-api init <folder>" writes a project to begin with; --project names another folder.`
  }
  return isExpected(error) ? error.message : (error.stack ?? error.message)
}

/** Errors thrown for the user to read, those of the operating system among them. */
function isExpected(error: Error): boolean {
  const told = [
    CliError,
    ComparisonError,
    ConfigError,
    ApiError,
    ExtensionError,
    ExposedEntriesError,
    StrapiSourceError,
  ].some((kind) => error instanceof kind)
  return told || isModelError(error) || error.constructor === Error
}
