// `pnpm advisories`: searches for known vulnerabilities of the packages whose code the published packages
// contain. It needs the network. The exit code is 1 if there are any.
import './lib/require-node.mjs'
import { buildPage } from '../packages/explorer/scripts/build.mjs'
import { setup as bundleSuite } from '../packages/conformance/scripts/bundle.mjs'
import { setup as bundleServer } from '../packages/server/scripts/bundle.mjs'
import { findAdvisories } from './lib/advisories.mjs'
import { build } from './lib/build.mjs'
import { bundlingPackages, createSbom } from './lib/sbom.mjs'

await build()
await Promise.all([buildPage(), bundleSuite(), bundleServer()])
for (const folder of Object.keys(bundlingPackages)) {
  const sbom = createSbom(folder)
  const found = await findAdvisories(sbom)
  process.stdout.write(
    `@content-api/${folder}: ${sbom.components.length} bundled packages, ${found.length} advisories\n`,
  )
  for (const line of found) process.stdout.write(`  ${line}\n`)
  if (found.length > 0) process.exitCode = 1
}
