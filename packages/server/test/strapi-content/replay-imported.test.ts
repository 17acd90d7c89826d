import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type ContentApi, importStrapi } from '../../src/index.js'
import { type Exchange, readExchanges } from '../replay/exchange.js'
import { recordings } from '../replay/recordings.js'
import { replay } from '../replay/replay.js'
import { rules } from '../replay/rules.js'
import type { Seed } from '../replay/seed.js'
import { seedTokens } from '../replay/server.js'
import type { Verdict } from '../replay/verdict.js'
import { newDatabases, postgresDatabase } from '../../../../tests/support/postgres.js'
import { fillPostgres, writeArchive, writeSqlite } from './sources.js'

const folder = mkdtempSync(join(tmpdir(), 'content-api-imported-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** `pnpm verify:long` replays everything on all three sources. */
const everything = process.env['STRAPI_REPLAY'] === 'all'

const sources = {
  archive: () => writeArchive(folder, 'export.tar.gz'),
  sqlite: () => writeSqlite(mkdtempSync(join(folder, 'sqlite-'))),
  postgres: async () => fillPostgres((await postgresDatabase()).connection.url),
} as const

type SourceName = keyof typeof sources

/** Exchanges that differ because the source lacks data, and the missing data. */
const lacking: Readonly<Record<SourceName, Readonly<Record<string, string>>>> = {
  archive: {
    'more.t-big-eq': 'the archive has rounded the big integer',
    'more.r-cat-creator': 'an archive has no creators',
  },
  sqlite: {},
  postgres: Object.fromEntries(
    ['env.specimen-2', 'filter.type.dec-eq2', 'gqlx.p.specimen', 'more.list-specimens'].map((id) => [
      id,
      'Strapi keeps decimals as numeric(10,2) on PostgreSQL: a larger one was cut there',
    ]),
  ),
}

const seedFrom = (name: SourceName) => async (api: ContentApi, seed: Seed) => {
  await importStrapi(api, await sources[name]())
  // An archive has no API tokens.
  if (name === 'archive') await seedTokens(api, seed)
}

/** Every fifth read before the first write. Later exchanges depend on writes. */
function sample(exchanges: readonly Exchange[]): Exchange[] {
  const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
  const firstWrite = exchanges.findIndex(
    ({ method, response }) => writes.has(method) && (response?.status ?? 200) < 300,
  )
  return exchanges.slice(0, firstWrite).filter(({ method }, index) => method === 'GET' && index % 5 === 0)
}

const cases = newDatabases.flatMap(([database, newDatabase]) =>
  (Object.keys(sources) as SourceName[])
    .filter((name) => everything || (name === 'archive' && database === 'sqlite'))
    .map((name) => [name, database, newDatabase] as const),
)

describe('recorded exchanges on imported content', () => {
  it.each(cases)(
    'have the expected responses, from the source %s into %s',
    { timeout: 900_000 },
    async (name, _, newDatabase) => {
      const differing: Verdict[] = []
      let judged = 0
      for (const file of everything ? recordings : recordings.slice(0, 1)) {
        const { connection } = await newDatabase()
        const all = await readExchanges(file)
        const exchanges = everything ? all : sample(all)
        for await (const verdict of replay(exchanges, { connection, rules, variant: { seedWith: seedFrom(name) } })) {
          if (!('verdict' in verdict)) continue
          judged++
          if (verdict.verdict === 'differ') differing.push(verdict)
        }
      }
      expect(judged).toBeGreaterThan(50)
      expect(differing.filter(({ id }) => !Object.hasOwn(lacking[name], id))).toEqual([])
    },
  )
})
