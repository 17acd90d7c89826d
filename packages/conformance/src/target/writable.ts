import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { UsageError } from '../profile/configuration.js'
import { kindOf } from '../profile/regular-file.js'

/**
 * Checks whether a file and its folders can be created, and leaves nothing behind. `mkdir` with `recursive`
 * is not used, because below `/proc`, where nothing can be created, Node tries for ever. Only regular files
 * are accepted, because opening a named pipe waits for a reader.
 * @throws UsageError if the file can't be written
 */
export function rejectUnwritable(path: string): void {
  const problem = problemOf(resolve(path))
  if (problem !== undefined) throw new UsageError(`${path} can't be written: ${problem}.`)
}

function problemOf(path: string): string | undefined {
  try {
    if (!existsSync(path)) rmdirSync(mkdtempSync(join(nearestExisting(dirname(path)), '.conformance-')))
    else if (!statSync(path).isFile()) return `it is ${kindOf(statSync(path))}`
    else accessSync(path, constants.W_OK)
    return undefined
  } catch (error) {
    // `ENOENT: no such file or directory, mkdtemp '…'`: the part about the attempt doesn't help users.
    return error instanceof Error ? error.message.replace(/, \w+ '[^']*'$/, '') : String(error)
  }
}

const nearestExisting = (folder: string): string => (existsSync(folder) ? folder : nearestExisting(dirname(folder)))
