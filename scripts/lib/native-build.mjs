import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from './root.mjs'
import { run } from './run.mjs'

const TOOLS = [
  { name: 'python3', commands: ['python3', 'python'] },
  { name: 'make', commands: ['make', 'gmake'] },
  { name: 'g++', commands: [process.env.CXX, 'g++', 'clang++', 'c++'] },
]

const HOW = {
  linux: 'On Debian or Ubuntu: apt-get install python3 make g++. On Alpine: apk add python3 make g++.',
  darwin: 'On macOS: xcode-select --install.',
}

/** Returns whether an earlier install left a usable binary of sqlite3. */
function sqliteIsBuilt() {
  const store = inRoot('node_modules', '.pnpm')
  if (!existsSync(store)) return false
  return readdirSync(store).some(
    (name) =>
      name.startsWith('sqlite3@') &&
      existsSync(join(store, name, 'node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node')),
  )
}

async function isThere({ commands }) {
  for (const command of commands) {
    if (command && (await run(command, ['--version'])).code === 0) return true
  }
  return false
}

/** Returns whether the releases of sqlite3 contain a binary for this machine and seem to be reachable. */
async function prebuiltCanBeHad() {
  // The downloader of sqlite3 uses these variables, but `fetch` doesn't. So assume that the download works.
  const { HTTPS_PROXY, https_proxy, npm_config_https_proxy, npm_config_sqlite3_binary_host } = process.env
  if (HTTPS_PROXY || https_proxy || npm_config_https_proxy || npm_config_sqlite3_binary_host) return true
  const version = /^\s+sqlite3: (\S+)$/m.exec(readFileSync(inRoot('pnpm-workspace.yaml'), 'utf8'))?.[1]
  const musl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
  const file = `sqlite3-v${version}-napi-v6-${process.platform}${musl ? 'musl' : ''}-${process.arch}.tar.gz`
  try {
    const url = `https://github.com/TryGhost/node-sqlite3/releases/download/v${version}/${file}`
    return (await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(5000) })).ok
  } catch {
    return false
  }
}

/**
 * Returns why sqlite3 can't be installed, as a message for the user, or null. The installation of sqlite3
 * downloads a binary if there is one. Otherwise it compiles one, which needs tools.
 */
export async function whySqliteCannotBeInstalled(canDownload = prebuiltCanBeHad) {
  // On Windows, build tools can't be detected by their commands. node-gyp's own message is clear enough.
  if (process.platform === 'win32' || sqliteIsBuilt()) return null
  const there = await Promise.all(TOOLS.map(isThere))
  const missing = TOOLS.filter((_, index) => !there[index]).map(({ name }) => name)
  if (missing.length === 0 || (await canDownload())) return null
  return [
    'sqlite3 has to be compiled here, because its ready-made binary can not be downloaded from this machine.',
    `That needs python3, make and g++; missing: ${missing.join(', ')}.`,
    HOW[process.platform] ?? `Install ${missing.join(', ')} with the package manager of your system.`,
    'Then run the command again.',
  ].join('\n')
}
