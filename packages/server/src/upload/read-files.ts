import { planList, planOne, type RawQuery } from '../query/plan.js'
import { noSuchFile, requireAccess, type UploadRequest, type UploadScope } from './upload-scope.js'

/**
 * All records that match, as a bare array. Only strict mode knows pagination here: clients of the observed service send it
 * and rely on being given everything.
 */
export async function findFiles(scope: UploadScope, { query, caller }: UploadRequest): Promise<string> {
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

export async function findFile(scope: UploadScope, { query, caller }: UploadRequest, id: number): Promise<string> {
  requireAccess(scope, caller, 'findOne')
  const context = scope.context(caller)
  // As observed, a lenient service shows all of one file, whatever fields are asked for.
  const { fields, ...rest }: RawQuery = query
  const asked = context.strict && fields !== undefined ? query : rest
  const plan = planOne(scope.type, asked, context, { shape: 'flat' })
  const text = await scope.database.read(plan, id, { session: caller.session })
  if (text === null) throw noSuchFile(id)
  return text
}
