import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { whySqliteCannotBeInstalled } from './native-build.mjs'
import { pinned, pnpm } from './pnpm.mjs'
import { inRoot, readJson } from './root.mjs'
import { duration } from './run.mjs'

const STAMP = inRoot('node_modules', '.install-stamp')

/** The folders of the workspace's packages, the root first: as pnpm-workspace.yaml lists them. */
function packageFolders() {
  const text = readFileSync(inRoot('pnpm-workspace.yaml'), 'utf8')
  const [, list] = /^packages:\n((?: .*\n)+)/m.exec(text)
  const patterns = [...list.matchAll(/^ +- '?([^'\n]+)'?$/gm)].map(([, pattern]) => pattern)
  const folders = patterns.filter((pattern) => !pattern.startsWith('!')).flatMap(foldersOf)
  const excluded = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => inRoot(pattern.slice(1)))
  return [inRoot(), ...folders.filter((folder) => !excluded.includes(folder))]
}

/** Returns the folders with a manifest that match `name` or `name/*`. */
function foldersOf(pattern) {
  const parent = inRoot(pattern.replace(/\/\*$/, ''))
  const folders =
    pattern.endsWith('/*') && existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name)) : [parent]
  return folders.filter((folder) => existsSync(join(folder, 'package.json')))
}

/** Returns a digest of everything that determines the content of node_modules. */
function wanted() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc'].map((name) => inRoot(name))
  const manifests = packageFolders().map((folder) => join(folder, 'package.json'))
  for (const file of [...files, ...manifests].toSorted((a, b) => a.localeCompare(b))) {
    if (existsSync(file)) hash.update(`\n${file.slice(inRoot().length)}\n`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function isInstalled(stamp) {
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== stamp) return false
  return packageFolders().every((folder) => {
    const { dependencies, devDependencies } = readJson(join(folder, 'package.json'))
    return !(dependencies || devDependencies) || existsSync(join(folder, 'node_modules'))
  })
}

/**
 * Installs the workspace's dependencies unless node_modules is up to date.
 * If that fails, prints a plain message and ends the process.
 */
export async function install() {
  const stamp = wanted()
  if (isInstalled(stamp)) return
  const reason = await whySqliteCannotBeInstalled()
  if (reason) fail(reason)

  process.stdout.write('Installing dependencies (the first time takes a minute or two) …\n')
  const started = performance.now()
  const locked = existsSync(inRoot('pnpm-lock.yaml'))
  const { code, output } = await pnpm(
    ['install', locked ? '--frozen-lockfile' : '--no-frozen-lockfile', '--config.confirmModulesPurge=false'],
    process.stdout.isTTY ? { stream: 'terminal' } : {},
  ).finally(printElapsedTime())
  if (code !== 0) {
    fail(
      `${output}\n` +
        'The dependencies could not be installed. See the output of pnpm above.\n' +
        `If pnpm reports an outdated lockfile, a package.json has changed: run \`npx ${pinned()} install\` once.`,
    )
  }
  writeFileSync(STAMP, stamp)
  process.stdout.write(`Dependencies installed in ${duration(performance.now() - started)}.\n`)
}

/** Prints the elapsed time every ten seconds, unless pnpm shows its progress in a terminal. */
function printElapsedTime() {
  if (process.stdout.isTTY) return () => {}
  const started = performance.now()
  const print = () => process.stdout.write(`  … ${duration(performance.now() - started)}\n`)
  const timer = setInterval(print, 10_000)
  return () => clearInterval(timer)
}

function fail(message) {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}
