// `pnpm record:verifications`: writes the tables of docs/contributing/long-verifications.md from the rows and
// groups of `pnpm verify:long`. With `--check` it only compares them.
import './lib/require-node.mjs'
import { readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from './lib/root.mjs'
import { minutesOf, timeOf, verificationGroups } from './lib/verification-groups.mjs'
import { longVerifications } from './long-verifications.mjs'

const page = inRoot('docs', 'contributing', 'long-verifications.md')
const marker = '<!-- Everything below is written by `pnpm record:verifications`. -->'

const titleOf = (name) => longVerifications.find((row) => row.name === name).title.replaceAll('|', '\\|')

const sections = Object.entries(verificationGroups).map(([name, group]) => {
  const rows = Object.entries(group.rows).map(([row, time]) => `| \`${row}\` | ${titleOf(row)} | ${timeOf(time)} |`)
  const sum = `${group.title}. ${minutesOf(group)} minutes.`
  return [
    `## ${name}`,
    '',
    sum.charAt(0).toUpperCase() + sum.slice(1),
    '',
    '| row | proves | time |',
    '|---|---|---|',
    ...rows,
  ].join('\n')
})
const before = readFileSync(page, 'utf8')
const after = `${before.slice(0, before.indexOf(marker))}${marker}\n\n${sections.join('\n\n')}\n`
if (process.argv.includes('--check')) {
  if (before !== after) process.stderr.write(`${page} is outdated. Run \`pnpm record:verifications\`.\n`)
  process.exitCode = before === after ? 0 : 1
} else {
  writeFileSync(page, after)
}
