// `pnpm conformance`: runs the suite against the reference server, with the suite's content model, roles and
// tokens. `--database URL` uses PostgreSQL or another SQLite file. `--production` starts the server in
// production mode. `--strapi-5` serves the suite's project of Strapi 5, and requires that exactly the decided
// scenarios fail; with `--postgres` on a new database of PostgreSQL. All other arguments are passed to `run`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startDocumentsTarget } from './lib/documents-target.mjs'
import { startReferenceTarget } from './lib/reference-target.mjs'
import { inRoot, readJson } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'

const suite = inRoot('packages', 'conformance', 'dist', 'cli', 'main.js')
const decidedFile = inRoot('packages', 'server', 'test', 'documents', 'decided-scenarios.json')
const options = {
  database: { type: 'string' },
  production: { type: 'boolean' },
  'strapi-5': { type: 'boolean' },
  postgres: { type: 'boolean' },
}
const { values, tokens } = parseArgs({ options, strict: false, tokens: true })

if (values['strapi-5']) await runDocuments()
else await runReference()

async function runReference() {
  const target = await startReferenceTarget(values)
  try {
    const { code, output } = await runSuite(target, [], { stream: 'copy' })
    const passed = /(\d+) passed/.exec(output)?.[1] ?? '0'
    const failed = /(\d+) failed/.exec(output)?.[1] ?? (code === 0 ? '0' : '1')
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
    process.exitCode = code === 0 && passed === '0' ? 1 : code
  } finally {
    await target.close()
  }
}

async function runDocuments() {
  const decided = readJson(decidedFile)[values.postgres ? 'postgres' : 'sqlite']
  const folder = mkdtempSync(join(tmpdir(), 'content-api-report-'))
  const postgres = values.postgres ? await startPostgres() : undefined
  const target = await startDocumentsTarget({ database: postgres?.url })
  try {
    const { code, output } = await runSuite(target, ['--report', 'json', '--out', folder, '--quiet'])
    if (code > 1) throw new Error(`The suite ended with code ${code}:\n${output}`)
    const { results } = readJson(join(folder, 'report.json'))
    const passed = results.filter(({ verdict }) => verdict === 'pass')
    const others = results.filter(({ id, verdict }) => verdict !== 'pass' && !Object.hasOwn(decided, id))
    for (const { id, verdict, message } of others) process.stdout.write(`${verdict} ${id}: ${message ?? ''}\n`)
    const failing = new Set(results.flatMap(({ id, verdict }) => (verdict === 'pass' ? [] : [id])))
    const outdated = Object.keys(decided).filter((id) => !failing.has(id))
    for (const id of outdated) process.stdout.write(`${id} doesn't fail. Remove it from ${decidedFile}.\n`)
    process.stdout.write(`${Object.keys(decided).length - outdated.length} scenarios fail as decided\n`)
    process.stdout.write(`\n${passed.length} passed, ${others.length + outdated.length} failed\n`)
    process.exitCode = others.length + outdated.length > 0 || passed.length === 0 ? 1 : 0
  } finally {
    await target.close()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a database. Its module needs tsx. */
async function startPostgres() {
  const { startPostgresDatabase } = await import('./lib/postgres-database.mjs')
  return startPostgresDatabase()
}

function runSuite({ url, configurationFile }, more, output = {}) {
  const args = [suite, 'run', url, '--config', configurationFile, ...more, ...passedOn()]
  return runNode(args, output)
}

/** Returns the arguments that are not options of this command. */
function passedOn() {
  const own = tokens.filter(({ kind, name }) => kind === 'option' && Object.hasOwn(options, name))
  const indexes = own.flatMap(({ index, value, inlineValue }) =>
    value === undefined || inlineValue ? [index] : [index, index + 1],
  )
  return process.argv.slice(2).filter((_, index) => !indexes.includes(index))
}
