import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { whySqliteCannotBeInstalled } from './native-build.mjs'
import { pinned, pnpm } from './pnpm.mjs'
import { inRoot } from './root.mjs'
import { duration } from './run.mjs'

const STAMP = inRoot('node_modules', '.install-stamp')

/** Every manifest of the workspace: the root's and one per folder of packages/ and examples/. */
function manifests() {
  const folders = ['packages', 'examples'].filter((parent) => existsSync(inRoot(parent)))
  return folders.flatMap((parent) => readdirSync(inRoot(parent)).map((name) => inRoot(parent, name, 'package.json')))
}

/** A digest of everything that decides what an install would put into node_modules. */
function wanted() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', '.npmrc'].map((name) => inRoot(name))
  for (const file of [...files, ...manifests().toSorted((a, b) => a.localeCompare(b))]) {
    if (existsSync(file)) hash.update(`\n${file.slice(inRoot().length)}\n`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/**
 * Installs the workspace's dependencies unless node_modules already holds exactly them.
 * Ends the process with a plain message when that isn't possible.
 */
export async function install() {
  const stamp = wanted()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return
  const reason = await whySqliteCannotBeInstalled()
  if (reason) fail(reason)

  process.stdout.write('Installing dependencies (the first time takes a minute or two) …\n')
  const started = performance.now()
  const locked = existsSync(inRoot('pnpm-lock.yaml'))
  const { code } = await pnpm(
    ['install', locked ? '--frozen-lockfile' : '--no-frozen-lockfile', '--config.confirmModulesPurge=false'],
    { stream: 'terminal' },
  )
  if (code !== 0) {
    fail(
      'The dependencies could not be installed; what pnpm said stands above.\n' +
        `If it speaks of an outdated lockfile, a package.json was changed: run \`npx ${pinned()} install\` once.`,
    )
  }
  writeFileSync(STAMP, stamp)
  process.stdout.write(`Dependencies installed in ${duration(performance.now() - started)}.\n`)
}

function fail(message) {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}
