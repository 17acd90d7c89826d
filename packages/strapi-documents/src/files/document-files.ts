import { type ContentType, isRecord } from '@content-api/model'
import { ApiError, validationError } from '@content-api/engine/errors'
import type { AnyDatabase, AnyTransaction } from '@content-api/engine/database'
import { fileType, listOf, type JsonText, type Values } from '@content-api/engine/plan'
import type { FileRecords, FileResponse } from '@content-api/capabilities/uploads/file-records'
import { type Caller, unrestricted } from '@content-api/core/entries/caller'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import { planRow, planRows } from '@content-api/strapi-reads/rest5/plan-rows'
import { partOfRows, signed } from '@content-api/strapi-reads/accounts/plugin-reads5'
import { findRowDocument } from '@content-api/strapi-tables/accounts'
import type { WriteScope } from '../documents/context.js'
import { DocumentWriter } from '../documents/write-documents.js'
import { attachToRow } from './attach-files.js'
import { folderOfUploads } from './upload-folder.js'

/** The kinds of files that `upload.config.security` of `config/plugins` allows and denies, such as `image/*`. */
export interface AllowedTypes {
  readonly allowed: readonly string[] | null
  readonly denied: readonly string[]
}

interface DocumentFilesOptions {
  readonly database: AnyDatabase
  readonly context: (can: Can) => PlanContext
  /** Returns what writes depend on, such as the hooks of rows. */
  readonly writeScope: (caller: Caller) => WriteScope
  readonly types: AllowedTypes
}

/** Returns the records of files in the tables of Strapi 5, where they are documents like all content. */
export function createDocumentFiles({ database, context, writeScope, types }: DocumentFilesOptions): FileRecords {
  // With the folder, which projects don't see.
  const type = database.registry.contentType(fileType)
  const writer = (tx: AnyTransaction, caller: Caller) => new DocumentWriter(tx, silent(writeScope(caller)))
  const insert = async (tx: AnyTransaction, record: Values, caller: Caller): Promise<number> => {
    const { id: folder, path: folderPath } = await folderOfUploads(tx, writer(tx, unrestricted))
    return (await writer(tx, caller).create({ type, locale: null }, { ...record, folder, folderPath }, 'published')).id
  }
  const apply = async (id: number, tx: AnyTransaction, record: Values, caller: Caller): Promise<boolean> => {
    const documentId = await findRowDocument(tx, fileType, id)
    if (documentId === null) return false
    await writer(tx, caller).update({ type, documentId, locale: null }, record, 'published')
    return true
  }
  return {
    planResponse(_query, caller) {
      // Strapi ignores the query of an upload.
      return responseOf(type, context(caller.can))
    },
    planCreate(record, caller) {
      rejectType(String(record['mime']), types)
      checkFocalPoint(record['focalPoint'])
      return { insert: (tx) => insert(tx, record, caller) }
    },
    planUpdate(record, caller) {
      checkFocalPoint(record['focalPoint'])
      return { apply: (id, tx) => apply(id, tx, record, caller) }
    },
    async delete(id, caller, tx) {
      const documentId = await findRowDocument(tx, fileType, id)
      if (documentId !== null) await writer(tx, caller).delete(type, documentId, null)
    },
    attach: (attachment, _caller, tx) => attachToRow(tx, attachment),
    async list({ query, caller }) {
      const plan = planRows(type, query, context(caller.can), { pagination: partOfRows(query), added: signed })
      return (await database.read(plan, undefined, { session: caller.session })) ?? '[]'
    },
    read: ({ caller }, id) =>
      database.read(planRow(type, {}, context(caller.can), signed), id, { session: caller.session }),
  }
}

/** Uploads report events of their own. */
const silent = (scope: WriteScope): WriteScope => ({
  ...scope,
  events: {
    announce: () => Promise.resolve(),
    beginDelete: () => Promise.resolve(() => Promise.resolve()),
  },
})

function responseOf(type: ContentType, context: PlanContext): FileResponse {
  const plan = planRow(type, {}, context, signed)
  return {
    one: (id, tx) => tx.read(plan, id),
    async many(ids, tx) {
      const records: (JsonText | null)[] = []
      for (const id of ids) records.push(await tx.read(plan, id))
      return listOf(records.filter((record) => record !== null))
    },
  }
}

/** @throws ApiError ValidationError for a kind of file that the project denies, or doesn't allow */
function rejectType(mime: string, { allowed, denied }: AllowedTypes): void {
  const fits = (kind: string) => (kind.endsWith('*') ? mime.startsWith(kind.slice(0, -1)) : kind === mime)
  if (!denied.some(fits) && (allowed === null || allowed.some(fits))) return
  throw new ApiError('ValidationError', `File type '${mime}' is not allowed`)
}

/** The place of an image that stays visible when it is cropped: percentages. */
const axes = ['x', 'y'] as const

/** @throws ApiError ValidationError */
function checkFocalPoint(value: unknown): void {
  if (value === undefined || value === null) return
  const problem = (path: readonly string[], message: string) =>
    validationError([{ path: ['fileInfo', 'focalPoint', ...path], message: `fileInfo.focalPoint${message}` }])
  if (!isRecord(value)) throw problem([], ' must be an object such as { "x": 50, "y": 50 }')
  for (const axis of axes) {
    const percent = value[axis]
    if (typeof percent !== 'number') throw problem([axis], `.${axis} must be a number`)
    if (percent < 0) throw problem([axis], `.${axis} must be greater than or equal to 0`)
    if (percent > 100) throw problem([axis], `.${axis} must be less than or equal to 100`)
  }
}
