import { closeSync, lstatSync, openSync, readSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import semver from 'semver'
import { readJson, root } from './root.mjs'

/**
 * The maximum size of each package with its dependencies, in megabytes on disk, and the packages that may
 * contain programs.
 */
const limits = {
  '@content-api/model': { megabytes: 15, programs: [] },
  '@content-api/sdk': { megabytes: 5, programs: [] },
  '@content-api/nuxt': { megabytes: 6, programs: [] },
  '@content-api/astro': { megabytes: 14, programs: [] },
  '@content-api/conformance': { megabytes: 26, programs: [] },
  '@content-api/server': { megabytes: 120, programs: ['sqlite3', 'argon2-', 'sharp-'] },
}

/** The first bytes of ELF, Mach-O and Windows programs. */
const signatures = ['7f454c46', 'cffaedfe', 'cafebabe', '4d5a']

/**
 * Checks an installed package. `folder` is the project that contains it. Returns a message about a violation,
 * or null.
 */
export function installationProblems(name, folder) {
  const modules = join(folder, 'node_modules')
  const { megabytes, programs } = limits[name]
  const problems = [...unsupportedNodeVersions(modules)]
  const sizes = new Map()
  for (const file of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name)
    const owner = relative(modules, path)
      .split(sep)
      .slice(0, path.includes(`node_modules${sep}@`) ? 2 : 1)
      .join('/')
    // Counts blocks, as `du` does: small files use more disk space than their length.
    sizes.set(owner, (sizes.get(owner) ?? 0) + lstatSync(path).blocks * 512)
    if (file.isFile() && isProgram(path) && !programs.some((allowed) => owner.includes(allowed)))
      problems.push(`${relative(modules, path)} is a program`)
  }
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1_048_576
  process.stdout.write(`  ${total.toFixed(1)} MB installed, at most ${megabytes}\n`)
  if (total > megabytes) {
    const largest = [...sizes].toSorted(([, a], [, b]) => b - a).slice(0, 10)
    const list = largest.map(([owner, size]) => `${owner} ${(size / 1_048_576).toFixed(1)} MB`)
    problems.push(`${total.toFixed(1)} MB are installed, the limit is ${megabytes}: ${list.join(', ')}`)
  }
  return problems.length === 0 ? null : problems.join('\n')
}

/** Returns a message for each package that requires a newer Node. npm warns about such packages (EBADENGINE). */
function unsupportedNodeVersions(modules) {
  const oldest = semver.minVersion(readJson(join(root, 'package.json')).engines.node)
  const { packages } = readJson(join(modules, '.package-lock.json'))
  return Object.entries(packages)
    .filter(([, { engines }]) => engines?.node && !semver.satisfies(oldest, engines.node))
    .map(([path, { version, engines }]) => `${path} ${version} requires Node ${engines.node}, we support ${oldest}`)
}

function isProgram(path) {
  if (path.endsWith('.jar')) return true
  const head = Buffer.alloc(4)
  const file = openSync(path, 'r')
  try {
    const length = readSync(file, head, 0, 4, 0)
    const start = head.subarray(0, length).toString('hex')
    return signatures.some((signature) => start.startsWith(signature))
  } finally {
    closeSync(file)
  }
}
