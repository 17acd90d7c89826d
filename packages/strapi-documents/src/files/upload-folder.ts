import { readStrapiSetting } from '@content-api/strapi-tables/accounts'
import { storeSetting } from '@content-api/strapi-tables/schema'
import type { AnyTransaction } from '@content-api/engine/database'
import { isRecord } from '@content-api/model'
import { lockTexts, quote, rowId, run } from '@content-api/engine/write'
import type { DocumentWriter } from '../documents/write-documents.js'

/** A folder of the media library. */
interface Folder {
  readonly id: number
  /** The ids of the folders around it and its own, such as `/1/2`. */
  readonly path: string
}

const folderType = 'plugin::upload.folder'

/** Where Strapi notes the folder of files that clients upload. */
const noted = 'plugin_upload_api-folder'

/** The name of that folder. If people have one with this name, it gets a number. */
const folderName = 'API Uploads'

/** Returns the folder of files that clients upload. The first upload creates it, as in Strapi. */
export async function folderOfUploads(tx: AnyTransaction, writer: DocumentWriter): Promise<Folder> {
  const found = await findNoted(tx)
  if (found) return found
  // Two first uploads at once create one folder.
  await lockTexts(tx, [noted])
  return (await findNoted(tx)) ?? createFolder(tx, writer)
}

async function findNoted(tx: AnyTransaction): Promise<Folder | null> {
  const value = await readStrapiSetting(tx, noted)
  const id = isRecord(value) ? Number(value['id']) : Number.NaN
  if (!Number.isSafeInteger(id)) return null
  const layout = tx.layout.schema(folderType)
  const [row] = await run(
    tx,
    (builder) =>
      `SELECT ${quote(layout.column('path'))} AS "found" FROM ${quote(layout.table)} WHERE ${rowId} = ${builder.bind('id', id)}`,
  )
  return row ? { id, path: String(row['found']) } : null
}

async function createFolder(tx: AnyTransaction, writer: DocumentWriter): Promise<Folder> {
  const layout = tx.layout.schema(folderType)
  const table = quote(layout.table)
  const [last] = await run(
    tx,
    () => `SELECT coalesce(max(${quote(layout.column('pathId'))}), 0) AS "last" FROM ${table}`,
  )
  const taken = await run(tx, () => `SELECT ${quote(layout.column('name'))} AS "found" FROM ${table}`)
  const names = new Set(taken.map((row) => row['found']))
  let name = folderName
  for (let number = 1; names.has(name); number++) name = `${folderName} (${number})`
  const pathId = Number(last?.['last']) + 1
  const path = `/${pathId}`
  const type = tx.registry.contentType(folderType)
  const { id } = await writer.create({ type, locale: null }, { name, pathId, path }, 'published')
  await storeSetting(tx, noted, { id })
  return { id, path }
}
