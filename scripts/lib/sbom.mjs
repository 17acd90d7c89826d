import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { playgroundFiles } from '../../packages/server/scripts/playground-files.mjs'
import { foldersOfPackages } from './bundle-files.mjs'
import { inRoot, readJson } from './root.mjs'

/**
 * The published packages that contain code of other packages, by their folder: the records of their bundles,
 * and the packages whose files they copy.
 */
export const bundlingPackages = {
  server: { bundles: ['server', 'explorer'], copies: Object.keys(playgroundFiles) },
  conformance: { bundles: ['conformance'], copies: [] },
}

/**
 * Returns the packages whose code a published package contains, as a software bill of materials in the format
 * of CycloneDX 1.6. It contains no time and no random number, so the same bundle has the same one.
 * @param folder a key of `bundlingPackages`
 * @throws Error if a bundle wasn't built, and if pnpm-lock.yaml lacks one of the packages
 */
export function createSbom(folder) {
  const manifest = readJson(inRoot('packages', folder, 'package.json'))
  const lockfile = readFileSync(inRoot('pnpm-lock.yaml'), 'utf8')
  const components = packagesIn(folder).map((each) => componentOf(each, lockfile))
  const product = componentOf(manifest)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: product },
    components,
    dependencies: [{ ref: product['bom-ref'], dependsOn: components.map((each) => each['bom-ref']) }],
  }
}

/** Returns the manifests of the packages whose code a published package contains, sorted by name. */
function packagesIn(folder) {
  const { bundles, copies } = bundlingPackages[folder]
  const inputs = bundles.flatMap((name) => readJson(inRoot('packages', name, 'dist', 'bundle.json')).inputs)
  const require = createRequire(inRoot('packages', folder, 'package.json'))
  const folders = [
    ...foldersOfPackages(inputs),
    ...copies.map((name) => dirname(require.resolve(`${name}/package.json`))),
  ]
  const manifests = folders.map((each) => readJson(join(each, 'package.json')))
  const byVersion = new Map(manifests.map((each) => [`${each.name}@${each.version}`, each]))
  return [...byVersion].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

function componentOf({ name, version, license }, lockfile) {
  const [scope, local] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope && { group: scope }),
    name: local,
    version,
    ...(license && { licenses: [{ expression: license }] }),
    purl,
    ...(lockfile && { hashes: [hashOf(`${name}@${version}`, lockfile)] }),
  }
}

/** Returns the hash of a package's tarball, from pnpm-lock.yaml. */
function hashOf(id, lockfile) {
  const key = id.startsWith('@') ? `'${id}'` : id
  const start = `\n  ${key}:\n    resolution: {integrity: sha512-`
  const at = lockfile.indexOf(start)
  if (at < 0) throw new Error(`pnpm-lock.yaml has no ${id}, which is in the bundle. Run pnpm install and build again.`)
  const base64 = lockfile.slice(at + start.length).split(/[,}]/, 1)[0]
  return { alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }
}
