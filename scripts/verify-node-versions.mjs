// Uses the packed packages under each supported version of Node: a new project is installed, served, read and
// written, its types compile, and the suite checks it. Then the unit tests run under one of the versions.
// Arguments select versions: `node scripts/verify-node-versions.mjs 20 26`.
import './lib/require-node.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './lib/build.mjs'
import { startSession } from './lib/reader-session.mjs'
import { installNode, installedPackages, nodeVersions } from './lib/node-versions.mjs'
import { serveRegistry } from './lib/package-registry.mjs'
import { packAll } from './lib/packed-packages.mjs'
import { mustContain, reportSteps } from './lib/report-steps.mjs'
import { binOf } from './lib/root.mjs'
import { duration, run } from './lib/run.mjs'

/** The version under which the unit tests run. `ci.yml` runs all tests under the others. */
const unitTestsOn = 24
const unitTests = ['model', 'engine', 'sdk'].flatMap((project) => ['--project', project])

/** npm blocks install scripts from this version on, unless the project allows them. */
const blocksScripts = 12

const service = 'http://127.0.0.1:1337'
const send = (method, path, body) =>
  `curl -s -X ${method} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}' ${service}${path}`

const typedRead = `
import { createClient } from '@content-api/sdk'
import type { ContentTypes } from './content-types.gen.js'

const api = createClient<ContentTypes>({ baseURL: 'http://127.0.0.1:1337' })
const { data } = await api.collection('articles').find({ sort: 'id', populate: { author: { fields: ['name'] } } })
const name: string | undefined = data[0]?.author?.name
console.log(name)
`

/** The steps in a new project, in order: a title, and a function of the session, which may return a note. */
const smokeTest = {
  'installs without install scripts': async (session) => {
    await session.run('npx --ignore-scripts @content-api/server init blog')
    await session.run('cd blog')
    const started = performance.now()
    const folder = (await session.run('npm install --ignore-scripts && pwd')).trim().split('\n').at(-1)
    return `${installedPackages(folder)} packages in ${duration(performance.now() - started)}`
  },
  'downloads or compiles SQLite': async (session) => {
    const started = performance.now()
    await session.run('npm rebuild sqlite3')
    await session.run('test -f node_modules/sqlite3/build/Release/node_sqlite3.node')
    return duration(performance.now() - started)
  },
  starts: (session) => session.run('npm run dev'),
  reads: async (session) => {
    mustContain(await session.run(`curl -s '${service}/api/articles?populate=author'`), '"Ada"')
  },
  writes: async (session) => {
    mustContain(await session.run(send('POST', '/api/articles', { data: { title: 'Kept' } })), '"Kept"')
    await session.run(send('PUT', '/api/articles/2', { data: { publishedAt: '2026-01-01T00:00:00.000Z' } }))
  },
  'stores uploads, and makes a thumbnail': async (session) => {
    const upload = `curl -s -F files=@public/uploads/morning.png ${service}/api/upload`
    mustContain(await session.run(upload), '"thumbnail"')
  },
  'answers GraphQL': async (session) => {
    const query = '{ articles { data { attributes { title author { data { attributes { name } } } } } } }'
    mustContain(await session.run(send('POST', '/graphql', { query })), '"Ada"')
  },
  'generates types, which compile with the SDK': async (session) => {
    await session.run('npm install @content-api/sdk @content-api/model')
    await session.run('npx content-api-types --project . --out src/content-types.gen.ts')
    await session.runCode(typedRead, 'Ada')
  },
  'conforms to the suite': async (session) => {
    // npm 10.9 on Node 20 fails to resolve the peers of the optional peer Vitest. The tutorial names this option.
    await session.run('npm install --legacy-peer-deps @content-api/conformance')
    const ran = `npx content-api-conformance run ${service} --type articles --writable articles`
    return (await session.run(ran)).match(/.*\d+ passed.*/)?.[0].trim()
  },
  stops: (session) => session.stop(),
}

/** A project that doesn't allow the install script of sqlite3, such as one of Strapi. */
async function followMessage(session) {
  for (const command of [
    'npx --ignore-scripts @content-api/server init shop',
    'cd shop',
    'npm pkg delete allowScripts',
  ])
    await session.run(command)
  mustContain(await session.run('npm install'), 'blocked')
  const message = await session.run('node_modules/.bin/content-api start 2>&1 || true')
  mustContain(message, 'the compiled part of the package sqlite3 is missing')
  for (const [, command] of message.matchAll(/"(npm [^"]+)"/g)) await session.run(command)
  await session.run('npm run dev')
  mustContain(await session.run(`curl -s ${service}/api/articles`), '"Hello"')
}

const selected = process.argv.slice(2).map(Number)
const chosen = nodeVersions.filter(({ node }) => selected.length === 0 || selected.includes(node))
const { step, finish } = reportSteps()
await build()
const base = mkdtempSync(join(tmpdir(), 'content-api-node-versions-'))
const registry = await serveRegistry(await packAll())
try {
  for (const versions of chosen) await underNode(versions)
} finally {
  await registry.close()
  rmSync(base, { recursive: true, force: true })
}
finish()

async function underNode(versions) {
  const title = (text) => `Node ${versions.node}, npm ${versions.npm}: ${text}`
  let tools
  const isInstalled = await step(title('can be installed'), async () => {
    tools = await installNode(versions, join(base, String(versions.node)))
    return tools.version
  })
  if (!isInstalled) return
  const session = await startSession(registry, tools)
  try {
    await session.begin({})
    for (const [text, work] of Object.entries(smokeTest)) if (!(await step(title(text), () => work(session)))) break
    if (versions.npm >= blocksScripts) {
      await session.stop().catch(() => undefined)
      await session.begin({})
      await step(title('"start" says how to allow a blocked install script'), () => followMessage(session))
    }
  } finally {
    await session.close()
  }
  if (versions.node === unitTestsOn) await step(title('passes the unit tests'), () => runUnitTests(tools))
}

async function runUnitTests({ program, env }) {
  const { code, output } = await run(program, [binOf('vitest'), 'run', ...unitTests], {
    env: { ...env, NO_COLOR: '1' },
  })
  if (code !== 0) throw new Error(output)
  return output.match(/Tests {2}.*/)?.[0].replace('Tests  ', 'unit tests: ')
}
