import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { StrapiProcess } from '../strapi-round-trip/strapi-project.js'
import { jsonOr } from './compare-answers.js'
import { type Answer, type HttpClient, servedBy } from './http-client.js'
import type { DatabaseName } from './recorded-project.js'
import type { Report } from './report.js'
import { type TwoSides, withSides } from './two-sides.js'

/** Clients that read all the time. */
const clients = 4

/** Reads of the type that changes, of types that lead to it, and of others. */
const reads = [
  '/api/articles?sort=id',
  '/api/articles?sort=id&populate=*',
  '/api/articles/1?populate[category]=true',
  '/api/articles?sort=id&filters[note][$notNull]=true',
  '/api/articles?sort=id&filters[remark][$notNull]=true',
  '/api/articles?fields[0]=title&fields[1]=note&sort=id',
  '/api/categories?sort=id&populate[articles][sort]=id',
  '/api/tags?sort=id',
  '/api/homepage',
]

type Edit = (attributes: Record<string, unknown>) => Record<string, unknown>

const edits: Readonly<Record<string, Edit>> = {
  add: (attributes) => ({ ...attributes, note: { type: 'string' } }),
  rename: ({ note, ...others }) => ({ ...others, remark: note }),
  drop: ({ remark: _, ...others }) => others,
}

interface Seen {
  readonly path: string
  readonly answer: Answer
}

/**
 * Changes the schema of a type while clients read, restarts Strapi for each change, kills it, and restarts
 * the database. Each response must be one that the old or the new Strapi gives, 502 while Strapi is away, or
 * 503 while the database is away.
 */
export async function compareDuringChanges(name: DatabaseName, rounds: number, report: Report): Promise<void> {
  report.say(`\nschema changes and restarts under load, ${name}`)
  await withSides({ name, say: report.say }, async (sides) => {
    const running = { strapi: sides.strapi }
    try {
      for (let round = 0; round < rounds; round++)
        for (const [kind, edit] of Object.entries(edits))
          await observe(sides, `${kind} ${round}`, report, () => changeSchema(sides, running, edit))
      await observe(sides, 'kill', report, () => restart(sides, running, 'SIGKILL'))
      const { postgres } = sides
      if (postgres)
        await observe(sides, 'database', report, async () => {
          await postgres.crash()
          await readAll(sides.ours)
          await postgres.start()
        })
    } finally {
      await running.strapi.stop()
    }
  })
}

async function changeSchema(sides: TwoSides, running: { strapi: StrapiProcess }, edit: Edit): Promise<void> {
  const file = join(sides.project.folder, 'src/api/article/content-types/article/schema.json')
  const schema = JSON.parse(await readFile(file, 'utf8')) as { attributes: Record<string, unknown> }
  await writeFile(file, JSON.stringify({ ...schema, attributes: edit(schema.attributes) }, null, 2))
  await restart(sides, running, 'SIGTERM')
}

async function restart({ project }: TwoSides, running: { strapi: StrapiProcess }, signal: 'SIGTERM' | 'SIGKILL') {
  await running.strapi.stop(signal)
  running.strapi = await project.start(running.strapi.port)
}

/** Reads all the time while `work` runs, and checks the responses. */
async function observe(sides: TwoSides, what: string, report: Report, work: () => Promise<void>): Promise<void> {
  const before = await readAll(sides.theirs)
  const seen: Seen[] = []
  const over = new AbortController()
  const client = async (first: number) => {
    for (let index = first; !over.signal.aborted; index++) {
      const path = reads[index % reads.length] as string
      seen.push({ path, answer: await sides.ours.get(path, 'full') })
    }
  }
  const load = Promise.all(Array.from({ length: clients }, (_, first) => client(first * 2)))
  await work()
  const after = await settledReads(sides)
  over.abort()
  await load
  const counts = new Map<string, number>()
  for (const { path, answer } of seen) {
    const kind = `${answer.status} ${servedBy(answer)}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (isAllowed(answer, [before.get(path), after.get(path)], what)) report.pass()
    else report.fail(`${sides.name}, ${what}: ${path}: ${kind} ${answer.text.slice(0, 300)}`)
  }
  report.say(`  ${what}: ${[...counts].map(([kind, count]) => `${count} × ${kind}`).join(', ')}`)
}

async function readAll(client: HttpClient): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>()
  for (const path of reads) answers.set(path, await client.get(path, 'full'))
  return answers
}

/** Waits until Strapi gives its final responses, and this server serves the type again. */
async function settledReads({ theirs, ours }: TwoSides): Promise<ReadonlyMap<string, Answer>> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const [answers, own] = [await readAll(theirs), await ours.get(reads[0] as string, 'full')]
    const isUp = [...answers.values()].every(({ status }) => status < 500)
    if ((isUp && servedBy(own) === 'content-api') || performance.now() > deadline) return answers
  }
}

function isAllowed(answer: Answer, known: readonly (Answer | undefined)[], what: string): boolean {
  if (answer.status === 502) return answer.headers['retry-after'] !== undefined && what !== 'database'
  if (what === 'database' && (answer.status === 503 || servedBy(answer) === 'strapi')) return true
  return known.some((one) => one?.status === answer.status && isDeepStrictEqual(jsonOr(one.text), jsonOr(answer.text)))
}
