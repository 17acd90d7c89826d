import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StrapiVersion } from '@content-api/strapi-tables/layout'
import { type BesideProcess, startBeside } from './beside-process.js'
import { type Call, HttpClient, servedBy } from './http-client.js'
import { comparisonsOf, figuresAfter, figuresOf, withMetrics } from './evidence-figures.js'
import { measureMemory } from './evidence-memory.js'
import type { ProofTarget, RecordedProject } from './recorded-project.js'
import type { Report } from './report.js'
import { type TwoSides, timeZone, withSides } from './two-sides.js'

/** Served reads of one shape, of which about one in 1,000 is compared. */
const sampled = 8_000
/** The most reads until a difference of a served shape must be found. */
const mostUntilFound = 30_000
const concurrent = 8

const get = (path: string): Call => ({ method: 'GET', path, caller: 'full' })
const steady = get('/api/tags?sort=id')
/** Tags by descending names are what the code changes. */
const changed = get('/api/tags?sort[0]=name:desc&sort[1]=id')
/** The same, but served already when the code begins to change it. */
const changedLater = get('/api/tags?sort[0]=name:desc&sort[1]=weight&sort[2]=id')

/** What versions of Strapi write differently. */
interface Form {
  /** What the list of a GraphQL query selects. */
  readonly selection: string
  /** The path of the first name in the response of a list. */
  readonly firstName: string
}

const forms: Readonly<Record<StrapiVersion, Form>> = {
  4: { selection: 'data { id attributes { name } }', firstName: 'data[0].attributes.name' },
  5: { selection: 'documentId name', firstName: 'data[0].name' },
}

const graphqlOf = (version: StrapiVersion): Call => ({
  method: 'POST',
  path: '/graphql',
  caller: 'full',
  body: { query: `{ tags(sort: ["color", "id"]) { ${forms[version].selection} } }` },
})

/**
 * Requires that each shape is compared before it is served, that differences are found, logged and forwarded
 * from then on, and that memory is bounded. Code outside of `src`, which the rules of this server
 * don't read, changes the responses of Strapi.
 * @param shapes the distinct shapes of the measurement of memory
 */
export async function compareEvidence(target: ProofTarget, shapes: number, report: Report): Promise<void> {
  report.say(`\nevidence, ${target.name}`)
  const graphql = graphqlOf(target.version)
  const options = { target, say: report.say, settings: {}, configuration: withMetrics, prepareProject: addHiddenCode }
  await withSides(options, async (sides) => {
    const { name, beside, ours, theirs, project, strapi } = sides
    // Strapi 5 has to get the first request of a token in an hour.
    await theirs.send(steady)
    for (const call of [steady, changedLater, graphql])
      report.check(await promote(beside, ours, call), `${name}: served after three equal responses: ${describe(call)}`)
    await checkSamples(sides, report)
    await writeFile(flagOf(project), '')
    await checkNewDifference(sides, report)
    await checkLaterDifference(sides, report)
    for (const call of [steady, graphql])
      report.check(await isServed(ours, call), `${name}: still served: ${describe(call)}`)
    await beside.stop()
    await rm(flagOf(project))
    const again = await startBeside(project.folder, { strapi: strapi.url, timeZone, configuration: withMetrics })
    const client = new HttpClient(again.url)
    const isPromoted = await promote(again, client, changed)
    report.check(isPromoted, `${name}: compared again after a restart: ${describe(changed)}`)
    client.close()
    await again.stop()
    await measureMemory(sides, shapes, report)
  })
}

const flagOf = ({ folder }: Pick<RecordedProject, 'folder'>) => join(folder, 'changes-reads')
const describe = ({ path, body }: Call) => (body === undefined ? path : JSON.stringify(body))
const isServed = async (client: HttpClient, call: Call) => servedBy(await client.send(call)) === 'content-api'

/** Adds code to the mail provider. While a file exists, tags by descending names have numbers as names. */
async function addHiddenCode(project: RecordedProject): Promise<void> {
  const provider = `const fs = require('fs')

module.exports = {
  init() {
    strapi.db.lifecycles.subscribe({
      models: ['api::tag.tag'],
      afterFindMany({ params, result }) {
        if (!fs.existsSync(${JSON.stringify(flagOf(project))})) return
        if (!/"name":"desc"/i.test(JSON.stringify(params))) return
        for (const tag of result) tag.name = tag.name.length
      },
    })
    return { send: async () => {} }
  },
}
`
  await writeFile(join(project.folder, 'providers/mail-file.js'), provider)
}

