import { existsSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'

/**
 * Returns a file with the first line that contains one of the names; without a line if none does. A name in
 * `config/plugins` may stand there or in the file of the environment, whose value is merged over it.
 */
export function lineNaming(
  project: string,
  file: string,
  names: readonly string[],
): { readonly file: string; readonly line?: number } {
  const merged = file.startsWith('config/env/')
    ? ['js', 'ts', 'json'].map((extension) => `config/${basename(file, extname(file))}.${extension}`)
    : []
  for (const each of [file, ...merged]) {
    const path = join(project, each)
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
    const line = lines.findIndex((text) => names.some((name) => text.includes(name)))
    if (line !== -1) return { file: each, line: line + 1 }
  }
  return { file }
}
