import { isModelError } from '@content-api/model'
import { ConfigError } from '../config/config-error.js'
import { ImportError } from '../errors/import-error.js'
import { ApiError } from '../errors/api-error.js'
import { ExtensionError } from '../project/extension-error.js'
import { DataLossError } from '../storage/schema/losses.js'
import { StrapiSourceError } from '../strapi-content/source.js'
import { ExposedEntriesError } from '../storage/schema/switched-off.js'

/** A failure that its message explains: no stack, exit code 1. */
export class CliError extends Error {
  override readonly name = 'CliError'
}

/** Says what went wrong, with the stack only where the fault is ours: what a user can mend is told in words. */
export function reportError(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`)
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DataLossError) {
    return `${error.message}\nRun with --allow-data-loss to do it, best after an export.`
  }
  if (error instanceof ImportError) return `${error.message}\nNothing was imported.`
  if ('syscall' in error) return explainSystemError(error as NodeJS.ErrnoException)
  return isExpected(error) ? error.message : (error.stack ?? error.message)
}

/** What to do about errors of the operating system that a first start meets. */
const systemErrors: Readonly<Record<string, string>> = {
  EACCES: "you don't have the right to write there. Choose another folder, or change its owner or its mode",
  EPERM: "you don't have the right to write there. Choose another folder, or change its owner or its mode",
  EROFS: 'its file system is read-only. Choose another folder',
  ENOSPC: 'the disk is full. Make room on it',
  EEXIST: 'there is a file of that name already. Choose another name',
  ENOTDIR: 'a file stands where a folder is needed. Choose another folder',
  EMFILE: 'too many files are open. Raise the limit, for example with "ulimit -n 4096"',
}

function explainSystemError(error: NodeJS.ErrnoException): string {
  const advice = systemErrors[error.code ?? '']
  if (advice === undefined || error.path === undefined) return error.message
  return `Cannot use "${error.path}": ${advice}. (${error.code})`
}

/** Errors thrown for the user to read, those of the operating system among them. */
function isExpected(error: Error): boolean {
  const told = [CliError, ConfigError, ApiError, ExtensionError, ExposedEntriesError, StrapiSourceError].some(
    (kind) => error instanceof kind,
  )
  return told || isModelError(error) || error.constructor === Error
}
