import { parseArgs } from 'node:util'
import { compareDuringChanges } from './drift-part.js'
import { compareIndexed } from './indexes-part.js'
import { comparePermissions } from './permissions-part.js'
import { compareCallers } from './callers-part.js'
import { usualShares } from './draw-reads.js'
import { compareEvidence } from './evidence-part.js'
import { compareRandomReads } from './random-part.js'
import type { DatabaseName, ProofTarget } from './recorded-project.js'
import { compareRecorded } from './recorded-part.js'
import { Report } from './report.js'
import { compareDatabases } from './untouched-part.js'

// Proves the mode beside Strapi 4.26.2 or 5.54.0 with a real Strapi, on both databases. Strapi is installed
// once, as for `pnpm strapi`; STRAPI_PACKAGES names a folder that has it.

type Part = (target: ProofTarget, report: Report) => Promise<void>

const { values } = parseArgs({
  options: {
    /** The major version of Strapi. */
    strapi: { type: 'string', default: '4' },
    /** Parts, with commas between them. */
    only: { type: 'string', default: '' },
    database: { type: 'string', default: 'sqlite,postgres' },
    seed: { type: 'string', default: '1' },
    /** Distinct random reads. */
    reads: { type: 'string', default: '5000' },
    /** The share of GraphQL among them. */
    graphql: { type: 'string', default: String(usualShares.graphql) },
    /** How often a private attribute or a password is drawn like others. */
    closed: { type: 'string', default: String(usualShares.closed) },
    /** Changes of permissions, users and tokens. */
    permissions: { type: 'string', default: '100' },
    /** Rounds of schema changes: one attribute is added, renamed and dropped in each. */
    schemas: { type: 'string', default: '20' },
    /** Random tables of users, roles, permissions and tokens. */
    accounts: { type: 'string', default: '40' },
    /** Distinct shapes of reads while memory is measured. */
    shapes: { type: 'string', default: '100000' },
  },
})
const seed = Number(values.seed)
const shares = { graphql: Number(values.graphql), closed: Number(values.closed) }
const parts: Readonly<Record<string, Part>> = {
  recorded: compareRecorded,
  callers: (target, report) => compareCallers(target, { seed, tables: Number(values.accounts) }, report),
  random: (target, report) => compareRandomReads(target, { seed, reads: Number(values.reads), ...shares }, report),
  untouched: compareDatabases,
  permissions: (target, report) =>
    comparePermissions(target, { seed, changes: Number(values.permissions), reads: 12 }, report),
  evidence: (target, report) => compareEvidence(target, Number(values.shapes), report),
  indexes: compareIndexed,
  schemas: (target, report) => compareDuringChanges(target, Number(values.schemas), report),
}
const version = Number(values.strapi)
if (version !== 4 && version !== 5) throw new Error(`There is no recorded content of Strapi ${values.strapi}.`)
const chosen = values.only === '' ? Object.keys(parts) : values.only.split(',')
const report = new Report((line) => void process.stdout.write(`${line}\n`))
for (const part of chosen) {
  const run = parts[part]
  if (run === undefined) throw new Error(`There is no part ${part}. Use ${Object.keys(parts).join(', ')}.`)
  for (const name of values.database.split(',') as DatabaseName[]) await run({ version, name }, report)
}
report.say(`\n${report.passed} passed, ${report.failed} failed`)
process.exitCode = report.failed === 0 && report.passed > 0 ? 0 : 1
