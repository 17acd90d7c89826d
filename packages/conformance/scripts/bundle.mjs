// Bundles the command line of the published package: `--version` takes 0.2 s of processor time, not 0.3 s.
// `publishConfig` in `packages/conformance/package.json` names the bundle. The tests of the command line run
// it; in the repository all else runs from `dist`.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundleProgram } from '../../../scripts/lib/bundle-files.mjs'

const script = fileURLToPath(import.meta.url)

const bundleCommand = () =>
  bundleProgram(script, build, {
    entryPoints: {
      'bin/content-api-conformance': join(import.meta.dirname, '..', 'bin', 'content-api-conformance.mjs'),
    },
    // c12 loads configuration files with a compiler that can't be bundled. In a bundle, the exports of undici
    // would lose their names.
    external: ['c12', 'undici'],
  })

/** Vitest runs it before the tests, so that they never run an old bundle. */
export { bundleCommand as setup }

if (process.argv[1] === script) await bundleCommand()
