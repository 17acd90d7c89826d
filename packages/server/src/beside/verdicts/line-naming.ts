import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns a file with the first line that contains one of the names; without a line if none does. */
export function lineNaming(
  project: string,
  file: string,
  names: readonly string[],
): { readonly file: string; readonly line?: number } {
  const path = join(project, file)
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const line = lines.findIndex((text) => names.some((name) => text.includes(name)))
  return line === -1 ? { file } : { file, line: line + 1 }
}
