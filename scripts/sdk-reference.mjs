// `pnpm docs:reference`: writes docs/reference/sdk.md from the declarations and doc comments of the SDK. With
// `--check` it writes nothing, and fails when the page is out of date.
import './lib/require-node.mjs'
import { readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from './lib/root.mjs'
import { sdkReference } from './lib/sdk-reference.mjs'

const path = inRoot('docs', 'reference', 'sdk.md')
const text = sdkReference()
if (!process.argv.includes('--check')) writeFileSync(path, text)
else if (readFileSync(path, 'utf8') !== text) {
  process.stderr.write('docs/reference/sdk.md is out of date. Run: pnpm docs:reference\n')
  process.exitCode = 1
}
