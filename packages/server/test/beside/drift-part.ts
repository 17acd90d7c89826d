import { setTimeout } from 'node:timers/promises'
import type { StrapiVersion } from '@content-api/strapi-tables/layout'
import { AllowedAnswers } from './allowed-answers.js'
import { type Answer, type HttpClient, servedBy } from './http-client.js'
import type { ProofTarget } from './recorded-project.js'
import { recordedVersions } from './recorded-versions.js'
import type { Report } from './report.js'
import { changeTypes, changingTypes, type Kind, prepareTypes, writeValues } from './schema-changes.js'
import { type TwoSides, withSides } from './two-sides.js'
import type { StrapiProcess } from '../strapi-round-trip/strapi-project.js'

/** Clients that read all the time, and milliseconds between two reads of one. */
const clients = 4
const pace = 10

/** Reads of the types that change, of types that lead to them, and of others. */
const readsOf = (version: StrapiVersion): readonly string[] => [
  '/api/articles?sort=id',
  '/api/articles?sort=id&populate=*',
  `/api/articles/${recordedVersions[version].idOf('article', 1)}?populate[category]=true&populate[tags][sort]=id`,
  '/api/articles?sort=id&filters[note][$notNull]=true',
  '/api/articles?sort=id&filters[remark][$notNull]=true',
  '/api/articles?fields[0]=title&fields[1]=note&sort=id',
  '/api/categories?sort=id',
  '/api/categories?sort=id&populate[articles][sort]=id',
  '/api/categories?sort=remark,id',
  '/api/tags?sort=id',
  '/api/tags?sort=id&filters[note][$null]=true',
  '/api/authors?sort=id',
  '/api/homepage',
]

/** Milliseconds in which both servers must give the responses of the new schema after a start. */
const settlingTime = 60_000

/** What happens while clients read. */
interface Event {
  readonly name: string
  /** The statuses that this server may respond with. Both need `Retry-After`. */
  readonly allowed: 502 | 503
  readonly run: (sides: TwoSides, running: Running) => Promise<void>
}

/** The current process of Strapi. */
interface Running {
  strapi: StrapiProcess
}

/**
 * Changes the schemas of types while clients read, and restarts Strapi for each round of changes; kills
 * Strapi, and restarts the database. Each response must be one that the old or the new Strapi gives, 502
 * while Strapi is away, or 503 while the database is away.
 *
 * In each round, one type gets an attribute, another one's is renamed and that of a third is dropped, so that
 * a round has all three changes and needs one start of Strapi.
 */
export async function compareDuringChanges(target: ProofTarget, rounds: number, report: Report): Promise<void> {
  const { name } = target
  report.say(`\nschema changes and restarts under load, ${name}`)
  const begun = performance.now()
  const counts: Record<Kind, number> = { add: 0, rename: 0, drop: 0 }
  const prepareProject = (project: TwoSides['project']) => prepareTypes(project.folder)
  await withSides({ target, say: report.say, prepareProject }, async (sides) => {
    const running = { strapi: sides.strapi }
    try {
      for (let round = 0; round < rounds; round++) {
        await writeValues(sides, `round ${round}`)
        await observe(sides, running, report, schemaChange(round, counts))
      }
      await observe(sides, running, report, kill)
      if (sides.postgres) await observe(sides, running, report, databaseRestart)
    } finally {
      await running.strapi.stop()
    }
  })
  const changes = Object.entries(counts).map(([kind, count]) => `${count} × ${kind}`)
  report.say(`  ${name}: ${changes.join(', ')}, in ${Math.round((performance.now() - begun) / 1000)} s`)
}

function schemaChange(round: number, counts: Record<Kind, number>): Event {
  // A killed Strapi doesn't finish its open responses.
  const signal = round % 2 === 0 ? 'SIGTERM' : 'SIGKILL'
  return {
    name: `schema change ${round}, ${signal}`,
    allowed: 502,
    async run(sides, running) {
      for (const kind of await changeTypes(sides.project.folder, round)) counts[kind]++
      await restart(sides, running, signal)
    },
  }
}

const kill: Event = {
  name: 'kill',
  allowed: 502,
  run: (sides, running) => restart(sides, running, 'SIGKILL'),
}

const databaseRestart: Event = {
  name: 'database',
  allowed: 503,
  async run({ postgres, ours, version }) {
    await postgres?.crash()
    for (const path of readsOf(version)) await ours.get(path, 'full')
    await postgres?.start()
  },
}

async function restart({ project }: TwoSides, running: Running, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await running.strapi.stop(signal)
  running.strapi = await project.start(running.strapi.port)
}

/** Reads all the time during an event, and checks the responses. */
async function observe(sides: TwoSides, running: Running, report: Report, event: Event): Promise<void> {
  const { theirs, ours, name, version } = sides
  const reads = readsOf(version)
  const before = await readAll(theirs, reads)
  const answers = new AllowedAnswers()
  const over = new AbortController()
  const client = async (first: number) => {
    for (let index = first; !over.signal.aborted; index++) {
      const path = reads[index % reads.length] as string
      answers.add(path, await ours.get(path, 'full'))
      await setTimeout(pace)
    }
  }
  const load = Promise.all(Array.from({ length: clients }, (_, first) => client(first * 3)))
  let isSettled = false
  try {
    await event.run(sides, running)
    isSettled = await settle(sides)
  } finally {
    over.abort()
    await load
  }
  const after = await readAll(theirs, reads)
  for (const failure of answers.check([before, after], event.allowed, report))
    report.fail(`${name}, ${event.name}: ${failure}`)
  report.say(`  ${event.name}: ${answers.summary()}`)
  if (!isSettled) report.fail(`${name}, ${event.name}: the types are not served again:\n${lastLines(sides)}`)
  await checkNewSchema(sides, after, event, report)
  const unavailable = answers.own(event.allowed)
  // Reads that are served never wait for Strapi, so only a change of schemas causes 502.
  if (event !== kill) report.check(unavailable > 0, `${unavailable} × ${event.allowed} with Retry-After`)
  else report.check(answers.own(200) > 0, `${answers.own(200)} reads served while Strapi was killed and started`)
}

/** Both servers must now give the same responses. An old one is wrong from here on. */
async function checkNewSchema(
  { name, ours, version }: TwoSides,
  after: ReadonlyMap<string, Answer>,
  event: Event,
  report: Report,
): Promise<void> {
  const answers = new AllowedAnswers()
  for (const [path, answer] of await readAll(ours, readsOf(version))) answers.add(path, answer)
  for (const failure of answers.check([after], null, report))
    report.fail(`${name}, after ${event.name}: an old response: ${failure}`)
}

const lastLines = ({ beside }: TwoSides): string => beside.output.slice(-12).join('\n')

async function readAll(client: HttpClient, reads: readonly string[]): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>()
  for (const path of reads) answers.set(path, await client.get(path, 'full'))
  return answers
}

/** Returns whether Strapi responds again, and this server serves each type that changes, within the time. */
async function settle({ theirs, ours }: TwoSides): Promise<boolean> {
  const deadline = performance.now() + settlingTime
  const paths = changingTypes.map(({ path }) => `${path}?sort=id`)
  while (performance.now() < deadline) {
    const known = await Promise.all(paths.map((path) => theirs.get(path, 'full').catch(() => null)))
    const own = await Promise.all(paths.map((path) => ours.get(path, 'full')))
    if (known.every((answer) => answer?.status === 200) && own.every((each) => servedBy(each) === 'content-api')) {
      if (own.every(({ status }) => status === 200)) return true
    }
    await setTimeout(pace)
  }
  return false
}
