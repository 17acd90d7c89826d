import { rowId } from '../layout/columns.js'
import { type ContentType, isRecord } from '@content-api/model'
import type { AnyTransaction, Row } from '../database/database.js'
import type { SchemaLayout } from '../layout/layout.js'
import { quote } from '../layout/names.js'
import { run } from '../write/run.js'

/** The properties of a file's row that locate the stored content. */
export interface FileRow {
  readonly hash: string
  readonly ext: string
  readonly mime: string
  readonly provider: string
  /** Differs between the states of the row before and after a replacement of the content. */
  readonly version: string
  /** The file's smaller formats, by name. */
  readonly formats: Readonly<Record<string, { readonly hash?: string; readonly ext?: string }>>
  /** The attributes that describe the file and its place, by name. */
  readonly record: Readonly<Record<string, unknown>>
}

/** The attributes that change with each replacement. */
const versioned = ['hash', 'ext', 'mime', 'provider', 'formats', 'size', 'updatedAt']

const described = ['name', 'alternativeText', 'caption', 'width', 'height', 'url', 'previewUrl', 'provider_metadata']

/** Reads the row of a file, and locks it until the transaction ends. Returns null when it doesn't exist. */
export async function readFileRow(tx: AnyTransaction, { uid }: ContentType, id: number): Promise<FileRow | null> {
  const layout = tx.layout.schema(uid)
  const { rowLock } = tx.dialect
  const [row] = await run(
    tx,
    (builder) => `${selectFiles(layout)} WHERE ${rowId} = ${builder.bind('id', id)} ${rowLock}`,
  )
  return row ? toFileRow(layout, row) : null
}

export async function readFileRows(tx: AnyTransaction, { uid }: ContentType): Promise<FileRow[]> {
  const layout = tx.layout.schema(uid)
  const rows = await tx.query({ sql: selectFiles(layout), values: [] })
  return rows.map((row) => toFileRow(layout, row))
}

/** Returns the keys under which a file and its smaller formats are stored. */
export function storedKeys({ hash, ext, formats }: FileRow): string[] {
  return [hash + ext, ...Object.values(formats).map((form) => `${form.hash ?? ''}${form.ext ?? ''}`)]
}

function selectFiles(layout: SchemaLayout): string {
  const columns = [...versioned, ...described].map((name) => quote(layout.column(name)))
  return `SELECT ${rowId}, ${columns.join(', ')} FROM ${quote(layout.table)}`
}

function toFileRow(layout: SchemaLayout, row: Row): FileRow {
  const text = (name: string) => String(row[layout.column(name)] ?? '')
  const value = (name: string) => row[layout.column(name)]
  const formats = parseJson(value('formats'))
  const values = [...versioned, ...described].filter((name) => name !== 'updatedAt').map((name) => [name, value(name)])
  return {
    hash: text('hash'),
    ext: text('ext'),
    mime: text('mime'),
    provider: text('provider'),
    version: JSON.stringify(versioned.map(value)),
    // Imported records may have any value as a format.
    formats: Object.fromEntries(Object.entries(formats ?? {}).filter(([, form]) => isRecord(form))),
    record: {
      id: Number(row['id']),
      ...Object.fromEntries(values),
      size: Number(value('size')),
      formats,
      provider_metadata: parseJson(value('provider_metadata')),
    },
  }
}

/** SQLite's driver returns JSON as a string, PostgreSQL's returns the value. Returns null unless it is an object. */
function parseJson(stored: Row[string] | undefined): FileRow['formats'] | null {
  const value: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored
  return typeof value === 'object' && value !== null ? (value as FileRow['formats']) : null
}
