import { ApiError } from '@content-api/engine/errors'
import { type JsonText, type WritePlan, parseText, type ReadPlan } from '@content-api/engine/plan'
import { applyCreate, applyLocalization, applyUpdate } from '@content-api/engine/write'
import { newLocale, withLocale } from '../query/locale.js'
import { type EntryRequest, localeParameter, requirePermission } from './request.js'
import type { EntriesScope } from './scope.js'
import { type CreateOptions, planResponse, prepare, removeEntry } from './write-entries.js'
import type { ContentType } from '@content-api/model'
import type { WriteTransaction } from '@content-api/engine/database'
import { idMember } from '../query/populate/response-form.js'

/** Returns the locale to write; null for types that aren't localised. */
function localeOf(scope: EntriesScope, request: EntryRequest): string | null {
  const { type, caller } = request
  if (!type.localized) return null
  const context = scope.context(caller)
  return newLocale(type, localeParameter(request), context) ?? context.locales.default
}

export async function updateSingle(
  scope: EntriesScope,
  request: EntryRequest,
  data: unknown,
  options: CreateOptions,
): Promise<JsonText> {
  requirePermission(request, 'update')
  const { type } = request
  const response = await planResponse(scope, request)
  const locale = localeOf(scope, request)
  const updateOrCreate = async (transaction: WriteTransaction) => {
    await response.check(transaction)
    const id = await locateSingle(type, locale, transaction)
    if (id !== null) {
      const write = await prepare(scope, request, data, { action: 'update', namedLocale: locale })
      const update = (plan: WritePlan) => applyUpdate(plan, id, transaction, response.returned)
      return response.of(await write.run(transaction, id, update), transaction)
    }
    const sibling = locale === null ? null : await locateSingle(type, null, transaction)
    const inherits = sibling !== null
    const write = await prepare(scope, request, withLocale(data, locale), {
      action: 'create',
      inherits,
      namedLocale: locale,
      ...options,
    })
    const create = (plan: WritePlan) =>
      inherits ? applyLocalization(plan, sibling, transaction) : applyCreate(plan, transaction, response.returned)
    return response.of(await write.run(transaction, null, create), transaction)
  }
  return scope.database.write(updateOrCreate, { session: request.caller.session })
}

export async function removeSingle(scope: EntriesScope, request: EntryRequest): Promise<JsonText> {
  requirePermission(request, 'delete')
  const response = await planResponse(scope, request)
  const locale = localeOf(scope, request)
  const removeLocated = async (transaction: WriteTransaction) => {
    const id = await locateSingle(request.type, locale, transaction)
    if (id === null) throw new ApiError('NotFoundError')
    return removeEntry(scope, request, id, transaction, response)
  }
  return scope.database.write(removeLocated, { session: request.caller.session })
}

/** Returns the id of a single type's entry (published or draft), or null. A null `locale` matches any locale. */
export async function locateSingle(
  type: ContentType,
  locale: string | null,
  transaction: WriteTransaction,
): Promise<number | null> {
  const plan: ReadPlan = {
    type,
    mode: 'one',
    output: { kind: 'entries', members: [idMember(type)] },
    byId: false,
    filters: null,
    sort: [],
    pagination: null,
    publicationState: 'preview',
    locale,
  }
  const text = await transaction.read(plan)
  return text === null ? null : (parseText(text) as { id: number }).id
}
