// Compares this project with Strapi: `tsx scripts/verify-strapi.mjs suite|suite5|sdk [--beside]`. With
// `--beside`, the suite checks the server beside Strapi instead of Strapi itself. Strapi is installed once,
// in node_modules/.cache. STRAPI_PACKAGES names a folder whose node_modules already contains it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRecordedStrapi } from '../packages/server/test/strapi-round-trip/recorded-strapi.ts'
import { binOf, inRoot, readJson } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'
import { runReproductions } from './lib/run-reproductions.mjs'
import { strapiPackages } from './lib/strapi-packages.mjs'
import { reportOnStrapi, strapiTargets } from './lib/strapi-suite.mjs'
import { recordedVerdicts } from './lib/verdicts.mjs'

const packages = process.env.STRAPI_PACKAGES
const isBeside = process.argv.includes('--beside')
const say = (line) => process.stdout.write(`${line}\n`)
const folder = mkdtempSync(join(tmpdir(), 'content-api-verify-'))
const kinds = { suite: () => verifySuite(4), suite5: () => verifySuite(5), sdk: verifySdk }
const verify = kinds[process.argv[2]]
if (!verify) throw new Error(`Name one of ${Object.keys(kinds).join(', ')}.`)

try {
  const { passed, failed } = await verify()
  say(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Checks that every scenario has its recorded verdict on each target of a major version of Strapi, and that
 * the script of each failure shows it.
 */
async function verifySuite(major) {
  let passed = 0
  let failed = 0
  for (const target of strapiTargets[major]) {
    const whileRunning = async (found, url) => {
      const outcomes = await runReproductions(found, url)
      const wrong = outcomes.filter(({ problem }) => problem !== undefined)
      for (const { id, problem, output } of wrong) say(`${target.name}: the script of ${id} ${problem}\n${output}`)
      say(`${target.name}: ${outcomes.length - wrong.length} of ${outcomes.length} scripts show their failure`)
      passed += outcomes.length - wrong.length
      failed += wrong.length
    }
    const report = await reportOnStrapi(major, target, { folder, packages, say, whileRunning, isBeside })
    say(`${target.name}: ${report.totals.pass} scenarios pass, ${report.totals.fail ?? 0} fail`)
    const verdicts = new Map(report.results.map(({ id, verdict }) => [id, verdict]))
    for (const [id, recorded] of recordedVerdicts(target.name, `strapi-${major}`)) {
      if (verdicts.get(id) === recorded) passed += 1
      else {
        failed += 1
        say(`${target.name}: ${id} has the verdict ${verdicts.get(id)}, but ${recorded} was recorded`)
        const { message, script } = report.results.find((result) => result.id === id) ?? {}
        if (script !== undefined) say(`${message ?? ''}\n${script}`)
      }
    }
  }
  return { passed, failed }
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
