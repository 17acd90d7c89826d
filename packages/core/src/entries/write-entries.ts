import { type JsonText, parseText, type ReadPlan } from '@content-api/engine/plan'
import { within, type WriteTransaction } from '@content-api/engine/database'
import { applyDelete, requireLocale } from '@content-api/engine/write'
import { namedLocale, newLocale, withLocale } from '../query/locale.js'
import { type PreparedWrite, type WriteRequest, deleteHooked, prepareWrite, runWrite } from './hooks/hooked-write.js'
import { isHooked } from './hooks/run-hooks.js'
import { type EntryRequest, localeParameter, type PermittedRequest } from './request.js'
import { ApiError } from '@content-api/engine/errors'
import type { ContentType } from '@content-api/model'
import { parseIfMatch, requireMatch } from './if-match.js'
import { idMember } from '../query/populate/response-form.js'
import {
  chargeWithin,
  type EntriesScope,
  type PlannedResponse,
  planResponse,
  readResponse,
  respond,
} from './written-response.js'

export interface CreateOptions {
  /** Whether a new entry without `publishedAt` is published: true for REST, false for GraphQL. */
  readonly publishByDefault: boolean
}

/**
 * Returns the id of an entry for the hooks of its update. As in Strapi 4, they get it as it was passed: in REST and
 * GraphQL, that is a string.
 */
function idOfHooks(scope: EntriesScope, { caller, byProject }: EntryRequest, id: number): number | string {
  if (byProject) return byProject.givenId ?? id
  return scope.context(caller).strict ? id : String(id)
}

/** Prepares a write: runs all checks that don't need its transaction. @throws ApiError */
export function prepare(
  scope: EntriesScope,
  { type, caller, byProject }: EntryRequest,
  data: unknown,
  options: WriteRequest['options'],
): Promise<PreparedWrite> {
  const { unvalidated, system } = byProject ?? {}
  return prepareWrite(scope, { type, caller, data, options: { ...options, unvalidated, system } })
}

export async function create(
  scope: EntriesScope,
  request: PermittedRequest,
  data: unknown,
  options: CreateOptions,
  planned?: PlannedResponse,
): Promise<JsonText> {
  request.requireAction('create')
  const response = planned ?? (await planResponse(scope, request))
  const named = newLocale(request.type, localeParameter(request), scope.context(request.caller))
  // Hooks get the locale of the entry, also if it is the default one.
  const write = await prepare(scope, request, withLocale(data, localeOf(scope, request)), {
    action: 'create',
    namedLocale: named,
    ...options,
  })
  return scope.database.write(
    async (transaction) => {
      await chargeWithin(scope, response, transaction)
      const written = await runWrite(scope, write, transaction, { kind: 'create', returned: response.returned })
      return respond(response, written, transaction)
    },
    { session: request.caller.session, grouped: !write.hooked },
  )
}

export async function update(
  scope: EntriesScope,
  request: PermittedRequest,
  id: number,
  data: unknown,
  planned?: PlannedResponse,
): Promise<JsonText> {
  request.requireAction('update')
  const response = planned ?? (await planResponse(scope, request))
  const named = namedLocale(request.type, localeParameter(request), scope.context(request.caller))
  const write = await prepare(scope, request, data, { action: 'update', namedLocale: named })
  return scope.database.write(
    async (transaction) => {
      await chargeWithin(scope, response, transaction)
      await requireMatch(transaction, request.type, id, response.ifMatch)
      const { returned } = response
      const hookId = idOfHooks(scope, request, id)
      const written = await runWrite(scope, write, transaction, { kind: 'update', id, hookId, returned })
      return respond(response, written, transaction)
    },
    { session: request.caller.session, grouped: !write.hooked },
  )
}

export async function remove(
  scope: EntriesScope,
  request: PermittedRequest,
  id: number,
  planned?: PlannedResponse,
): Promise<JsonText> {
  request.requireAction('delete')
  const response = planned ?? (await planResponse(scope, request))
  return scope.database.write((transaction) => removeEntry(scope, response, id, transaction), {
    session: request.caller.session,
    grouped: !isHooked(scope, request.type, 'Delete'),
  })
}

/** Deletes an entry and returns it as it was before. @throws ApiError NotFoundError */
async function removeEntry(
  scope: EntriesScope,
  response: PlannedResponse,
  id: number,
  transaction: WriteTransaction,
): Promise<JsonText> {
  const { request, ifMatch } = response
  const { type, caller } = request
  await chargeWithin(scope, response, transaction)
  await requireMatch(transaction, type, id, ifMatch)
  await requireLocale(transaction, type, id, namedLocale(type, localeParameter(request), scope.context(caller)))
  return deleteHooked(scope, { type, caller, id }, transaction, async () => {
    const deleted = await readResponse(response, id, transaction)
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
  request: PermittedRequest,
  data: unknown,
  options: CreateOptions,
  planned?: PlannedResponse,
): Promise<JsonText> {
  request.requireAction('update')
  const { type } = request
  const response = planned ?? (await planResponse(scope, request))
  const { returned } = response
  const locale = localeOf(scope, request)
  const updateOrCreate = async (transaction: WriteTransaction) => {
    await chargeWithin(scope, response, transaction)
    const id = await locateSingle(type, locale, transaction)
    await requireMatch(transaction, type, id, response.ifMatch)
    if (id !== null) {
      const write = await prepare(scope, request, data, { action: 'update', namedLocale: locale })
      return respond(response, await runWrite(scope, write, transaction, { kind: 'update', id, returned }), transaction)
    }
    const source = locale === null ? null : await locateSingle(type, null, transaction)
    const inherits = source !== null
    const write = await prepare(scope, request, withLocale(data, locale), {
      action: 'create',
      inherits,
      namedLocale: locale,
      ...options,
    })
    const target = inherits ? ({ kind: 'localization', source } as const) : ({ kind: 'create', returned } as const)
    return respond(response, await runWrite(scope, write, transaction, target), transaction)
  }
  return scope.database.write(updateOrCreate, { session: request.caller.session })
}

export async function removeSingle(
  scope: EntriesScope,
  request: PermittedRequest,
  planned?: PlannedResponse,
): Promise<JsonText> {
  request.requireAction('delete')
  const response = planned ?? (await planResponse(scope, request))
  const locale = localeOf(scope, request)
  const removeLocated = async (transaction: WriteTransaction) => {
    const id = await locateSingle(request.type, locale, transaction)
    if (id === null) throw new ApiError('NotFoundError')
    return removeEntry(scope, response, id, transaction)
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
  const ifMatch = parseIfMatch(request.ifMatch)
  return scope.database.write(
    async (transaction) => {
      const entry = id ?? (await locateSingle(request.type, localeOf(scope, request), transaction))
      await requireMatch(transaction, request.type, entry, ifMatch)
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
