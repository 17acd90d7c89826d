import {
  joinVersion,
  type JsonText,
  type WritePlan,
  parseText,
  type ReadPlan,
  splitVersion,
} from '@content-api/engine/plan'
import { type ReturnedText, within, type WriteTransaction } from '@content-api/engine/database'
import { returnedText } from '@content-api/engine/read'
import { applyCreate, applyDelete, applyUpdate, requireLocale, applyLocalization } from '@content-api/engine/write'
import { type WriteOptions, planWrite } from '../query/body/plan-write.js'
import { namedLocale, newLocale, withLocale } from '../query/locale.js'
import { planWritten } from '../query/plan.js'
import {
  type PreparedWrite,
  type WriteRequest,
  type WrittenEntry,
  deleteHooked,
  prepareWrite,
} from './hooks/hooked-write.js'
import { withChanges } from './hooks/result-changes.js'
import { isHooked } from './hooks/run-hooks.js'
import { contextOf, type EntryRequest, localeParameter, requirePermission, shapeOf } from './request.js'
import { charge, chargeWithin, type EntriesScope, requireFound } from './scope.js'
import { ApiError } from '@content-api/engine/errors'
import type { ContentType } from '@content-api/model'
import { requireMatch } from './if-match.js'
import { idMember } from '../query/populate/response-form.js'

export interface CreateOptions {
  /** Whether a new entry without `publishedAt` is published: true for REST, false for GraphQL. */
  readonly publishByDefault: boolean
}

export interface WriteResponse {
  /**
   * Charges a write by project code for the response, before anything is written.
   * @throws ApiError ValidationError above `limits.queryCost`
   */
  check(transaction: WriteTransaction): Promise<void>
  /** The SQL expression for the response; null if the statement that writes the entry can't return it. */
  readonly returned: ReturnedText | null
  /** Reads the entry inside the transaction of the write. */
  read(id: number, transaction: WriteTransaction): Promise<JsonText>
  /**
   * Returns the response to a write. Reads the entry if the write didn't return its text.
   *
   * @param written null if there is no such entry
   * @throws ApiError NotFoundError
   */
  of(written: WrittenEntry | null, transaction: WriteTransaction): Promise<JsonText>
}

/** Plans the response before anything is written, so that an invalid query changes nothing. */
export async function planResponse(scope: EntriesScope, request: EntryRequest): Promise<WriteResponse> {
  const { type, query, responsePlan } = request
  const planned = () => planWritten(type, query.parameters(), contextOf(scope, request), shapeOf(request))
  const graphql = responsePlan?.()
  const plan = graphql ?? scope.preparePlan('written', request, planned)
  await charge(scope, request, plan)
  const read = async (id: number, transaction: WriteTransaction) => requireFound(await transaction.read(plan, id))
  return {
    check: (transaction) => chargeWithin(scope, request, plan, transaction),
    returned: returnedText(plan, scope.database),
    read,
    async of(written, transaction) {
      const { id, text, changes } = requireFound(written)
      if (text !== null) return text
      const entry = await read(id, transaction)
      if (!changes) return entry
      const { text: unchanged, version } = splitVersion(entry)
      return joinVersion(withChanges(unchanged, id, request, changes, graphql?.output ?? null), version)
    },
  }
}

/** Prepares a write: runs all checks that don't need its transaction. @throws ApiError */
export function prepare(
  scope: EntriesScope,
  { type, caller, unvalidated, system }: EntryRequest,
  data: unknown,
  options: Omit<WriteOptions, 'context' | 'unfinished'>,
): Promise<PreparedWrite> {
  const kind = options.action === 'create' ? 'Create' : 'Update'
  const plan: WriteRequest['plan'] = (values, check) =>
    planWrite(type, values, { ...options, ...check, unvalidated, system })
  return prepareWrite(scope, { kind, type, caller, data, plan })
}

export async function create(
  scope: EntriesScope,
  request: EntryRequest,
  data: unknown,
  options: CreateOptions,
): Promise<JsonText> {
  requirePermission(request, 'create')
  const response = await planResponse(scope, request)
  const named = newLocale(request.type, localeParameter(request), scope.context(request.caller))
  const write = await prepare(scope, request, withLocale(data, named), {
    action: 'create',
    namedLocale: named,
    ...options,
  })
  return scope.database.write(
    async (transaction) => {
      await response.check(transaction)
      const apply = (plan: WritePlan) => applyCreate(plan, transaction, response.returned)
      return response.of(await write.run(transaction, null, apply), transaction)
    },
    { session: request.caller.session, grouped: !write.hooked },
  )
}

export async function update(scope: EntriesScope, request: EntryRequest, id: number, data: unknown): Promise<JsonText> {
  requirePermission(request, 'update')
  const response = await planResponse(scope, request)
  const named = namedLocale(request.type, localeParameter(request), scope.context(request.caller))
  const write = await prepare(scope, request, data, { action: 'update', namedLocale: named })
  return scope.database.write(
    async (transaction) => {
      await response.check(transaction)
      await requireMatch(transaction, request, id)
      const apply = (plan: WritePlan) => applyUpdate(plan, id, transaction, response.returned)
      return response.of(await write.run(transaction, id, apply), transaction)
    },
    { session: request.caller.session, grouped: !write.hooked },
  )
}

export async function remove(scope: EntriesScope, request: EntryRequest, id: number): Promise<JsonText> {
  requirePermission(request, 'delete')
  const response = await planResponse(scope, request)
  return scope.database.write((transaction) => removeEntry(scope, request, id, transaction, response), {
    session: request.caller.session,
    grouped: !isHooked(scope, request.type, 'Delete'),
  })
}

/** Deletes an entry and returns it as it was before. @throws ApiError NotFoundError */
export async function removeEntry(
  scope: EntriesScope,
  request: EntryRequest,
  id: number,
  transaction: WriteTransaction,
  response: WriteResponse,
): Promise<JsonText> {
  const { type, caller } = request
  await response.check(transaction)
  await requireMatch(transaction, request, id)
  await requireLocale(transaction, type, id, namedLocale(type, localeParameter(request), scope.context(caller)))
  return deleteHooked(scope, { type, caller, id }, transaction, async () => {
    const deleted = await response.read(id, transaction)
    await applyDelete(type, id, transaction)
    return deleted
  })
}

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
    await requireMatch(transaction, request, id)
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

/** Runs writes of project code in one transaction, after the check of `ifMatch`. @throws ApiError */
export async function runMatching<Result>(
  scope: EntriesScope,
  request: EntryRequest,
  id: number | null,
  work: () => Promise<Result>,
): Promise<Result> {
  return scope.database.write(
    async (transaction) => {
      const entry = id ?? (await locateSingle(request.type, localeOf(scope, request), transaction))
      await requireMatch(transaction, request, entry)
      return within(transaction, work)
    },
    { session: request.caller.session },
  )
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
