import { appendFileSync } from 'node:fs'
import type { ContentType } from '@content-api/model'
import { jsonOr } from '../beside/compare-answers.js'
import type { HttpClient } from '../beside/http-client.js'
import type { DatabaseName } from '../beside/recorded-project.js'
import { recordedVersions } from '../beside/recorded-versions.js'
import type { Report } from '../beside/report.js'
import { Random } from '../strapi-starts/random.js'
import { type ComparedResponse, ResponseComparison } from './compare-responses.js'
import { OperationDrawing } from './draw-operation.js'
import { KnownDocuments } from './known-documents.js'
import { KnownIds } from './known-ids.js'
import { LeftOut } from './left-out.js'
import { type Operation, pathOf } from './operation.js'
import { requireStrapiBoots } from './boot-part.js'
import { compareRows } from './compare-rows.js'
import { type Both, type ProjectPair, withBoth, withPair } from './with-both.js'

export interface RandomWrites {
  readonly seed: number
  readonly operations: number
  /** A file that gets a line for each operation, with the response of Strapi. */
  readonly log?: string | undefined
}

/** Sends random operations to Strapi and to the server of a copy of its database, and requires the same results. */
export async function compareRandomWrites(name: DatabaseName, options: RandomWrites, report: Report): Promise<void> {
  report.say(`\nrandom writes, ${name}, seed ${options.seed}`)
  await withPair(name, report.say, async (pair) => {
    const ids = await withBoth(pair, (both) => sendOperations(both, name, options, report))
    await requireSameRows(pair, ids, name, report)
    await requireStrapiBoots(pair.ours, await recordedVersions[5].loadModel(), name, report)
  })
}

async function sendOperations(
  { toTheirs, toOurs }: Both,
  name: DatabaseName,
  { seed, operations, log }: RandomWrites,
  report: Report,
): Promise<KnownIds> {
  const registry = await recordedVersions[5].loadModel()
  const random = new Random(seed)
  const known = new KnownDocuments()
  const leftOut = new LeftOut()
  const drawing = new OperationDrawing({ random, registry, known, leftOut, dialect: name }, name === 'postgres')
  await known.load(toTheirs, drawing.types)
  const ids = new KnownIds()
  const comparison = new ResponseComparison(registry, ids, name === 'postgres')
  const counts = new Map<string, number>()
  const first = await deletionsOfLinked(toTheirs, drawing.types)
  for (let n = 0; n < operations; n++) {
    const operation = first[n] ?? drawing.draw()
    const theirs = await send(toTheirs, ids.forTheirs(operation))
    const ours = await send(toOurs, ids.forOurs(operation))
    if (log !== undefined) appendFileSync(log, `${JSON.stringify({ operation, theirs })}\n`)
    const key = `${operation.method} ${theirs.status}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    drawing.learn(operation, theirs.status, theirs.body)
    const differences = comparison.differences(operation, theirs, ours)
    if (differences.length === 0) report.pass()
    else report.fail(describe(n, ids.forTheirs(operation), differences))
  }
  report.say(
    `  ${operations} operations: ${[...counts]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([key, count]) => `${key}: ${count}`)
      .join(', ')}`,
  )
  report.say(`  ${ids.shifted} rows with other ids`)
  report.say('  Drawn and not sent:')
  for (const line of leftOut.lines) report.say(`    ${line}`)
  return ids
}

/**
 * Returns the deletions of the recorded documents that link versions as entries of any type: Strapi loses these
 * links when the versions are replaced.
 */
async function deletionsOfLinked(server: HttpClient, types: readonly ContentType[]): Promise<readonly Operation[]> {
  const operations: Operation[] = []
  for (const type of types) {
    if (!Object.values(type.declared).some((link) => link.type === 'relation' && link.target === undefined)) continue
    const { text } = await server.get(pathOf(type), 'full')
    const { data } = JSON.parse(text) as { readonly data: readonly { readonly documentId: string }[] }
    for (const { documentId } of data)
      operations.push({ method: 'DELETE', path: pathOf(type, documentId), uid: type.uid })
  }
  return operations
}

async function requireSameRows(
  { theirs, ours }: ProjectPair,
  ids: KnownIds,
  name: DatabaseName,
  report: Report,
): Promise<void> {
  const registry = await recordedVersions[5].loadModel()
  const { rows, differences } = await compareRows(registry, ids, theirs.database, ours.database)
  for (const [table, lines] of differences) {
    report.fail(
      `${name}: ${lines.length} rows of ${table} differ${lines
        .slice(0, 40)
        .map((line) => `\n    ${line.slice(0, 500)}`)
        .join('')}`,
    )
  }
  report.check(differences.size === 0, `${name}: the same ${rows} rows in all tables of content`)
}

async function send(client: HttpClient, { method, path, body }: Operation): Promise<ComparedResponse> {
  const { status, text } = await client.send({ method, path, caller: 'full', ...(body !== undefined && { body }) })
  return { status, body: text === '' ? null : jsonOr(text) }
}

const describe = (n: number, { method, path, body }: Operation, differences: readonly string[]) =>
  [`${n}: ${method} ${decodeURIComponent(path)} ${JSON.stringify(body) ?? ''}`, ...differences.slice(0, 4)].join(
    '\n    ',
  )
