// `pnpm matrix`: runs the suite against the reference server on SQLite and on PostgreSQL, and against a Strapi 4 at the
// address STRAPI_URL where there is one (docs/conformance/strapi.md), and writes docs/conformance/matrix.{md,html,json}.
// `--reports FOLDER` keeps the reports of the runs; `--from FOLDER` draws the matrix of such reports again.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { strapiProject } from '../packages/conformance/dist/index.js'
import { setup as startPostgres } from '../packages/server/test/support/postgres-server.ts'
import { startReferenceTarget } from './lib/reference-target.mjs'
import { inRoot, readJson } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'

const suite = inRoot('packages', 'conformance', 'dist', 'cli', 'main.js')
const names = { sqlite: 'content-api, SQLite', postgres: 'content-api, PostgreSQL', strapi: 'Strapi 4.26.2, SQLite' }
const { values } = parseArgs({ options: { reports: { type: 'string' }, from: { type: 'string' } } })
const folder = values.from ?? values.reports ?? mkdtempSync(join(tmpdir(), 'content-api-matrix-'))
const reportOf = (target) => join(folder, target, 'report.json')

try {
  if (values.from === undefined) {
    await runOurs('sqlite')
    await runOnPostgres()
    await runStrapi()
  }
  const reports = Object.keys(names).map(reportOf).filter(existsSync)
  const reasons = inRoot('docs', 'conformance', 'reasons.json')
  const out = inRoot('docs', 'conformance', 'matrix')
  const clauses = '../../packages/conformance/clauses.html'
  await ask(['matrix', ...reports, '--reasons', reasons, '--clauses', clauses, '--out', out])
} finally {
  if (values.from === undefined && values.reports === undefined) rmSync(folder, { recursive: true, force: true })
}

async function runOnPostgres() {
  let database
  const stop = await startPostgres({ provide: (_, url) => (database = `${url}/postgres`) })
  try {
    await runOurs('postgres', database)
  } finally {
    await stop()
  }
}

async function runOurs(target, database) {
  const reference = await startReferenceTarget({ database })
  try {
    await run(target, reference.url, reference.configurationFile)
  } finally {
    await reference.close()
  }
}

async function runStrapi() {
  const url = process.env.STRAPI_URL
  if (url === undefined) {
    process.stdout.write('No STRAPI_URL: the matrix is without Strapi 4.\n')
    return
  }
  const configuration = join(folder, 'strapi.config.mjs')
  const exported = strapiProject().find(({ path }) => path === 'conformance.config.mjs')
  mkdirSync(folder, { recursive: true })
  writeFileSync(configuration, exported.text)
  await run('strapi', url, configuration)
}

async function run(target, url, configuration) {
  const out = join(folder, target)
  await ask(['run', url, '--config', configuration, '--name', names[target], '--report', 'json', '--out', out], 1)
  // Ports are taken as they are free; what is written down names the usual one.
  const text = readFileSync(reportOf(target), 'utf8').replaceAll(new URL(url).origin, 'http://localhost:1337')
  writeFileSync(reportOf(target), text)
  process.stdout.write(`${names[target]}: ${readJson(reportOf(target)).outcome}\n`)
}

/** Runs the suite in the folder of the reports; a violation, code 1, is a finding and no failure of this program. */
async function ask(args, highestCode = 0) {
  const { code, output } = await runNode([suite, ...args], { cwd: tmpdir(), stream: 'copy' })
  if (code > highestCode) throw new Error(`${args[0]} ended with code ${code}:\n${output}`)
}
