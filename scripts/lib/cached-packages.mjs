import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from './root.mjs'
import { duration, run } from './run.mjs'

/**
 * Returns where `installOnce` installs the packages of a manifest: in node_modules/.cache of this repository,
 * outside of the workspace.
 */
export function cachedFolder(group, manifest) {
  const hash = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 12)
  return inRoot('node_modules', '.cache', group, hash)
}

export const isCached = (group, manifest) => existsSync(join(cachedFolder(group, manifest), 'complete'))

/**
 * Installs the packages of a manifest with npm, unless an earlier call did. Returns their folder.
 * @param title what is installed
 * @param note how long it takes, and how much space
 * @param scriptsOf the only packages whose install scripts run, or none; without it, all of them do
 * @param more further options of npm
 * @throws Error with npm's output if it fails
 */
export async function installOnce(group, manifest, { title, note, scriptsOf, more = [], say }) {
  const folder = cachedFolder(group, manifest)
  if (isCached(group, manifest)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  say(`Installing ${title} with npm (once, ${note}) …`)
  const started = performance.now()
  const timer = setInterval(() => say(`  … ${duration(performance.now() - started)}`), 15_000)
  // `--no-engine-strict` is npm's default, unlike this workspace's: some dependencies require Node 22.
  const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--no-engine-strict', '--loglevel=error', ...more]
  const steps = scriptsOf
    ? [['install', '--ignore-scripts', ...flags], ...(scriptsOf.length > 0 ? [['rebuild', ...scriptsOf]] : [])]
    : [['install', ...flags]]
  try {
    for (const step of steps) {
      const { code, output } = await run('npm', step, { cwd: folder })
      if (code !== 0) throw new Error(`npm could not install ${title}:\n${output.slice(-4000)}`)
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  } finally {
    clearInterval(timer)
  }
  say(`Installed in ${duration(performance.now() - started)}.`)
  writeFileSync(join(folder, 'complete'), '')
  return folder
}
