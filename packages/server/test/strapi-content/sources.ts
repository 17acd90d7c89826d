import { createCipheriv, scryptSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { Client } from 'pg'
import sqlite3 from 'sqlite3'
import { type Headers, pack } from 'tar-stream'

/** The content on which the exchanges in `oracle` were recorded, as Strapi 4.26.2 exported and stored it. */
const data = (name: string) => readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8')

export interface TarEntry {
  readonly name: string
  readonly content: string | Buffer
  readonly header?: Partial<Headers>
}

/** The files of `strapi export`, in its order. */
export function exportedEntries(): TarEntry[] {
  const uploads = Object.entries(JSON.parse(data('uploads.json')) as Record<string, string>)
  return [
    { name: 'schemas/schemas_00001.jsonl', content: data('schemas.jsonl') },
    { name: 'entities/entities_00001.jsonl', content: data('entities.jsonl') },
    ...uploads.flatMap(([name, base64]) => [
      { name: `assets/metadata/${name}.json`, content: '{}' },
      { name: `assets/uploads/${name}`, content: Buffer.from(base64, 'base64') },
    ]),
    { name: 'links/links_00001.jsonl', content: data('links.jsonl') },
    { name: 'configuration/configuration_00001.jsonl', content: data('configuration.jsonl') },
    { name: 'metadata.json', content: data('metadata.json') },
  ]
}

/** Writes the uploaded files, as `public/uploads` of a Strapi project. */
export function writeUploads(folder: string): string {
  const uploads = join(folder, 'public')
  mkdirSync(uploads)
  for (const { name, content } of exportedEntries()) {
    if (name.startsWith('assets/uploads/')) writeFileSync(join(uploads, basename(name)), content)
  }
  return uploads
}

export async function packTar(entries: readonly TarEntry[]): Promise<Buffer> {
  const tar = pack()
  for (const { name, content, header } of entries) tar.entry({ name, ...header }, content as string)
  tar.finalize()
  return buffer(tar)
}

/** Encrypts like `strapi export --key`. */
export function encrypt(bytes: Buffer, key: string): Buffer {
  const cipher = createCipheriv('aes-128-ecb', scryptSync(key, '', 16), null)
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}

/** Writes an archive. The extension selects whether it is compressed. */
export async function writeArchive(folder: string, name: string, entries = exportedEntries()): Promise<string> {
  const tar = await packTar(entries)
  const file = join(folder, name)
  writeFileSync(file, name.includes('.gz') ? gzipSync(tar) : tar)
  return file
}

export async function writeSqlite(folder: string, more = ''): Promise<string> {
  const file = join(folder, 'strapi.db')
  const handle = new sqlite3.Database(file)
  const run = (sql: string) =>
    new Promise<void>((resolve, reject) => handle.exec(sql, (error) => (error ? reject(error) : resolve())))
  await run(`BEGIN; ${data('sqlite.sql')}; ${more}; COMMIT`)
  await new Promise<void>((resolve) => handle.close(() => resolve()))
  return file
}

export async function fillPostgres(url: string, more = ''): Promise<string> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(`${data('postgres.sql')}; ${more}`)
  } finally {
    await client.end()
  }
  return url
}

/** Every row of every table as one string, which must be equal before and after an import. */
export async function contentOfPostgres(url: string): Promise<string> {
  const client = new Client(url)
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
    )
    const texts: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT t::text AS row FROM "${name}" t ORDER BY id, xmin::text`,
      )
      texts.push(name, ...rows.map(({ row }) => row))
    }
    return texts.join('\n')
  } finally {
    await client.end()
  }
}

/** Gives a SQLite file a write-ahead log, which stays in the file. */
export async function switchToWal(file: string): Promise<void> {
  const handle = new sqlite3.Database(file)
  await new Promise<void>((resolve, reject) =>
    handle.exec('PRAGMA journal_mode = WAL', (error) => (error ? reject(error) : resolve())),
  )
  await new Promise<void>((resolve) => handle.close(() => resolve()))
}