/** Reads a shape until it is served. Returns whether that takes three equal comparisons. */
async function promote(beside: BesideProcess, client: HttpClient, call: Call): Promise<boolean> {
  const before = await figuresOf(beside)
  for (let times = 1; times <= 3; times++) {
    if (await isServed(client, call)) return false
    const { equal, different } = await figuresAfter(beside, comparisonsOf(before) + times)
    if (equal !== before.equal + times || different !== before.different) return false
  }
  return isServed(client, call)
}

async function checkSamples({ name, beside, ours }: TwoSides, report: Report): Promise<void> {
  const before = await figuresOf(beside)
  const served = await readMany(sampled, async () => isServed(ours, steady))
  const after = await figuresOf(beside)
  const count = after.equal - before.equal
  report.check(served === sampled, `${name}: ${served} of ${sampled} reads of a compared shape served`)
  report.check(count > 0 && count < sampled / 100, `${name}: ${count} of them compared afterwards`)
  report.check(after.different === before.different, `${name}: none of them different`)
}

async function checkNewDifference(sides: TwoSides, report: Report): Promise<void> {
  const { version, name, beside, ours, theirs } = sides
  const before = await figuresOf(beside)
  for (let times = 1; times <= 2; times++) {
    if (await isServed(ours, changed)) report.fail(`${name}: a new shape was served without a comparison`)
    await figuresAfter(beside, comparisonsOf(before) + times)
  }
  const [line] = await beside.linesWith(logged, 1)
  report.check(true, `${name}: logged: ${line}`)
  report.check(
    line?.includes(`"path":"${forms[version].firstName}","ours":"string","theirs":"number"`) === true,
    `${name}: as its path and types`,
  )
  const { text } = await theirs.send(steady)
  const names = namesIn(JSON.parse(text))
  report.check(
    names.length > 0 && !names.some((each) => line?.includes(JSON.stringify(each))),
    `${name}: without a value`,
  )
  await checkForwarded(name, { ours, theirs }, changed, report)
}

/** A difference of a served shape is only found by a sample. */
async function checkLaterDifference({ name, beside, ours, theirs }: TwoSides, report: Report): Promise<void> {
  const { different: before } = await figuresOf(beside)
  let [reads, different] = [0, 0]
  while (different < 2 && reads < mostUntilFound) {
    await readMany(100, () => isServed(ours, changedLater))
    reads += 100
    different = (await figuresOf(beside)).different - before
  }
  report.check(different >= 2, `${name}: a later difference found within ${reads} reads`)
  const lines = await beside.linesWith(logged, 2)
  report.check(lines.length === 2, `${name}: logged: ${lines[1]}`)
  await checkForwarded(name, { ours, theirs }, changedLater, report)
}

/** A different shape must be forwarded, so that its response is Strapi's. */
async function checkForwarded(
  name: string,
  { ours, theirs }: Pick<TwoSides, 'ours' | 'theirs'>,
  call: Call,
  report: Report,
): Promise<void> {
  const expected = (await theirs.send(call)).text
  let forwarded = 0
  for (let times = 0; times < 20; times++) {
    const answer = await ours.send(call)
    if (servedBy(answer) === 'strapi' && answer.text === expected) forwarded++
  }
  report.check(forwarded === 20, `${name}: forwarded from then on: ${describe(call)}`)
}

/** Returns the names of a list of tags. */
function namesIn(body: unknown): readonly string[] {
  const { data } = body as { readonly data: readonly (Named & { readonly attributes?: Named })[] }
  return data.map((tag) => (tag.attributes ?? tag).name)
}

interface Named {
  readonly name: string
}

/** What the log says of a difference. */
const logged = 'differ from those of Strapi'

/** Reads several times, concurrently. Returns how often a read was served. */
async function readMany(count: number, read: () => Promise<boolean>): Promise<number> {
  let [left, served] = [count, 0]
  const worker = async () => {
    while (left-- > 0) if (await read()) served++
  }
  await Promise.all(Array.from({ length: concurrent }, worker))
  return served
}
