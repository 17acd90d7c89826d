import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pnpm } from './pnpm.mjs'
import { inRoot, readJson, root } from './root.mjs'
import { run } from './run.mjs'

/** The folder of the test projects. It is outside the workspace, so packages can't use the workspace's dependencies. */
const cache = join(tmpdir(), `content-api-packages-${digest(root)}`)

/** What the last `packAll` resolved to. */
const record = join(cache, 'packed.json')

function digest(content) {
  return createHash('sha256').update(content).digest('hex').slice(0, 12)
}

/** Removes compiled files whose source no longer exists. The compiler keeps them, and they would be published. */
function removeStale(folder) {
  const dist = join(folder, 'dist')
  for (const file of readdirSync(dist, { recursive: true })) {
    const source = /^(.*?)(\.d\.ts|\.js)$/.exec(file)?.[1]
    if (source && !['.ts', '.tsx'].some((end) => existsSync(join(folder, 'src', source + end))))
      rmSync(join(dist, file))
  }
}

/**
 * Packs every package to be published, as pnpm does for publication. Resolves to
 * `{ name, folder, manifest, files, tarball, fileName }`, one per package. The manifest is the packed one.
 */
export async function packAll() {
  const folders = readdirSync(inRoot('packages')).map((name) => inRoot('packages', name))
  const published = folders.filter((folder) => !readJson(join(folder, 'package.json')).private)
  for (const folder of published) removeStale(folder)

  mkdirSync(join(cache, 'tarballs'), { recursive: true })
  const fresh = mkdtempSync(join(cache, 'pack-'))
  try {
    await packInto(fresh)
    const packages = await Promise.all(published.map((folder) => keep(folder, fresh)))
    forgetOldTarballs()
    writeFileSync(record, JSON.stringify(packages))
    return packages
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Returns what the last `packAll` resolved to. */
export const packedBefore = () => readJson(record)

async function packInto(folder) {
  const { code, output } = await pnpm(['--recursive', '--filter', './packages/*', 'pack', '--pack-destination', folder])
  if (code !== 0) throw new Error(`pnpm pack failed:\n${output}`)
}

/** Copies the tarballs to a folder, with the names that `content-api init --packages` expects. */
export function keepTarballs(packages, folder) {
  mkdirSync(folder, { recursive: true })
  return packages.map(({ tarball, fileName }) => {
    const kept = join(folder, fileName)
    copyFileSync(tarball, kept)
    return kept
  })
}

async function keep(folder, fresh) {
  const { name, version } = readJson(join(folder, 'package.json'))
  const packed = join(fresh, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  // npm considers a tarball installed if its path is unchanged, so the path must change with the content.
  const tarball = join(cache, 'tarballs', `${digest(readFileSync(packed))}-${basename(packed)}`)
  renameSync(packed, tarball)
  const listing = await run('tar', ['-tzf', tarball])
  const manifest = await run('tar', ['-xzOf', tarball, 'package/package.json'])
  const files = listing.output.trim().split('\n')
  return {
    name,
    folder,
    tarball,
    fileName: basename(packed),
    manifest: JSON.parse(manifest.output),
    files: files.map((file) => file.replace(/^package\//, '')),
  }
}

function forgetOldTarballs() {
  const yesterday = Date.now() - 24 * 60 * 60 * 1000
  for (const name of readdirSync(join(cache, 'tarballs'))) {
    const file = join(cache, 'tarballs', name)
    if (statSync(file).mtimeMs < yesterday) rmSync(file)
  }
}

/** Returns the version of a package's dependency in the workspace. */
const testedVersion = ({ folder }, dependency) =>
  readJson(join(folder, 'node_modules', dependency, 'package.json')).version

/**
 * Creates an empty project and installs one packed package with npm. With `peers`, adds its optional peers to
 * that project. Resolves to the project's folder. The folder is reused if it contains exactly these tarballs from
 * an earlier run.
 *
 * @throws when npm can't install it.
 */
export async function project(packed, everyPackage, { peers = false } = {}) {
  // Nuxt isn't in the workspace: it needs a newer Node.
  const isInstalled = (name) => existsSync(join(packed.folder, 'node_modules', name))
  const optional = peers ? Object.keys(packed.manifest.peerDependencies ?? {}).filter(isInstalled) : []
  const folder = join(cache, basename(packed.folder))
  const siblings = everyPackage.filter(({ name }) => name !== packed.name)
  const tarballOf = (name) => siblings.find((sibling) => sibling.name === name)?.tarball
  const dependencies = { [packed.name]: `file:${packed.tarball}` }
  const overrides = {}
  for (const name of optional) {
    const tarball = tarballOf(name)
    dependencies[name] = tarball ? `file:${tarball}` : testedVersion(packed, name)
  }
  for (const { name, tarball } of siblings) overrides[name] = name in dependencies ? `$${name}` : `file:${tarball}`

  const manifest = JSON.stringify({ private: true, type: 'module', dependencies, overrides }, null, 2)
  const stamp = join(folder, 'node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === manifest) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), manifest)
  // `--no-engine-strict` is npm's default, unlike this workspace's: an indirect dependency may declare a
  // newer Node than it needs. `--ignore-scripts` avoids compiling sqlite3 again. The workspace's binary is
  // copied instead.
  const { code, output } = await run(
    'npm',
    ['install', '--prefer-offline', '--ignore-scripts', '--no-engine-strict', ...QUIET],
    {
      cwd: folder,
    },
  )
  if (code !== 0) throw new Error(output)
  borrowBinary(folder)
  writeFileSync(stamp, manifest)
  return folder
}

const QUIET = ['--no-audit', '--no-fund', '--loglevel=error']

/** Copies the workspace's binary of sqlite3 into an installation that was made without install scripts. */
export function borrowBinary(folder) {
  const target = join(folder, 'node_modules', 'sqlite3')
  const place = ['build', 'Release', 'node_sqlite3.node']
  // Overwriting the file would crash a process that has loaded it.
  if (!existsSync(target) || existsSync(join(target, ...place))) return
  mkdirSync(join(target, ...place.slice(0, -1)), { recursive: true })
  const built = inRoot('packages', 'server', 'node_modules', 'sqlite3', ...place)
  if (existsSync(built)) writeFileSync(join(target, ...place), readFileSync(built))
}
