import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadProject, type Registry, withDocuments } from '@content-api/model'
import { Client } from 'pg'
import type { DialectName } from '../../../../engine/src/layout/value-formats.js'
import { onSqlite } from '../recorded-rows.js'

/** The folder of the recorded project of Strapi 5.54: its schema files. */
export const recordedProject = fileURLToPath(new URL('../../../../sdk/test/fixtures/strapi5/project', import.meta.url))

export const loadRecordedModel = async (): Promise<Registry> => withDocuments(await loadProject(recordedProject))

const data = (name: string) => readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8')

/** Creates the database that the recorded Strapi 5.54 filled: a SQLite file in WAL mode in `folder`. */
export const fillSqlite = async (folder: string) => ({ dialect: 'sqlite', file: await writeSqlite(folder) }) as const

/** Writes that file. Returns its path. */
export async function writeSqlite(folder: string): Promise<string> {
  const file = join(folder, 'strapi5.db')
  await onSqlite(file, async (query) => {
    await query('PRAGMA journal_mode = WAL')
    await query('BEGIN')
    for (const statement of data('sqlite.sql').split(/;\n/)) {
      if (statement.trim() !== '') await query(statement)
    }
    await query('COMMIT')
  })
  return file
}

/** Fills an empty PostgreSQL database in the same way. */
export async function fillPostgres(url: string) {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(data('postgres.sql'))
  } finally {
    await client.end()
  }
  return { dialect: 'postgres', url } as const
}

/** A recorded read of Strapi 5.54 and its body on both databases. Null: another status than 200. */
export interface RecordedRead {
  readonly id: string
  readonly path: string
  readonly role: string
  readonly sqlite: unknown
  /** Absent: the same as on SQLite. */
  readonly postgres?: unknown
}

/** Returns the recorded reads with their bodies on a database; null for another status than 200. */
export function recordedReads(dialect: DialectName): readonly (RecordedRead & { readonly body: unknown })[] {
  const reads = data('reads.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedRead)
  return reads.map((read) => {
    const { sqlite, postgres = sqlite } = read
    return { ...read, body: dialect === 'sqlite' ? sqlite : postgres }
  })
}

/** A recorded request of GraphQL with the body of the response on both databases. Null: a response with errors. */
export interface RecordedQuery {
  readonly id: string
  readonly role: string
  readonly operation: object
  readonly sqlite: string | null
  /** Absent: the same as on SQLite. */
  readonly postgres?: string | null
}

/** Returns the recorded requests of GraphQL with their bodies on a database. */
export function recordedQueries(dialect: DialectName): readonly (RecordedQuery & { readonly body: string | null })[] {
  const queries = data('queries.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedQuery)
  return queries.map((query) => {
    const { sqlite, postgres = sqlite } = query
    return { ...query, body: dialect === 'sqlite' ? sqlite : postgres }
  })
}
