// Verifies the Vite plugin of the server: in Vitest's browser mode, with the example and Chromium, and in
// other versions of Vite, which are installed once in node_modules/.cache. Then installs the example of
// Storybook with the packed packages, and drives its stories with recorded responses and with the plugin.
//
//   --only storybook   only the example of Storybook
import './lib/require-node.mjs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from './lib/build.mjs'
import { installOnce } from './lib/cached-packages.mjs'
import { mustContain, reportSteps } from './lib/report-steps.mjs'
import { binOf, inRoot } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'
import { verifyStorybook, withStorybook } from './lib/storybook-example.mjs'

const { values } = parseArgs({ options: { only: { type: 'string' } } })

const say = (line) => process.stdout.write(`${line}\n`)
const inServer = createRequire(inRoot('packages', 'server', 'package.json'))
const { default: chromium } = await import(pathToFileURL(inServer.resolve('@sparticuz/chromium')).href)
const CHROME_PATH = process.env.CHROME_PATH ?? (await chromium.executablePath())

const olderVersions = { 5: '5.4.21', 6: '6.4.6', 7: '7.3.8' }
const named = Object.entries(olderVersions).map(([major, version]) => [`vite-${major}`, `npm:vite@${version}`])
const manifest = { private: true, type: 'module', dependencies: Object.fromEntries(named) }
const example = inRoot('examples', 'vitest-browser')
const { contentApi } = await import(pathToFileURL(inRoot('packages', 'server', 'dist', 'vite.js')).href)

const { step, finish } = reportSteps()
await build()
if (values.only !== 'storybook') await verifyPlugin()
await withStorybook((folder, env) => verifyStorybook({ folder, env, step, openBrowser, say }))
finish()

async function verifyPlugin() {
  await step("the example passes in Vitest's browser mode, with two test files at the same time", async () => {
    const { output } = await runNode([binOf('vitest'), 'run'], { cwd: example, env: { CHROME_PATH, NO_COLOR: '1' } })
    mustContain(output, '6 passed')
  })
  const folder = await installOnce('vite', manifest, { title: 'Vite 5, 6 and 7', note: '10 s, 60 MB', say })
  for (const major of Object.keys(olderVersions)) {
    const entry = join(folder, 'node_modules', `vite-${major}`, 'dist', 'node', 'index.js')
    const { createServer, version } = await import(pathToFileURL(entry).href)
    await step(`Vite ${version} serves content and resets it`, () => serveAndReset(createServer))
  }
}

async function openBrowser() {
  const { chromium: playwright } = inServer('playwright-core')
  return playwright.launch({ executablePath: CHROME_PATH, args: ['--no-sandbox'], headless: true })
}

async function serveAndReset(createServer) {
  const server = await createServer({
    root: example,
    configFile: false,
    logLevel: 'error',
    plugins: [contentApi({ project: 'cms', seed: 'cms/content.jsonl' })],
    server: { host: '127.0.0.1', port: 0 },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    await server.listen()
    const url = `http://127.0.0.1:${server.httpServer.address().port}`
    const reset = await fetch(`${url}/content-api/reset`, { method: 'POST' })
    const cookie = reset.headers.get('set-cookie').split(';')[0]
    const headers = { cookie, 'content-type': 'application/json' }
    const add = () => fetch(`${url}/api/notes`, { method: 'POST', headers, body: '{"data":{"text":"Added"}}' })
    for (const request of [add, add]) mustContain(await (await request()).text(), '"Added"')
    await fetch(`${url}/content-api/reset`, { method: 'POST', headers: { cookie } })
    mustContain(await (await add()).text(), '"id":3,')
    mustContain(await (await fetch(url)).text(), '<title>Notes</title>')
  } finally {
    await server.close()
  }
}
