// `node scripts/count-lines.mjs` prints the lines of the product (the sources of all packages without tests
// and without conformance-selftest), its share of comments, and the lines of all files that git tracks.
import { readFileSync } from 'node:fs'
import './lib/require-node.mjs'
import { inRoot } from './lib/root.mjs'
import { run } from './lib/run.mjs'

const { output } = await run('git', ['ls-files', '-z'])
const files = output.split('\0').filter((file) => file !== '')
const linesOf = (file) => readFileSync(inRoot(file), 'utf8').split('\n').slice(0, -1)
/** Pictures and fonts have no lines. */
const isText = (file) => !/\.(?:png|ico|woff2?|gz|zip|db)$/.test(file)
const isProduct = (file) =>
  /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file) &&
  !/\.test(?:-d)?\.tsx?$/.test(file) &&
  !file.startsWith('packages/conformance-selftest/')
const isComment = (line) => /^\s*(?:\/\/|\/\*|\*)/.test(line)

const packages = {}
for (const file of files.filter(isProduct)) {
  const name = file.split('/')[1]
  const lines = linesOf(file)
  const sum = (packages[name] ??= { files: 0, lines: 0, comments: 0 })
  sum.files += 1
  sum.lines += lines.length
  sum.comments += lines.filter(isComment).length
}
const total = { files: 0, lines: 0, comments: 0 }
for (const sum of Object.values(packages)) for (const key of Object.keys(total)) total[key] += sum[key]
const rows = { ...packages, 'all products': total }
for (const row of Object.values(rows)) row.comments = `${((100 * row.comments) / row.lines).toFixed(1)} %`
console.table(rows)
const tracked = files.filter(isText).reduce((sum, file) => sum + linesOf(file).length, 0)
console.log(`${tracked} tracked lines of text`)
