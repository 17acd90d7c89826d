import { ApiError } from '../errors/api-error.js'
import { planWrite } from '../query/body/plan-write.js'
import { planSingle } from '../query/plan.js'
import { applyCreate, applyLocalization } from '../storage/write/apply-create.js'
import { applyDelete } from '../storage/write/apply-delete.js'
import { applyUpdate } from '../storage/write/apply-update.js'
import { hashSecrets } from './hash-secrets.js'
import { locateSingle } from './locate-single.js'
import { type EntryRequest, requirePermission } from './request.js'
import type { EntriesScope } from './scope.js'
import { type CreateOptions, planAnswer } from './write-entries.js'

/** The locale that a write is about; null on types without locales. */
function localeOf(scope: EntriesScope, { type, query, caller }: EntryRequest): string | null {
  if (!type.localized) return null
  const { locale } = planSingle(type, { locale: query.parameters()['locale'] }, scope.context(caller))
  if (locale !== null) return locale
  throw new ApiError('ValidationError', 'Only one locale can be written at a time: name it instead of "all"')
}

export async function updateSingle(
  scope: EntriesScope,
  request: EntryRequest,
  data: unknown,
  options: CreateOptions,
): Promise<string> {
  requirePermission(request, 'update')
  const { type, caller } = request
  const context = scope.context(caller)
  const answer = planAnswer(scope, request)
  const locale = localeOf(scope, request)
  return scope.database.write(async (transaction) => {
    const id = await locateSingle(scope, type, locale, transaction)
    if (id !== null) {
      const plan = await hashSecrets(planWrite(type, data, { action: 'update', context }))
      await applyUpdate(plan, id, transaction)
      return answer(id, transaction)
    }
    const sibling = locale === null ? null : await locateSingle(scope, type, null, transaction)
    const inherits = sibling !== null
    const write = planWrite(type, withLocale(data, locale), { action: 'create', context, inherits, ...options })
    const plan = await hashSecrets(write)
    const created = inherits
      ? await applyLocalization(plan, sibling, transaction)
      : await applyCreate(plan, transaction)
    if (created === null) throw new ApiError('NotFoundError')
    return answer(created, transaction)
  })
}

/** The query says the locale of a single type, whatever stands in the body. */
function withLocale(data: unknown, locale: string | null): unknown {
  return locale === null || typeof data !== 'object' || Array.isArray(data) ? data : { ...data, locale }
}

export async function removeSingle(scope: EntriesScope, request: EntryRequest): Promise<string> {
  requirePermission(request, 'delete')
  const answer = planAnswer(scope, request)
  const locale = localeOf(scope, request)
  return scope.database.write(async (transaction) => {
    const id = await locateSingle(scope, request.type, locale, transaction)
    if (id === null) throw new ApiError('NotFoundError')
    const deleted = await answer(id, transaction)
    await applyDelete(request.type, id, transaction)
    return deleted
  })
}
