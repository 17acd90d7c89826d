// Runs the examples of frameworks as their readers do: copied out of the repository, installed by npm with
// the packed packages, in development and production, under Node 22. Drives each of them in Chromium.
//
//   --example astro,nuxt         only these examples
//   --server ours,strapi4        only these services; see lib/framework-services.mjs
//   --mode dev                   only development, or only production
import './lib/require-node.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowser } from '../packages/server/test/support/browser.ts'
import { npmSettings } from './lib/reader-session.mjs'
import { frameworkExamples } from './lib/framework-examples.mjs'
import * as project from './lib/framework-project.mjs'
import { frameworkServices } from './lib/framework-services.mjs'
import { checkSite, draftSecret } from './lib/framework-site.mjs'
import { build } from './lib/build.mjs'
import { installNode, installedPackages } from './lib/node-versions.mjs'
import { serveRegistry } from './lib/package-registry.mjs'
import { packAll } from './lib/packed-packages.mjs'
import { reportSteps } from './lib/report-steps.mjs'
import { duration } from './lib/run.mjs'
import { mustWriteWithoutOrigin, watchOrigins } from './lib/watch-origins.mjs'

const { values } = parseArgs({
  options: {
    example: { type: 'string' },
    server: { type: 'string' },
    mode: { type: 'string' },
  },
})

/** Returns the selected keys. @throws Error for an unknown one */
function select(option, known) {
  const names = values[option]?.split(',') ?? known
  const unknown = names.find((name) => !known.includes(name))
  if (unknown) throw new Error(`--${option}: unknown "${unknown}". Known are ${known.join(', ')}.`)
  return names
}

/** Frameworks report their use to their vendors otherwise. */
const noTelemetry = { ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' }

const examples = select('example', Object.keys(frameworkExamples))
const services = select('server', Object.keys(frameworkServices))
const modes = select('mode', ['dev', 'production'])
const say = (line) => process.stdout.write(`          ${line}\n`)
const { step, finish } = reportSteps()

await build()
const base = mkdtempSync(join(tmpdir(), 'content-api-frameworks-'))
/** @type {(() => unknown)[]} */
const closers = [() => rmSync(base, { recursive: true, force: true })]
const closeAll = async () => {
  for (const close of closers.splice(0).toReversed()) await close()
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void closeAll().finally(() => process.exit(1)))
try {
  const registry = await serveRegistry(await packAll())
  closers.push(() => registry.close())
  const tools = await installNode({ node: 22, npm: 10 }, join(base, 'node'))
  say(`Node ${tools.version}`)
  const settings = { ...(await npmSettings(base, registry.url)), ...tools.env, NO_COLOR: '1', ...noTelemetry }
  await verify(settings)
} finally {
  await closeAll()
}
finish()

async function verify(settings) {
  const installed = []
  for (const name of examples) {
    const folder = join(base, name)
    const done = await step(`${name}: npm install`, async () => {
      project.copyExample(name, folder)
      const took = await timeOf(() => project.installExample(folder, settings))
      return `${installedPackages(folder)} packages in ${took}`
    })
    if (done) installed.push(name)
  }
  for (const service of services) {
    const { title, strapi, start } = frameworkServices[service]
    const chosen = installed.filter((name) => strapi === 4 || frameworkExamples[name].strapi5)
    if (chosen.length === 0) continue
    let started
    if (!(await step(`${title} starts with the content`, async () => (started = await start(say)) && started.url)))
      continue
    closers.push(started.close)
    const watched = await watchOrigins(started.url)
    closers.push(() => watched.close())
    const env = { ...settings, CMS_URL: watched.url, DRAFT_SECRET: draftSecret }
    for (const name of chosen) await verifyOn({ name, title, strapi, env, watched })
    for (const close of closers.splice(-2).toReversed()) await close()
  }
}

/** Checks the types of an example, and drives it in each mode. */
async function verifyOn({ name, title, strapi, env, watched }) {
  const folder = join(base, name)
  project.resetExample(name, folder, { strapi5: strapi === 5 })
  const scriptStep = (script) =>
    step(`${name}, ${title}: npm run ${script}`, () => timeOf(() => project.runScript(script, folder, env)))
  if (project.hasScript('check', folder)) await scriptStep('check')
  for (const mode of modes) {
    if (mode === 'production' && !(await scriptStep('build'))) continue
    await drive({ name, title: `${name}, ${title}, ${mode}`, mode, folder, env, watched })
  }
}

async function drive({ name, title, mode, folder, env, watched }) {
  let site
  const served = await step(`${title}: serves`, () =>
    timeOf(async () => (site = await project.serveExample(mode === 'dev' ? 'dev' : 'start', folder, env))),
  )
  if (!served) return
  closers.push(site.stop)
  const browser = await openBrowser()
  closers.push(() => browser.close())
  const page = await browser.newPage()
  page.setDefaultTimeout(30_000)
  const errors = []
  page.on('pageerror', (error) => errors.push(error.message))
  const { builtPage, rendersOnServer } = frameworkExamples[name]
  watched.take()
  const inSite = async (text, work) => {
    const passed = await step(`${title}: ${text}`, work)
    if (!passed) say(`${page.url()}\n${site.output().slice(-2000)}`)
    return passed
  }
  await checkSite({
    page,
    address: site.address,
    step: inSite,
    title: `Written with ${name} in ${mode}`,
    builtPage,
    rendersOnServer,
  })
  if (rendersOnServer) {
    await inSite('writes of its server have no Origin', async () => mustWriteWithoutOrigin(watched.take()))
  }
  await inSite('no script throws', async () => {
    if (errors.length > 0) throw new Error(errors.join('\n'))
  })
  for (const close of closers.splice(-2).toReversed()) await close()
}

async function timeOf(work) {
  const started = performance.now()
  await work()
  return duration(performance.now() - started)
}
