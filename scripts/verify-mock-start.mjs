// Measures how long the mock for msw takes to start, as each test file of an application starts it: in a new
// process, with the published bundle. The configuration of the project uses `defineConfig` in TypeScript.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { inRoot } from './lib/root.mjs'

/** The limit for a start, in milliseconds. */
const below = Number(process.env.MOCK_STARTS_BELOW ?? 300)
const rounds = 7
const run = promisify(execFile)

// In the repository, where `@content-api/server` is installed as in an application.
const parent = inRoot('packages', 'server', '.tmp')
mkdirSync(parent, { recursive: true })
const application = mkdtempSync(join(parent, 'mock-start-'))

const files = {
  'node_modules/.keep': '',
  'cms/src/api/tag/content-types/tag/schema.json': JSON.stringify({
    kind: 'collectionType',
    info: { singularName: 'tag', pluralName: 'tags', displayName: 'Tag' },
    attributes: { name: { type: 'string' } },
  }),
  'cms/content-api.config.ts': `import { defineConfig } from '@content-api/server'
export default defineConfig(({ env }) => ({
  permissions: { public: ['api::tag.tag.find'] },
  i18n: { locales: [env('LOCALE', 'en')] },
}))`,
  'start.mjs': `import { mockContentApi } from ${JSON.stringify(moduleOf('bundle', 'msw.js'))}
const started = performance.now()
const used = process.cpuUsage()
const content = await mockContentApi({
  baseURL: 'https://cms.example.org',
  project: ${JSON.stringify(join(application, 'cms'))},
  entries: { 'api::tag.tag': [{ name: 'north' }] },
})
const milliseconds = performance.now() - started
const { user, system } = process.cpuUsage(used)
const { total } = JSON.parse(await (await content.api.fetch(new Request('http://localhost/api/tags'))).text()).meta.pagination
if (total !== 1) throw new Error('The mock has no tag.')
process.stdout.write(JSON.stringify({ milliseconds, processor: (user + system) / 1000 }))
await content.close()`,
}

function moduleOf(...path) {
  return pathToFileURL(inRoot('packages', 'server', ...path)).href
}

async function start() {
  const { stdout } = await run(process.execPath, [join(application, 'start.mjs')])
  const { milliseconds, processor } = JSON.parse(stdout)
  return { milliseconds: Math.round(milliseconds), processor: Math.round(processor) }
}

try {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(application, path)), { recursive: true })
    writeFileSync(join(application, path), text)
  }
  const { milliseconds: first } = await start()
  const times = []
  for (let round = 0; round < rounds; round++) times.push(await start())
  // Other programs on the machine only make starts slower.
  const [{ milliseconds: fastest, processor }] = times.toSorted((a, b) => a.milliseconds - b.milliseconds)
  const all = times.map(({ milliseconds }) => milliseconds).join(', ')
  console.log(`The first start, which compiles the configuration: ${first} ms`)
  console.log(
    `The fastest of the further starts: ${fastest} ms, ${processor} ms of processor time (${all}), limit ${below} ms`,
  )
  if (fastest >= below) process.exitCode = 1
} finally {
  rmSync(application, { recursive: true, force: true })
}
