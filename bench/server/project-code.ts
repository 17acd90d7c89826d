// `pnpm bench:code`: measures what code of a project costs: the processor time per request and the time of
// the start. The servers have the oracle model (packages/model/test/fixtures/oracle-model) on SQLite, one of
// them without code, and alternate.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { readOptions, wholeNumber } from '../options.js'
import { compareCost } from './cost.js'
import { median } from './growth.js'
import { connections } from './load.js'
import { prepareProject } from './oracle.js'
import { loadContent } from './oracle-content.js'
import type { OracleWorkload } from './oracle-workloads.js'
import { startReference } from './processes.js'
import type { Side } from './sides.js'
import { table } from './table.js'

const core = (kind: string, own = '') => `module.exports = require('@strapi/strapi').factories.createCore${kind}(
  'api::tag.tag'${own})\n`

/** The files of each project. The first one is compared with the others. */
const projects: readonly (readonly [name: string, files: Readonly<Record<string, string>>])[] = [
  ['no code', {}],
  // The Koa context alone: every request passes it.
  [
    'global middleware',
    {
      'config/middlewares.js': `module.exports = ['global::pass']\n`,
      'src/middlewares/pass.js': 'module.exports = () => (ctx, next) => next()\n',
    },
  ],
  [
    'generated action through super',
    {
      'src/api/tag/routes/tag.js': core('Router'),
      'src/api/tag/services/tag.js': core('Service'),
      'src/api/tag/controllers/tag.js': core('Controller', ', () => ({ find(ctx) { return super.find(ctx) } })'),
    },
  ],
  // Its requests meet no code.
  [
    'code elsewhere',
    {
      'src/api/other/routes/other.js': `module.exports = { routes: [
        { method: 'GET', path: '/constant', handler: (ctx) => { ctx.body = { ok: true } }, config: { auth: false } }] }\n`,
    },
  ],
]

const workload: OracleWorkload = {
  name: 'list of tags',
  kind: 'read',
  call: () => ({ method: 'GET', path: '/api/tags?pagination[pageSize]=1&fields=name' }),
}

const options = readOptions(() => {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '1500' },
      rounds: { type: 'string', default: '5' },
      /** Starts of each project. */
      starts: { type: 'string', default: '5' },
    },
  })
  return {
    // The load generator needs a request for each of its connections.
    requests: wholeNumber('requests', values.requests, connections),
    rounds: wholeNumber('rounds', values.rounds),
    starts: wholeNumber('starts', values.starts),
  }
})

const folders = new Map<string, string>()
for (const [name, files] of projects) {
  const folder = await prepareProject(`code-${folders.size}`)
  folders.set(name, folder)
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
}
await compareRequests()
await compareStarts()

async function compareRequests(): Promise<void> {
  const sides: Side[] = []
  try {
    for (const [name, folder] of folders) {
      const running = await startReference(folder, join(folder, 'data.db'), '/api/tags')
      sides.push({ name, running, ids: await loadContent({ url: running.url, headers: {} }) })
    }
    await compareCost(sides, [workload], options)
  } finally {
    await Promise.all(sides.map(({ running }) => running.stop()))
  }
}

/** Measures the time from the start of the process to the first response. */
async function compareStarts(): Promise<void> {
  const times = new Map([...folders.keys()].map((name) => [name, [] as number[]]))
  for (let start = 0; start < options.starts; start++) {
    for (const [name, folder] of folders) {
      const running = await startReference(folder, join(folder, 'data.db'), '/api/tags')
      times.get(name)?.push(running.bootMs)
      await running.stop()
    }
  }
  const rows = [...times].map(([name, found]) => [name, median(found).toFixed(0)])
  console.log(table(['server', 'first response ms'], rows))
}
