// Runs the SDK's scenarios for Strapi 5 against real Strapi servers: `tsx scripts/verify-strapi5-sdk.mjs`.
// With `--beside`, the scenarios run against the server beside the newest version, in front of it. With
// `--served`, they run against this server, which serves the project in place of Strapi.
// Each version is installed once, in node_modules/.cache. STRAPI5_PACKAGES names folders, separated as in
// PATH, whose node_modules already contains one.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { lackingIn } from '../packages/sdk/test/real-strapi5/lacking.ts'
import { startProvider } from '../packages/sdk/test/real-strapi5/start-provider.mjs'
import { binOf, inRoot, readJson } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'
import { findStrapi, strapi5Versions } from './lib/strapi-packages.mjs'
import { startInFrontOf } from './lib/strapi-beside.mjs'
import { startDocuments } from './lib/documents-target.mjs'
import { startStrapi } from './lib/strapi-target.mjs'

const scenarios = inRoot('packages', 'sdk', 'test', 'real-strapi5')
const project = inRoot('packages', 'sdk', 'test', 'fixtures', 'strapi5', 'project')
const jwtSecret = 'of-the-scenarios'
const installed = (process.env.STRAPI5_PACKAGES ?? '').split(delimiter).filter(Boolean)
const say = (line) => process.stdout.write(`${line}\n`)
const isBeside = process.argv.includes('--beside')
const isServed = process.argv.includes('--served')
const folder = mkdtempSync(join(tmpdir(), 'content-api-strapi5-'))

/** The code of the project replaces the provider of mail of Strapi. */
const mailConfiguration = `import { appendFileSync } from 'node:fs'

const send = async (mail) => appendFileSync(process.env.MAILS, JSON.stringify(mail) + '\\n')
export default { mail: { provider: { send } } }
`

/** Logins have refresh sessions since 5.24: the scenarios of accounts run with both kinds. */
const loginsOf = (version) => (version === strapi5Versions[0] ? ['legacy-support', 'refresh'] : ['legacy-support'])

try {
  const totals = { passed: 0, failed: 0 }
  for (const version of isBeside || isServed ? strapi5Versions.slice(0, 1) : strapi5Versions) {
    const { passed, failed, names } = await verify(version)
    const lacking = Object.entries(lackingIn(version))
    // Scenarios that must fail count as passed in the report.
    const succeeded = passed - lacking.length
    totals.passed += succeeded
    totals.failed += failed
    say(`\nStrapi ${version}: ${succeeded} passed, ${failed} failed, ${lacking.length} not in this version`)
    for (const [name, reason] of lacking) {
      say(`  not in ${version}: ${name} (${reason})`)
      if (names.has(name)) continue
      totals.failed += 1
      say(`  There is no scenario "${name}": correct packages/sdk/test/real-strapi5/lacking.ts.`)
    }
  }
  say(`\n${totals.passed} passed, ${totals.failed} failed`)
  process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Runs the scenarios against one version, once for each kind of logins. */
async function verify(version) {
  const packages = installed.find((one) => findStrapi(one) === version)
  const provider = await startProvider()
  const sum = { passed: 0, failed: 0, names: new Set() }
  try {
    for (const logins of loginsOf(version)) {
      const mails = join(folder, `${version}-${logins}.jsonl`)
      say(`\n${isServed ? 'This server in place of Strapi' : 'Strapi'} ${version}, logins: ${logins}`)
      const variables = { MAILS: mails, JWT_MANAGEMENT: logins, JWT_SECRET: jwtSecret, PROVIDER_URL: provider.url }
      const prepare = (copy) => {
        cpSync(join(scenarios, 'project'), copy.folder, { recursive: true })
        if (isServed) writeFileSync(join(copy.folder, 'content-api.config.mjs'), mailConfiguration)
      }
      const started = { project, version, packages, say, prepare, variables }
      const strapi = await (isServed ? startDocuments(started) : startStrapi(started))
      let front
      try {
        if (isBeside) front = await startInFrontOf(strapi, { variables, say })
        const { url, token } = { ...strapi, ...front }
        const { passed, failed, names } = await runScenarios({ version, logins, url, token, mails })
        sum.passed += passed
        sum.failed += failed
        for (const name of names) sum.names.add(name)
      } finally {
        await front?.close()
        await strapi.close()
      }
    }
  } finally {
    await provider.close()
  }
  return sum
}

/** With refresh sessions, only the scenarios that log in run again. */
async function runScenarios({ version, logins, url, token, mails }) {
  const report = join(folder, 'report.json')
  const only = logins === 'refresh' ? ['recording', 'accounts', 'sessions', 'providers'] : []
  await runNode(
    [
      binOf('vitest'),
      'run',
      '--config',
      join(scenarios, 'vitest.config.ts'),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...only,
      // It compares exchanges with those of Strapi.
      ...(isServed ? ['--exclude', '**/recording.scenarios.ts'] : []),
    ],
    {
      env: {
        STRAPI5_URL: url,
        STRAPI5_VERSION: version,
        STRAPI5_LOGINS: logins,
        STRAPI5_TOKEN: token,
        STRAPI5_MAILS: mails,
        STRAPI5_JWT_SECRET: jwtSecret,
      },
      stream: 'copy',
    },
  )
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = readJson(report)
  return {
    passed: numPassedTests,
    failed: Math.max(numFailedTests, numFailedTestSuites),
    names: testResults.flatMap(({ assertionResults }) => assertionResults.map(({ title }) => title)),
  }
}
