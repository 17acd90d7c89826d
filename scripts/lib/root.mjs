import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The workspace's folder, without a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

export const inRoot = (...parts) => join(root, ...parts)

export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/**
 * Returns a `.bin` script of a workspace dependency as arguments for `node`. It then runs without npx or a
 * shell, on every system.
 */
export function binOf(dependency, name = dependency) {
  const folder = inRoot('node_modules', dependency)
  const { bin } = readJson(join(folder, 'package.json'))
  return join(folder, typeof bin === 'string' ? bin : bin[name])
}
