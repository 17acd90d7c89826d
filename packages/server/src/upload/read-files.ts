import type { JsonText } from '@content-api/engine/plan'
import { planList, planOne, type RawQuery } from '../query/plan.js'
import { noSuchFile, requireAccess, type UploadRequest, type UploadScope } from './upload-scope.js'

/**
 * Returns all matching records as the text of a JSON array. Only strict mode supports pagination here: Strapi
 * 4.26 ignores it, and its clients send it but rely on getting all records.
 */
export async function findFiles(scope: UploadScope, { query, caller }: UploadRequest): Promise<JsonText> {
  requireAccess(scope, caller, 'find')
  const context = scope.context(caller)
  const { pagination, ...rest }: RawQuery = query
  const paged = context.strict && pagination !== undefined
  const plan = planList(scope.type, paged ? { ...rest, pagination } : rest, context, { shape: 'flat' })
  return (
    (await scope.database.read(paged ? plan : { ...plan, pagination: null }, undefined, { session: caller.session })) ??
    '[]'
  )
}

export async function findFile(scope: UploadScope, { query, caller }: UploadRequest, id: number): Promise<JsonText> {
  requireAccess(scope, caller, 'findOne')
  const context = scope.context(caller)
  // In lenient mode `fields` is ignored for a single file, as in Strapi 4.26.
  const { fields, ...rest }: RawQuery = query
  const effective = context.strict && fields !== undefined ? query : rest
  const plan = planOne(scope.type, effective, context, { shape: 'flat' })
  const text = await scope.database.read(plan, id, { session: caller.session })
  if (text === null) throw noSuchFile(id)
  return text
}
