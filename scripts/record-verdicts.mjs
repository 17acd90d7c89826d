// `pnpm record:verdicts`: runs the suite against the reference server in production mode and against Strapi
// 4, each on SQLite and PostgreSQL. Also runs it against the Python server if python3 is installed. Writes
// docs/conformance/verdicts.json. Runs the profile for Strapi 5 against Strapi 5 on both, with strict and
// lenient parameters, and writes docs/conformance/verdicts-strapi5.json. `--reports FOLDER` keeps the reports
// of the runs, and writes the complete comparison with a reproduction of each failure to
// FOLDER/matrix.{md,html,json}, and to FOLDER/matrix-strapi-5.{md,html,json} for Strapi 5. With the folder of
// earlier reports, `--only python,strapi-postgres` repeats some of the runs. `--from FOLDER` uses existing
// reports.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { setup as startPostgres } from '../tests/support/postgres-server.ts'
import { pythonConfiguration, pythonVersion, startPythonServer } from './lib/python-server.mjs'
import { startReferenceTarget } from './lib/reference-target.mjs'
import { inRoot, readJson } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'
import { reportOnStrapi, strapiTargets } from './lib/strapi-suite.mjs'
import { reasonsFile, verdictsFiles, verdictsOf } from './lib/verdicts.mjs'

const suite = inRoot('packages', 'conformance', 'dist', 'cli', 'main.js')
const names = {
  sqlite: 'content-api, SQLite',
  postgres: 'content-api, PostgreSQL',
  'strapi-sqlite': strapiTargets[4][0].name,
  'strapi-postgres': strapiTargets[4][1].name,
  python: 'Python example, in memory',
  'strapi5-sqlite': strapiTargets[5][0].name,
  'strapi5-postgres': strapiTargets[5][1].name,
  'strapi5-sqlite-lenient': strapiTargets[5][2].name,
  'strapi5-postgres-lenient': strapiTargets[5][3].name,
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
    await runStrapi(4)
    await runStrapi(5)
    if (isChosen('python')) await runPython()
  }
  const reports = Object.keys(names).map(reportOf).filter(existsSync)
  for (const [generation, file] of Object.entries(verdictsFiles)) {
    const paths = reports.filter((path) => readJson(path).generation === generation)
    if (paths.length === 0) continue
    const found = paths.map((path) => readJson(path)).map((report) => [report.target.name, verdictsOf(report)])
    const recorded = { ...(existsSync(file) && readJson(file)), ...Object.fromEntries(found) }
    writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`)
    const out = generation === 'strapi-4' ? 'matrix' : `matrix-${generation}`
    await ask(['matrix', ...paths, '--reasons', reasonsFile, '--out', join(folder, out)])
  }
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

/** Runs the suite against the chosen targets of a major version of Strapi. */
async function runStrapi(major) {
  const say = (line) => process.stdout.write(`${line}\n`)
  for (const target of strapiTargets[major]) {
    const [key] = Object.entries(names).find(([, name]) => name === target.name)
    if (!isChosen(key)) continue
    const report = await reportOnStrapi(major, target, { folder, packages: process.env.STRAPI_PACKAGES, say })
    mkdirSync(join(folder, key), { recursive: true })
    writeFileSync(reportOf(key), JSON.stringify(report, null, 2))
    say(`${target.name}: ${report.outcome}`)
  }
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
