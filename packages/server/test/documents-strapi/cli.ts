import { parseArgs } from 'node:util'
import type { DatabaseName } from '../beside/recorded-project.js'
import { Report } from '../beside/report.js'
import { compareCreated } from './created-part.js'
import { compareAfterKills } from './kills-part.js'
import { compareRandomWrites } from './random-part.js'
import { compareTogether } from './together-part.js'

// Proves that documents written here and by a real Strapi 5.54 are the same, on both databases. Strapi is
// installed once, as for `pnpm strapi`; STRAPI_PACKAGES names a folder that has it.

type Part = (name: DatabaseName, report: Report) => Promise<void>

const { values } = parseArgs({
  options: {
    /** Parts, with commas between them. */
    only: { type: 'string', default: '' },
    database: { type: 'string', default: 'sqlite,postgres' },
    seed: { type: 'string', default: '1' },
    /** Random operations. */
    operations: { type: 'string', default: '5000' },
    /** Reads of a database that this server created. */
    reads: { type: 'string', default: '500' },
    kills: { type: 'string', default: '20' },
    /** Rounds in which two servers write the same documents at once. */
    rounds: { type: 'string', default: '20' },
    /** A file that gets a line for each random operation, such as data/operations.jsonl. */
    log: { type: 'string' },
  },
})
const seed = Number(values.seed)
const parts: Readonly<Record<string, Part>> = {
  random: (name, report) =>
    compareRandomWrites(name, { seed, operations: Number(values.operations), log: values.log }, report),
  created: (name, report) => compareCreated(name, Number(values.reads), report),
  kills: (name, report) => compareAfterKills(name, Number(values.kills), report),
  together: (name, report) => compareTogether(name, Number(values.rounds), report),
}
const chosen = values.only === '' ? Object.keys(parts) : values.only.split(',')
const report = new Report((line) => void process.stdout.write(`${line}\n`))
for (const part of chosen) {
  const run = parts[part]
  if (run === undefined) throw new Error(`There is no part ${part}. Use ${Object.keys(parts).join(', ')}.`)
  for (const name of values.database.split(',') as DatabaseName[]) await run(name, report)
}
report.say(`\n${report.passed} passed, ${report.failed} failed`)
process.exitCode = report.failed === 0 && report.passed > 0 ? 0 : 1
