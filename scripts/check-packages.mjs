// Packs each package as for publication, checks the tarball, installs it with npm in an empty project and
// uses it there. Then follows the READMEs, and the tutorials that need no other packages. Arguments select
// parts: `node scripts/check-packages.mjs sdk readmes`. `tutorials` follows all tutorials, which downloads
// more. `--keep <folder>` only packs, and writes the tarballs to that folder. `--pack` only packs, for a
// later run with `--packed`, which writes no file of the repository and leaves out the longest checks.
import './lib/require-node.mjs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './lib/build.mjs'
import { followReadmes, followReadmesAndTutorials, followTutorials } from './lib/follow-readmes.mjs'
import { install } from './lib/install.mjs'
import { serveRegistry } from './lib/package-registry.mjs'
import { keepTarballs, packAll, packedBefore } from './lib/packed-packages.mjs'
import { duration } from './lib/run.mjs'

const { values, positionals: names } = parseArgs({
  options: { keep: { type: 'string' }, pack: { type: 'boolean' }, packed: { type: 'boolean' } },
  allowPositionals: true,
})
await install()
const { longChecks, packageChecks } = await import('./lib/package-checks.mjs')
if (!values.packed) await build()
const all = values.packed ? packedBefore() : await packAll()
if (values.pack) process.exit()
if (values.keep !== undefined) {
  for (const file of keepTarballs(all, resolve(values.keep))) process.stdout.write(`${file}\n`)
  process.exit()
}
const chosen = all.filter(({ folder }) => names.length === 0 || names.includes(basename(folder)))
if (chosen.length === 0 && !names.includes('readmes') && !names.includes('tutorials')) {
  process.stderr.write(
    `No such package. There are: ${all.map(({ folder }) => basename(folder)).join(', ')}, readmes and tutorials.\n`,
  )
  process.exit(2)
}

let passed = 0
let failed = 0
const report = (title, problem) => {
  if (problem === null) passed++
  else failed++
  process.stdout.write(`  ${problem === null ? 'ok    ' : 'FAILED'}  ${title}\n`)
  if (problem !== null) process.stdout.write(`${problem.trimEnd().replaceAll(/^/gm, '          ')}\n`)
}
for (const packed of chosen) {
  const started = performance.now()
  process.stdout.write(`${packed.name}\n`)
  for (const [title, check] of Object.entries(packageChecks)) {
    if (values.packed && longChecks.has(title)) continue
    const problem = await check(packed, all).catch((error) => error.message)
    if (problem !== undefined) report(title, problem)
  }
  process.stdout.write(`  in ${duration(performance.now() - started)}\n`)
}
const registry = await serveRegistry(all)
const documents = [
  { title: 'READMEs', isChosen: names.includes('readmes'), follow: followReadmes },
  { title: 'tutorials', isChosen: names.includes('tutorials'), follow: followTutorials },
  { title: 'READMEs and tutorials', isChosen: names.length === 0, follow: followReadmesAndTutorials },
]
for (const { title, follow } of documents.filter(({ isChosen }) => isChosen)) {
  const started = performance.now()
  process.stdout.write(`${title}\n`)
  for (const [page, problem] of await follow(registry)) report(page, problem)
  process.stdout.write(`  in ${duration(performance.now() - started)}\n`)
}
await registry.close()
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
