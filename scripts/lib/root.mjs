import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The workspace's folder, without a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

export const inRoot = (...parts) => join(root, ...parts)

export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/**
 * Returns the path of a program of a workspace dependency. `node` can run the program on every system,
 * without npx or a shell.
 */
export function binOf(dependency, name = dependency) {
  const folder = inRoot('node_modules', dependency)
  const { bin } = readJson(join(folder, 'package.json'))
  return join(folder, typeof bin === 'string' ? bin : bin[name])
}
