import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadProject } from '@content-api/model'
import { afterAll, describe, expect, it } from 'vitest'
import { postgresDatabase } from '../../../../tests/support/postgres.js'
import { differences } from '../replay/compare.js'
import { type Exchange, readExchanges } from '../replay/exchange.js'
import { recordings } from '../replay/recordings.js'
import { fillPostgres, switchToWal, writeSqlite } from '../strapi-content/sources.js'
import { openRecordedReader, recordedModel } from './recorded-reads.js'
import type { DatabaseAddress } from './recorded-rows.js'

const folder = mkdtempSync(join(tmpdir(), 'content-api-beside-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const databases = [
  ['sqlite', async () => ({ dialect: 'sqlite', file: await withWal(await writeSqlite(folder)) })],
  [
    'postgres',
    async () => ({ dialect: 'postgres', url: await fillPostgres((await postgresDatabase()).connection.url) }),
  ],
] as const satisfies readonly (readonly [string, () => Promise<DatabaseAddress>])[]

async function withWal(file: string): Promise<string> {
  await switchToWal(file)
  return file
}

interface Response {
  readonly id: string
  readonly status: number
  readonly body?: unknown
}

/** The recorded responses of Strapi on PostgreSQL that differ from those on SQLite. */
const onPostgres: readonly Response[] = readFileSync(new URL('../oracle/postgres-reads.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Response)

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Returns the reads before the first write, with their responses on a database. */
async function recordedReads(database: 'sqlite' | 'postgres'): Promise<(readonly [Exchange, Response])[]> {
  const files = await Promise.all(recordings.map(readExchanges))
  const reads = files.flatMap((exchanges) => {
    const write = exchanges.findIndex(
      ({ method, path, response }) => writes.has(method) && path !== '/graphql' && (response?.status ?? 200) < 300,
    )
    return exchanges.slice(0, write === -1 ? undefined : write).filter(({ method }) => method === 'GET')
  })
  return reads.flatMap((exchange) => {
    const { id, response } = exchange
    const other = database === 'postgres' ? onPostgres.find((one) => one.id === id) : undefined
    return response ? [[exchange, other ?? { ...response, id }] as const] : []
  })
}

describe('recorded reads on the tables of Strapi', () => {
  it.each(databases)('have the responses of Strapi or are forwarded, on %s', async (database, address) => {
    const reader = await openRecordedReader(await loadProject(recordedModel), await address())
    const different: object[] = []
    let [served, successful] = [0, 0]
    for (const [exchange, { status, body }] of await recordedReads(database)) {
      const read = await reader.read(exchange)
      if (!read) continue
      if (status === 200) successful++
      if ('forwarded' in read) continue
      served++
      const found = differences({ status, body, headers: {} }, { status: 200, body: read.body, headers: {} })
      if (found.length > 0) different.push({ id: exchange.id, path: exchange.path, found })
    }
    await reader.close()
    expect(different).toEqual([])
    expect(successful).toBeGreaterThan(380)
    expect(served / successful).toBeGreaterThan(0.8)
    process.stdout.write(`${database}: ${served} of ${successful} recorded reads are served\n`)
  })
})
