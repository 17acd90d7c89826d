import type { ContentType } from '@content-api/model'
import type { Database } from '@content-api/engine/database'
import type { JsonText } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import { planList, planOne } from '@content-api/core/query/plan'
import type { PlanContext } from '@content-api/core/query/plan-context'
import type { RawQuery } from '@content-api/core/query/raw-value'
import type { UploadRequest } from './file-records.js'
import { noSuchFile } from './upload-scope.js'

/** The dependencies of reads of file records. */
export interface FileReads {
  readonly database: Pick<Database, 'read'>
  /** The content type of file records. */
  readonly type: ContentType
  context(caller: Caller): PlanContext
}

/**
 * Returns all matching records, or the part selected by `start` and `limit`, as the text of a JSON array. The
 * caller may find files.
 */
export async function listFiles(reads: FileReads, { query, caller }: UploadRequest): Promise<JsonText> {
  const plan = planList(reads.type, query, reads.context(caller), { shape: 'flat' })
  return (await reads.database.read(plan, undefined, { session: caller.session })) ?? '[]'
}

/** Returns a record as JSON text. The caller may find files. @throws ApiError NotFoundError */
export async function readFile(reads: FileReads, request: UploadRequest, id: number): Promise<JsonText> {
  const text = await findFile(reads, request, id)
  if (text === null) throw noSuchFile(id)
  return text
}

/** Does the same, and returns null without the record. */
export function findFile(reads: FileReads, { query, caller }: UploadRequest, id: number): Promise<JsonText | null> {
  const context = reads.context(caller)
  // In lenient mode `fields` is ignored for a single file, as in Strapi 4.26.
  const { fields, ...rest }: RawQuery = query
  const effective = context.strict && fields !== undefined ? query : rest
  const plan = planOne(reads.type, effective, context, { shape: 'flat' })
  return reads.database.read(plan, id, { session: caller.session })
}
