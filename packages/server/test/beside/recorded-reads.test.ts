import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'
import { postgresDatabase } from '../../../../tests/support/postgres.js'
import { type Beside, openBeside } from '@content-api/strapi-reads/open-beside'
import { differences } from '../replay/compare.js'
import type { Exchange, JsonResponse } from '../replay/exchange.js'
import { Session } from '../replay/session.js'
import { switchToWal } from '../strapi-content/sources.js'
import { isRead, readUnchanged } from './exchange-kinds.js'
import { type DatabaseName, recordedSecrets } from './recorded-project.js'
import { percent } from './report.js'
import { writeServedProject, writeServedProjectOnPostgres } from './served-project.js'

/** A recorded request, with the response that Strapi gave on the database of the test. */
interface Recorded {
  readonly exchange: Exchange
  readonly response: JsonResponse
}

/** The recorded responses of Strapi on PostgreSQL that differ from those on SQLite. */
const onPostgres: ReadonlyMap<string, Pick<JsonResponse, 'status' | 'body'>> = new Map(
  readFileSync(new URL('../oracle/postgres-reads.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly id: string; readonly status: number; readonly body?: unknown })
    .map(({ id, ...response }) => [id, response]),
)

/** Returns the reads of the recorded content, and a write for each method and route. */
async function recordedOn(database: DatabaseName): Promise<Recorded[]> {
  const { reads, others } = await readUnchanged()
  const writes = new Map(others.filter((one) => !isRead(one)).map((one) => [routeOf(one), one]))
  return [...reads, ...writes.values()].flatMap((exchange) => {
    if (!exchange.response) return []
    const other = database === 'postgres' ? onPostgres.get(exchange.id) : undefined
    return [{ exchange, response: other ? { headers: exchange.response.headers, ...other } : exchange.response }]
  })
}

/** GraphQL has one route, so that its documents count as routes. */
const routeOf = ({ method, path, body }: Exchange) =>
  path === '/graphql' ? JSON.stringify(body) : `${method} ${path.replace(/\?.*/, '').replaceAll(/\d+/g, '0')}`

/** The header that names an exchange to the server in place of Strapi. */
const nameHeader = 'x-exchange'

/** Starts a server in place of Strapi that sends the recorded responses. */
async function startUpstream(recorded: readonly Recorded[]): Promise<string> {
  const responses = new Map(recorded.map(({ exchange, response }) => [exchange.id, response]))
  const server = createServer((message, response) => {
    const { status, headers, body } = responses.get(String(message.headers[nameHeader])) as JsonResponse
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
    // Placeholders in the recorded body have changed its length.
    const { 'content-length': _, ...others } = headers
    message.resume().once('end', () => response.writeHead(status, others).end(text))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleanUpAfterFile(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Headers of a connection, and those whose values belong to one response. */
const uncompared = new Set(['content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Returns the headers of Strapi that are missing or have another value. This server adds some. */
function differentHeaders(theirs: JsonResponse, ours: JsonResponse): string[] {
  return Object.entries(theirs.headers)
    .filter(([name, value]) => !uncompared.has(name) && ours.headers[name] !== value)
    .map(([name, value]) => `header ${name}: ${ours.headers[name]}, Strapi ${value}`)
}

/** Opens the server beside Strapi, which compares nothing itself. */
async function openOn(database: DatabaseName, strapi: string): Promise<Beside> {
  const project = mkdtempSync(join(tmpdir(), 'content-api-recorded-'))
  cleanUpAfterFile(() => rmSync(project, { recursive: true, force: true }))
  if (database === 'sqlite') await switchToWal(await writeServedProject(project))
  else await writeServedProjectOnPostgres(project, (await postgresDatabase()).connection.url)
  return openBeside({
    project,
    overrides: { log: { level: 'silent' }, beside: { strapi, verify: false, timeZone: 'UTC' } },
  })
}

/** The least share of the successful reads that this server must serve itself. */
const leastServed = 0.8

const isSuccessful = (method: string, { status, body }: JsonResponse) =>
  status === 200 && method !== 'HEAD' && (body as { readonly errors?: unknown } | undefined)?.errors === undefined

/** Requests that are sent at the same time. */
const concurrent = 8

/** Sends all requests, and passes each response to `judge`. */
async function sendAll(
  recorded: readonly Recorded[],
  url: string,
  judge: (one: Recorded, answer: JsonResponse) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const noMail = () => Promise.resolve(undefined)
  const session = new Session(Number(new URL(url).port), noMail, recordedSecrets.jwt, agent)
  const left = [...recorded]
  const worker = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const { exchange } = next
      judge(next, await session.send({ ...exchange, headers: { ...exchange.headers, [nameHeader]: exchange.id } }))
    }
  }
  await Promise.all(Array.from({ length: concurrent }, worker))
  agent.destroy()
}

describe('recorded exchanges, with the recorded responses in place of Strapi', () => {
  it.each(['sqlite', 'postgres'] as const)('have the responses of Strapi, on %s', async (database) => {
    const recorded = await recordedOn(database)
    const beside = await openOn(database, await startUpstream(recorded))
    const { url } = await beside.listen({ host: '127.0.0.1', port: 0 })
    const different: object[] = []
    const counts = { reads: 0, successful: 0, served: 0 }
    await sendAll(recorded, url, ({ exchange, response }, answer) => {
      const { id, method, path, rawLimit } = exchange
      const isServed = answer.headers['x-served-by'] === 'content-api'
      const expected = { ...response, ...(rawLimit !== undefined && { rawLimit }) }
      const found = [...differences(expected, answer, exchange), ...differentHeaders(response, answer)]
      // A write that changes nothing could have the expected response.
      if (isServed && !isRead(exchange)) found.push('a write was not forwarded')
      if (found.length > 0) different.push({ id, path, isServed, found })
      if (!isRead(exchange)) return
      counts.reads++
      if (!isSuccessful(method, response)) return
      counts.successful++
      if (isServed) counts.served++
    })
    await beside.close()
    const { reads, successful, served } = counts
    process.stdout.write(
      `${database}: ${reads} recorded reads, ${recorded.length - reads} writes, served ${percent(served, successful)}\n`,
    )
    expect(different).toEqual([])
    expect(successful).toBeGreaterThan(900)
    expect(served / successful).toBeGreaterThanOrEqual(leastServed)
  })
})
