// Bundles the command line of the published package: `--version` takes 0.2 s of processor time, not 0.3 s.
// `publishConfig` in `packages/conformance/package.json` names the bundle. The tests of the command line run
// it; in the repository all else runs from `dist`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { isCurrentBundle, programOptions, writeProgram } from '../../../scripts/lib/bundle-files.mjs'

const inPackage = (...path) => join(import.meta.dirname, '..', ...path)
const folder = inPackage('bundle')
/** Lists the files that the last build read and wrote. */
const record = inPackage('dist', 'bundle.json')

/**
 * Builds the bundle unless it is up to date.
 * @throws Error if the package is not compiled, and if esbuild fails
 */
async function bundleCommand() {
  if (!existsSync(inPackage('dist', 'cli', 'main.js')))
    throw new Error('Run "npx tsc -b" first: the bundle needs its output.')
  if (isCurrentBundle(record, [fileURLToPath(import.meta.url), inPackage('package.json')])) return
  const result = await build({
    ...programOptions,
    entryPoints: { 'bin/content-api-conformance': inPackage('bin', 'content-api-conformance.mjs') },
    outdir: folder,
    // c12 loads configuration files with a compiler that can't be bundled. In a bundle, the exports of undici
    // would lose their names.
    external: ['c12', 'undici'],
  })
  writeProgram({ folder, record, result })
}

/** Vitest runs it before the tests, so that they never run an old bundle. */
export { bundleCommand as setup }

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleCommand()
