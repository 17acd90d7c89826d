// `pnpm record:verdicts`: runs the suite against the reference server in production mode and against Strapi
// 4, each on SQLite and PostgreSQL. Also runs it against the Python server if python3 is installed. Writes
// docs/conformance/verdicts.json. `--reports FOLDER` keeps the reports of the runs, and writes the complete
// comparison with a reproduction of each failure to FOLDER/matrix.{md,html,json}. With the folder of earlier
// reports, `--only python,strapi-postgres` repeats some of the runs. `--from FOLDER` uses existing reports.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { strapiProject } from '../packages/conformance/dist/index.js'
import { setup as startPostgres } from '../tests/support/postgres-server.ts'
import { pythonConfiguration, pythonVersion, startPythonServer } from './lib/python-server.mjs'
import { startReferenceTarget } from './lib/reference-target.mjs'
import { inRoot, readJson } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'
import { startStrapi } from './lib/strapi-target.mjs'
import { reasonsFile, verdictsFile, verdictsOf } from './lib/verdicts.mjs'

const suite = inRoot('packages', 'conformance', 'dist', 'cli', 'main.js')
const names = {
  sqlite: 'content-api, SQLite',
  postgres: 'content-api, PostgreSQL',
  'strapi-sqlite': 'Strapi 4.26.2, SQLite',
  'strapi-postgres': 'Strapi 4.26.2, PostgreSQL',
  python: 'Python example, in memory',
}
const { values } = parseArgs({
  options: { reports: { type: 'string' }, from: { type: 'string' }, only: { type: 'string' } },
})
const chosen = values.only?.split(',') ?? Object.keys(names)
const unknown = chosen.filter((name) => !(name in names))
if (unknown.length > 0)
  throw new Error(`--only must be some of ${Object.keys(names).join(', ')}, not ${unknown.join(', ')}.`)
const isChosen = (target) => chosen.includes(target)
const folder = resolve(values.from ?? values.reports ?? mkdtempSync(join(tmpdir(), 'content-api-matrix-')))
const reportOf = (target) => join(folder, target, 'report.json')

try {
  if (values.from === undefined) {
    mkdirSync(folder, { recursive: true })
    if (isChosen('sqlite')) await runReference('sqlite')
    if (isChosen('postgres')) await onPostgres((database) => runReference('postgres', database))
    if (isChosen('strapi-sqlite') || isChosen('strapi-postgres')) await runStrapi()
    if (isChosen('python')) await runPython()
  }
  const reports = Object.keys(names).map(reportOf).filter(existsSync)
  const found = reports.map((path) => readJson(path)).map((report) => [report.target.name, verdictsOf(report)])
  const recorded = { ...readJson(verdictsFile), ...Object.fromEntries(found) }
  writeFileSync(verdictsFile, `${JSON.stringify(recorded, null, 2)}\n`)
  await ask(['matrix', ...reports, '--reasons', reasonsFile, '--out', join(folder, 'matrix')])
} finally {
  if (values.from === undefined && values.reports === undefined) rmSync(folder, { recursive: true, force: true })
}

/** Starts a new PostgreSQL server for one target. */
async function onPostgres(work) {
  let database
  const stop = await startPostgres({ provide: (_, url) => (database = `${url}/postgres`) })
  try {
    await work(database)
  } finally {
    await stop()
  }
}

async function runReference(target, database) {
  const reference = await startReferenceTarget({ database, production: true })
  await run(target, reference, reference.configurationFile)
}

async function runStrapi() {
  const project = join(folder, 'strapi-project')
  for (const { path, text } of strapiProject()) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const configuration = join(project, 'conformance.config.mjs')
  const say = (line) => process.stdout.write(`${line}\n`)
  const start = { project, packages: process.env.STRAPI_PACKAGES, say }
  if (isChosen('strapi-sqlite')) await run('strapi-sqlite', await startStrapi(start), configuration)
  if (!isChosen('strapi-postgres')) return
  await onPostgres(async (database) => run('strapi-postgres', await startStrapi({ ...start, database }), configuration))
}

async function runPython() {
  if (pythonVersion() === null)
    process.stdout.write('No python3: the verdicts of the Python server stay as they are.\n')
  else await run('python', await startPythonServer(), pythonConfiguration)
}

async function run(target, { url, close }, configuration) {
  const out = join(folder, target)
  try {
    await ask(['run', url, '--config', configuration, '--name', names[target], '--report', 'json', '--out', out], 1)
  } finally {
    await close()
  }
  // The servers use free ports. The published reports show the default port instead.
  const text = readFileSync(reportOf(target), 'utf8').replaceAll(new URL(url).origin, 'http://localhost:1337')
  writeFileSync(reportOf(target), text)
  process.stdout.write(`${names[target]}: ${readJson(reportOf(target)).outcome}\n`)
}

/** Runs a command of the suite. Throws if its exit code is above `highestCode`. Code 1 of `run` is a violation. */
async function ask(args, highestCode = 0) {
  const { code, output } = await runNode([suite, ...args], { cwd: tmpdir(), stream: 'copy' })
  if (code > highestCode) throw new Error(`${args[0]} ended with code ${code}:\n${output}`)
}
