// Makes 100 edits of a project that `dev` serves, and checks that each has an effect. It edits schemas,
// JavaScript, TypeScript and configuration at random moments after the first line of output, some of them
// while another edit is processed.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { inRoot } from './lib/root.mjs'

const { values } = parseArgs({
  options: {
    edits: { type: 'string', default: '100' },
    /** The number of edits per process. The first edit follows the first line of output. */
    each: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const edits = Number(values.edits)
const each = Number(values.each)
const lostAfter = 60_000
const main = inRoot('packages', 'server', 'bin', 'content-api.mjs')
const random = randomFrom(Number(values.seed))
const project = mkdtempSync(join(tmpdir(), 'content-api-edits-'))

const write = (file, text) => {
  mkdirSync(dirname(join(project, file)), { recursive: true })
  writeFileSync(join(project, file), text)
}
const json = async (url) => (await fetch(url)).json()

/** The kinds of edits. `edit` makes edit number `n`. `shows` resolves to the number of the edit in effect. */
const kinds = {
  schema: {
    edit: (n) =>
      write(
        'src/api/article/content-types/article/schema.json',
        JSON.stringify({
          kind: 'collectionType',
          info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
          attributes: { title: { type: 'string', default: `edit ${n}` } },
        }),
      ),
    shows: async (url) => {
      const model = await json(`${url}/content-api/model.json`)
      return Number(/"edit (\d+)"/.exec(JSON.stringify(model))?.[1])
    },
  },
  js: code('greeting', 'js', (n) => `module.exports = { say(ctx) { ctx.body = ${n} } }`),
  ts: code(
    'farewell',
    'ts',
    (n) => `const value: number = ${n}\nexport default { say(ctx: any) { ctx.body = value } }`,
  ),
  configuration: {
    edit: (n) => write('content-api.config.js', `module.exports = { api: { rest: { defaultLimit: ${n} } } }`),
    shows: async (url) => (await json(`${url}/api/articles`)).meta.pagination.pageSize,
  },
}

function code(name, extension, controller) {
  const routes = `{ routes: [{ method: 'GET', path: '/${name}', handler: '${name}.say' }] }`
  write(
    `src/api/${name}/routes/${name}.${extension}`,
    extension === 'ts' ? `export default ${routes}` : `module.exports = ${routes}`,
  )
  return {
    edit: (n) => write(`src/api/${name}/controllers/${name}.${extension}`, controller(n)),
    shows: (url) => json(`${url}/api/${name}`),
  }
}

process.exitCode = await verify()

async function verify() {
  write('package.json', '{ "type": "commonjs" }')
  for (const { edit } of Object.values(kinds)) edit(1)
  const taken = []
  const lost = []
  try {
    for (let n = 2; taken.length + lost.length < edits; n += each) {
      const count = Math.min(each, edits - taken.length - lost.length)
      for (const result of await editsOfOneProcess(n, count)) (result.took === undefined ? lost : taken).push(result)
      process.stdout.write(`${taken.length} of ${taken.length + lost.length} edits had an effect\n`)
    }
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
  for (const { kind, n, moment } of lost) process.stdout.write(`Lost: edit ${n}, of the ${kind}, ${moment}\n`)
  for (const kind of Object.keys(kinds)) {
    const times = taken.filter((one) => one.kind === kind).map(({ took }) => took)
    if (times.length > 0)
      process.stdout.write(`${kind.padEnd(14)}${times.length} edits, the slowest ${Math.max(...times)} ms\n`)
  }
  const slowest = taken.toSorted((a, b) => b.took - a.took)[0]
  if (slowest) process.stdout.write(`The slowest: ${slowest.took} ms (${slowest.kind}, ${slowest.moment})\n`)
  process.stdout.write(`Seed ${values.seed}\n\n${taken.length} passed, ${lost.length} failed\n`)
  return lost.length === 0 ? 0 : 1
}

async function editsOfOneProcess(first, count) {
  const child = spawn(process.execPath, [main, 'dev', '--project', project, '--port', '0'], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let output = ''
  const began = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
        resolve()
      })
    }
  })
  const results = []
  try {
    await Promise.race([began, ended])
    while (results.length < count) {
      const n = first + results.length
      const moment = results.length === 0 ? 'after the first line of output' : 'later'
      const names = shuffled(Object.keys(kinds)).slice(0, Math.min(count - results.length, random() < 0.4 ? 2 : 1))
      const pending = []
      for (const [index, kind] of names.entries()) {
        await sleep(Math.floor(random() * (results.length === 0 ? 150 : 600)))
        kinds[kind].edit(n + index)
        const when = index === 0 ? moment : 'while another edit was processed'
        pending.push(watch({ kind, n: n + index, moment: when }, () => /http:\/\/[\d.:]+\d/.exec(output)?.[0]))
      }
      results.push(...(await Promise.all(pending)))
    }
  } finally {
    child.kill()
    await ended
  }
  if (results.some(({ took }) => took === undefined)) process.stdout.write(output)
  return results
}

/** Waits until the service shows an edit. */
async function watch(edit, address) {
  const started = performance.now()
  while (performance.now() - started < lostAfter) {
    const url = address()
    const shown = url === undefined ? undefined : await kinds[edit.kind].shows(url).catch(() => undefined)
    if (shown === edit.n) return { ...edit, took: Math.round(performance.now() - started) }
    await sleep(20)
  }
  return edit
}

function shuffled(list) {
  return list
    .map((item) => [random(), item])
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item)
}

/** Returns numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
