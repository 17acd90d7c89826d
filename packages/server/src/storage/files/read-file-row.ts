import type { ContentType } from '@content-api/model'
import type { Row, WriteTransaction } from '../database.js'
import { quote } from '../names.js'
import { run } from '../write/bound.js'

/** Where the content of a file is kept. */
export interface FileRow {
  readonly hash: string
  readonly ext: string
  readonly mime: string
  readonly provider: string
  /** Its smaller forms, by name. */
  readonly formats: Readonly<Record<string, { readonly hash?: string; readonly ext?: string }>>
}

/** Null when there is no such record. */
export async function readFileRow(tx: WriteTransaction, { uid }: ContentType, id: number): Promise<FileRow | null> {
  const layout = tx.layout.schema(uid)
  const columns = ['hash', 'ext', 'mime', 'provider', 'formats'].map((name) => quote(layout.column(name)))
  const [row] = await run(
    tx,
    (builder) => `SELECT ${columns.join(', ')} FROM ${quote(layout.table)} WHERE "id" = ${builder.bind('id', id)}`,
  )
  if (!row) return null
  const text = (name: string) => String(row[layout.column(name)] ?? '')
  return {
    hash: text('hash'),
    ext: text('ext'),
    mime: text('mime'),
    provider: text('provider'),
    formats: parseFormats(row[layout.column('formats')]),
  }
}

/** SQLite's driver returns JSON as a string, PostgreSQL's returns the value. */
function parseFormats(stored: Row[string] | undefined): FileRow['formats'] {
  const value: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored
  return typeof value === 'object' && value !== null ? (value as FileRow['formats']) : {}
}
