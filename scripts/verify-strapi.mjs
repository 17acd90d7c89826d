// Compares this project with Strapi: `tsx scripts/verify-strapi.mjs suite|sdk`. Strapi is installed
// once, in node_modules/.cache. STRAPI_PACKAGES names a folder whose node_modules already contains it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startRecordedStrapi } from '../packages/server/test/strapi-round-trip/recorded-strapi.ts'
import { strapiProject } from '../packages/conformance/dist/index.js'
import { startPostgresDatabase } from './lib/postgres-database.mjs'
import { binOf, inRoot, readJson } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'
import { strapiPackages } from './lib/strapi-packages.mjs'
import { startStrapi } from './lib/strapi-target.mjs'
import { recordedVerdicts } from './lib/verdicts.mjs'

const suite = inRoot('packages', 'conformance', 'dist', 'cli', 'main.js')
const databases = { SQLite: () => undefined, PostgreSQL: startPostgresDatabase }
const packages = process.env.STRAPI_PACKAGES
const say = (line) => process.stdout.write(`${line}\n`)
const folder = mkdtempSync(join(tmpdir(), 'content-api-verify-'))
const kinds = { suite: verifySuite, sdk: verifySdk }
const verify = kinds[process.argv[2]]
if (!verify) throw new Error(`Name one of ${Object.keys(kinds).join(', ')}.`)

try {
  const { passed, failed } = await verify()
  say(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Checks that every scenario has the verdict of docs/conformance/verdicts.json, on both databases. */
async function verifySuite() {
  for (const { path, text } of strapiProject()) {
    mkdirSync(dirname(join(folder, 'project', path)), { recursive: true })
    writeFileSync(join(folder, 'project', path), text)
  }
  let passed = 0
  let failed = 0
  for (const name of Object.keys(databases)) {
    const report = await reportOn(name)
    const verdicts = new Map(report.results.map(({ id, verdict }) => [id, verdict]))
    for (const [id, recorded] of recordedVerdicts(`Strapi 4.26.2, ${name}`)) {
      if (verdicts.get(id) === recorded) passed += 1
      else {
        failed += 1
        say(`${name}: ${id} has the verdict ${verdicts.get(id)}, but ${recorded} was recorded`)
      }
    }
  }
  return { passed, failed }
}

async function reportOn(name) {
  const out = join(folder, name)
  const configuration = join(folder, 'project', 'conformance.config.mjs')
  await onStrapi(name, join(folder, 'project'), async ({ url }) => {
    const args = ['run', url, '--config', configuration, '--report', 'json', '--out', out, '--quiet']
    const { code, output } = await runNode([suite, ...args], { cwd: folder })
    if (code > 1) throw new Error(`The suite ended with code ${code}:\n${output}`)
  })
  return readJson(join(out, 'report.json'))
}

/** Runs the SDK's tests over HTTP against Strapi with the recorded content. */
async function verifySdk() {
  const modules = await strapiPackages(join(folder, 'none'), { packages, say })
  say('Exporting the recorded content, importing it into Strapi …')
  const strapi = await startRecordedStrapi(join(folder, 'sdk'), modules)
  try {
    say(`Strapi: ${strapi.url}`)
    const report = join(folder, 'sdk.json')
    const tests = ['run', '--project', 'sdk', '--no-file-parallelism', 'test/e2e', '-t', 'a real Strapi']
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    await runNode([binOf('vitest'), ...tests, ...reporters], {
      cwd: inRoot(),
      env: { STRAPI_URL: strapi.url, STRAPI_MAILS: strapi.mails },
      stream: 'copy',
    })
    const { numPassedTests, numFailedTests, numFailedTestSuites } = readJson(report)
    return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites) }
  } finally {
    await strapi.stop()
  }
}

async function onStrapi(name, project, work) {
  const database = await databases[name]()
  try {
    const strapi = await startStrapi({ project, database: database?.url, packages, say })
    try {
      say(`Strapi on ${name}: ${strapi.url}`)
      await work(strapi)
    } finally {
      await strapi.close()
    }
  } finally {
    await database?.stop()
  }
}
