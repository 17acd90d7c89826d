import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { UsageError } from '../profile/configuration.js'
import { kindOf } from '../profile/regular-file.js'

/**
 * Finds out, leaving no trace, whether a file can be written and the folders made that it is to stand in. Making folders
 * `recursive` is no way to find out: below `/proc`, where nothing can be made, Node tries for ever. Opening a named pipe
 * waits for a reader, so that only regular files are written to.
 * @throws UsageError where it cannot be written
 */
export function refuseUnwritable(path: string): void {
  const problem = problemOf(resolve(path))
  if (problem !== undefined) throw new UsageError(`${path} cannot be written: ${problem}.`)
}

function problemOf(path: string): string | undefined {
  try {
    if (!existsSync(path)) rmdirSync(mkdtempSync(join(nearestExisting(dirname(path)), '.conformance-')))
    else if (!statSync(path).isFile()) return `it is ${kindOf(statSync(path))}`
    else accessSync(path, constants.W_OK)
    return undefined
  } catch (error) {
    // `ENOENT: no such file or directory, mkdtemp '…'`: what was tried to find out is of no use to anybody.
    return error instanceof Error ? error.message.replace(/, \w+ '[^']*'$/, '') : String(error)
  }
}

const nearestExisting = (folder: string): string => (existsSync(folder) ? folder : nearestExisting(dirname(folder)))
