import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { openReadOnlyDatabase, type ReadDatabase } from '@content-api/engine/database'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import { splitVersion } from '../../../engine/src/plan/entry-version.js'
import type { JsonText } from '../../../engine/src/plan/json-text.js'
import { type PlanShape, shapeOfPlan } from '../../../engine/src/plan/plan-shape.js'
import type { ReadId, ReadPlan } from '../../../engine/src/plan/read-plan.js'
import type { DialectName } from '../../../engine/src/layout/value-formats.js'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'
import { newDatabases, postgresDatabase } from '../../../../tests/support/postgres.js'
import { type ContentApi, importStrapi } from '../../src/index.js'
import { type Exchange, readExchanges } from '../replay/exchange.js'
import { recordings } from '../replay/recordings.js'
import { isRecord } from '../replay/request-target.js'
import { startServer } from '../replay/server.js'
import { Session } from '../replay/session.js'
import { fillPostgres, switchToWal, writeSqlite } from '../strapi-content/sources.js'

const folder = mkdtempSync(join(tmpdir(), 'content-api-same-reads-'))
cleanUpAfterFile(() => rmSync(folder, { recursive: true, force: true }))

/** Values that Strapi stores in another way than our own tables, as they are in our own responses and in Strapi's. */
const storedDifferently: Readonly<Record<DialectName, Readonly<Record<string, (own: string) => string>>>> = {
  sqlite: {
    'big integers beyond 2^53 are rounded when they are read': (own) =>
      own.replaceAll(/"(-?\d{16,19})"/g, (_, digits: string) => JSON.stringify(String(Number(digits)))),
  },
  postgres: {
    'times have no zeros at the end': (own) =>
      own.replaceAll(/"(\d\d:\d\d:\d\d)(\.\d{3})"/g, (_, time: string, fraction: string) =>
        JSON.stringify(`${time}${fraction.replace(/\.?0+$/, '')}`),
      ),
  },
}

/** Strapi's own database, and a copy of its content that `importStrapi` can read. */
async function strapiDatabase(dialect: DialectName): Promise<string> {
  if (dialect === 'sqlite') {
    const file = await writeSqlite(folder)
    await switchToWal(file)
    return file
  }
  const url = await fillPostgres((await postgresDatabase()).connection.url)
  await sortByCodePoint(url)
  return url
}

/** Our own tables sort by code point, those of Strapi by the collation of the database. */
async function sortByCodePoint(url: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(`DO $$ DECLARE statement text; BEGIN
      FOR statement IN SELECT format('ALTER TABLE %I ALTER %I TYPE %s COLLATE "C"', table_name, column_name, data_type)
        FROM information_schema.columns WHERE table_schema = 'public' AND data_type IN ('text', 'character varying')
      LOOP EXECUTE statement; END LOOP; END $$`)
  } finally {
    await client.end()
  }
}

const openStrapi = ({ registry }: ContentApi, dialect: DialectName, source: string): Promise<ReadDatabase> =>
  openReadOnlyDatabase({
    registry,
    layout: createStrapiLayout(registry, { dialect, timeZone: 'UTC' }),
    connection: dialect === 'sqlite' ? { dialect, file: source } : { dialect, url: source },
  })

/** The recorded reads that Strapi answered with 200, each once. */
async function recordedReads(): Promise<Exchange[]> {
  const reads = new Map<string, Exchange>()
  for (const file of recordings) {
    for (const exchange of await readExchanges(file)) {
      const { method, path, role, body, headers, form, response } = exchange
      const isQuery = path.startsWith('/graphql') && !form && !JSON.stringify(body ?? '').includes('mutation')
      const isRead = method === 'GET' || isQuery
      const succeeds = response?.status === 200 && !(isRecord(response.body) && 'errors' in response.body)
      if (isRead && succeeds) reads.set(JSON.stringify([method, path, role, body, headers]), exchange)
    }
  }
  return [...reads.values()]
}

/** The number of requests that are sent at the same time. */
const clients = 6

interface Difference {
  readonly plan: PlanShape
  readonly own: string
  readonly strapi: string
}

describe.each(newDatabases)('on %s', (name, newDatabase) => {
  it('every recorded read returns the same bytes from the tables of Strapi as from our own', async () => {
    const source = await strapiDatabase(name)
    const different: Difference[] = []
    const kinds = new Set<string>()
    const compared = new Set<string>()
    let strapi: ReadDatabase | undefined
    const compare = async (plan: ReadPlan, id: ReadId | undefined, own: JsonText | null) => {
      const theirs = (await strapi?.read(plan, id)) ?? null
      // The tables of Strapi have no versions of entries.
      let expected = String(own && splitVersion(own).text)
      for (const [kind, asStored] of Object.entries(storedDifferently[name])) {
        const stored = asStored(expected)
        if (stored !== expected) kinds.add(kind)
        expected = stored
      }
      if (expected !== String(theirs))
        different.push({ plan: shapeOfPlan(plan), own: expected, strapi: String(theirs) })
    }
    const server = await startServer((await newDatabase()).connection, {
      seedWith: async (api) => {
        await importStrapi(api, source)
        strapi = await openStrapi(api, name, source)
        const { database } = api
        const read = database.read.bind(database)
        database.read = async (readable, id, options) => {
          const own = await read(readable, id, options)
          if ('sql' in readable) return own
          const plan = 'plan' in readable ? readable.plan : readable
          const key = JSON.stringify([plan, id])
          if (!compared.has(key)) await compare(plan, id, own)
          compared.add(key)
          return own
        }
      },
    })
    try {
      const session = new Session(server.port, server.nextMailCode)
      const reads = (await recordedReads()).values()
      const client = async () => {
        for (const exchange of reads) await session.send(exchange)
      }
      await Promise.all(Array.from({ length: clients }, client))
    } finally {
      await server.close()
      await strapi?.close()
    }
    expect(different).toEqual([])
    expect(compared.size).toBeGreaterThan(700)
    expect([...kinds]).toEqual(Object.keys(storedDifferently[name]))
  })
})
