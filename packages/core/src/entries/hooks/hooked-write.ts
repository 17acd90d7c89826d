import { isDeepStrictEqual } from 'node:util'
import { type ContentType, isRecord } from '@content-api/model'
import { withHiddenSecrets, hashSecrets } from '../secrets.js'
import { ApiError } from '@content-api/engine/errors'
import { parseText, type WritePlan, type Values } from '@content-api/engine/plan'
import type { Database, ReturnedText, WriteTransaction, WrittenRow } from '@content-api/engine/database'
import { applyCreate, applyLocalization, applyUpdate } from '@content-api/engine/write'
import { planWrite, type WriteOptions } from '../../query/body/plan-write.js'
import { planWritten } from '../../query/plan.js'
import type { PlanContext } from '../../query/plan-context.js'
import { type Caller, unrestricted } from '../caller.js'
import { announce, beginAnnouncement } from './announce-write.js'
import type { FlatEntry } from './hook.js'
import type { ResultChanges } from './result-changes.js'
import { type HookScope, isHooked, startHooks, type WriteKind } from './run-hooks.js'

export interface WriteScope extends HookScope {
  readonly database: Database
  readonly rules?: RulesByType | undefined
  context(caller: Caller): PlanContext
}

export interface WriteRequest {
  readonly type: ContentType
  readonly caller: Caller
  readonly data: unknown
  /** How the data is checked. */
  readonly options: Omit<WriteOptions, 'context' | 'unfinished' | 'setByHook'>
  /** By default, the rules of the scope. */
  readonly rules?: WriteRules | undefined
}

/** What a write changes. */
export type WriteTarget =
  | { readonly kind: 'create'; readonly returned?: ReturnedText | null }
  | {
      readonly kind: 'update'
      readonly id: number
      /** The id that hooks get, if it has another form. */
      readonly hookId?: number | string
      readonly returned?: ReturnedText | null
    }
  /** A new localization of an entry; null if there is no such entry. */
  | { readonly kind: 'localization'; readonly source: number | null }

/** A written entry. Its response needs the changes of the hooks. */
export interface WrittenEntry extends WrittenRow {
  readonly changes?: ResultChanges | null
}

/** A write that was checked before its transaction. */
export interface PreparedWrite {
  readonly request: WriteRequest
  /** Whether hooks run. They may keep the transaction open for seconds. */
  readonly hooked: boolean
  /** The checked write; null if hooks may still change its data. */
  readonly checked: CheckedWrite | null
}

/** A plan with the values from which it was made. */
interface CheckedWrite {
  readonly plan: WritePlan
  readonly values: Values
}

/**
 * Checks a body and hashes its secrets, before the transaction, so that other writers don't wait for it. If
 * there are hooks, the body is checked twice: first without required values, so that hooks get values of the
 * right types, and completely after the `before` hooks. In this case, the secrets are hashed in the
 * transaction, after the second check.
 * @throws ApiError
 */
export async function prepareWrite(scope: WriteScope, request: WriteRequest): Promise<PreparedWrite> {
  const hooked = isHooked(scope, request.type, hooksOf(request))
  const context = scope.context(request.caller)
  const checked = check(scope, request, request.data, { context, unfinished: hooked })
  return { request, hooked, checked: hooked ? null : await withHashes(checked, request.caller) }
}

/**
 * Runs the `before` hooks, the write and the `after` hooks.
 * @returns the written entry, without its text if hooks may have changed it afterwards; null if there is no
 * such entry. Then no `after` hook runs
 */
export async function runWrite(
  scope: WriteScope,
  { request, checked }: PreparedWrite,
  transaction: WriteTransaction,
  target: WriteTarget,
): Promise<WrittenEntry | null> {
  if (checked) return applyRuled(scope, request, checked, transaction, target)
  const { type, caller, data } = request
  const id = target.kind === 'update' ? target.id : null
  if (id !== null && (await readFlat(scope, type, id, transaction)) === null) return null
  const hookId = target.kind === 'update' ? (target.hookId ?? id) : null
  const hooks = startHooks(scope, { kind: hooksOf(request), type, caller, data, id: hookId }, transaction)
  const changed = await hooks.before()
  // The caller's permissions were checked before. Values that hooks add need no permission.
  const context = scope.context(unrestricted)
  const setByHook = changesBetween(data, changed)
  const complete = reporting(scope, request, setByHook, () => check(scope, request, changed, { context, setByHook }))
  const ready = await withHashes(complete, caller)
  const written = await applyRuled(scope, request, ready, transaction, target)
  if (written === null) return null
  const changes = await hooks.after(await readWritten(scope, type, written.id, transaction))
  return { id: written.id, text: null, changes }
}

const hooksOf = ({ options }: WriteRequest): WriteKind => (options.action === 'create' ? 'Create' : 'Update')

const rulesOf = (scope: WriteScope, { type, rules = scope.rules?.get(type.uid) }: WriteRequest) => rules

/** @throws ApiError for data that can't be written */
function check(
  scope: WriteScope,
  request: WriteRequest,
  data: unknown,
  how: Pick<WriteOptions, 'context' | 'unfinished' | 'setByHook'>,
): CheckedWrite {
  const { type, caller, options } = request
  const values = rulesOf(scope, request)?.toStored(data, caller)
  return { plan: planWrite(type, values ?? data, { ...options, ...how }), values: values ?? {} }
}

async function withHashes({ plan, values }: CheckedWrite, { session }: Caller): Promise<CheckedWrite> {
  return { plan: await hashSecrets(plan, session?.client), values }
}

/** Performs a write by the rules of its content type, and announces it. */
async function applyRuled(
  scope: WriteScope,
  request: WriteRequest,
  { plan, values }: CheckedWrite,
  transaction: WriteTransaction,
  target: WriteTarget,
): Promise<WrittenRow | null> {
  const { type, caller } = request
  const id = target.kind === 'update' ? target.id : null
  const announced = { type, kind: hooksOf(request), id, publication: plan.publication }
  const announcement = await beginAnnouncement(scope, announced, transaction)
  const rules = rulesOf(scope, request)
  const run = () => apply(plan, target, transaction)
  const written = await (rules ? rules.apply(transaction, { id, caller, plan, values }, run) : run())
  if (announcement && written) await announce(scope, announcement, written.id, transaction)
  return written
}

/** Returns the written entry; null if there is no such entry. */
async function apply(plan: WritePlan, target: WriteTarget, transaction: WriteTransaction): Promise<WrittenRow | null> {
  switch (target.kind) {
    case 'create':
      return applyCreate(plan, transaction, target.returned)
    case 'update':
      return applyUpdate(plan, target.id, transaction, target.returned)
    case 'localization':
      return target.source === null ? null : applyLocalization(plan, target.source, transaction)
  }
}

/** Runs the check after the `before` hooks. Reports mistakes in the values that hooks set. @throws ApiError */
function reporting<Result>(
  { hooks, report }: HookScope,
  request: WriteRequest,
  setByHook: (name: string) => boolean,
  work: () => Result,
): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // What the client sent has passed a check already. An error without a list is about a single value.
    const issues = (error.details['errors'] ?? [error]) as readonly WrittenIssue[]
    const ofHooks = issues.filter(({ path: [name] = [] }) => name === undefined || setByHook(name))
    if (ofHooks.length > 0) {
      const { uid } = request.type
      const action = `before${hooksOf(request)}` as const
      const places = hooks.of(uid, action).map(({ place }) => place ?? 'a hook')
      const mistakes = ofHooks.map(({ message }) => message).join('; ')
      report?.(`${[...new Set(places)].join(' or ')}: ${action} of ${uid} set a wrong value: ${mistakes}`)
    }
    throw error
  }
}

/** An issue in the details of a ValidationError. */
interface WrittenIssue {
  readonly path?: readonly string[]
  readonly message: string
}

/** Returns a function that returns whether an attribute has another value afterwards. */
function changesBetween(before: unknown, after: unknown): (name: string) => boolean {
  const valueOf = (data: unknown, name: string) =>
    isRecord(data) && Object.hasOwn(data, name) ? data[name] : undefined
  return (name) => !isDeepStrictEqual(valueOf(before, name), valueOf(after, name))
}

/**
 * Runs the `before` hooks, the delete and the `after` hooks.
 * @throws ApiError NotFoundError
 */
export async function deleteHooked<Result>(
  scope: WriteScope,
  { type, caller, id }: { readonly type: ContentType; readonly caller: Caller; readonly id: number },
  transaction: WriteTransaction,
  remove: () => Promise<Result>,
): Promise<Result> {
  const announced = async () => {
    await scope.rules?.get(type.uid)?.checkDelete(transaction, id, caller)
    const deleted = { type, kind: 'Delete', id, publication: 'draft' } as const
    const announcement = await beginAnnouncement(scope, deleted, transaction)
    const result = await remove()
    if (announcement) await announce(scope, announcement, id, transaction)
    return result
  }
  if (!isHooked(scope, type, 'Delete')) return announced()
  const entry = await readWritten(scope, type, id, transaction)
  const hooks = startHooks(scope, { kind: 'Delete', type, caller, id }, transaction)
  await hooks.before()
  const result = await announced()
  await hooks.after(entry)
  return result
}

async function readWritten(...place: Parameters<typeof readFlat>): Promise<FlatEntry> {
  const entry = await readFlat(...place)
  if (entry === null) throw new ApiError('NotFoundError')
  return entry
}

/** Reads an entry with its private attributes, for hooks. */
async function readFlat(
  scope: WriteScope,
  type: ContentType,
  id: number,
  transaction: WriteTransaction,
): Promise<FlatEntry | null> {
  const context = { ...scope.context(unrestricted), revealsPrivate: true }
  const entry = await readEntry(context, type, id, transaction)
  return entry && (withHiddenSecrets(entry, type, context.registry) as FlatEntry)
}

/** Reads an entry without its relations. */
async function readEntry(
  context: PlanContext,
  type: ContentType,
  id: number,
  transaction: WriteTransaction,
): Promise<FlatEntry | null> {
  const text = await transaction.read(planWritten(type, {}, context, { shape: 'flat' }), id)
  return text === null ? null : (parseText(text) as FlatEntry)
}

/** A write that rules apply to. */
interface RuledWrite {
  /** The id of the entry to update; null for a create. */
  readonly id: number | null
  readonly caller: Caller
  readonly plan: WritePlan
  /** The values from which the plan was made. */
  readonly values: Values
}

/** The rules of a content type. They apply to all its writes: by clients, by project code and by commands. */
export interface WriteRules {
  /** Returns the values in their stored form. @throws ApiError ValidationError */
  toStored(data: unknown, caller: Caller): Values
  /** Checks a write, runs it and adds what follows from it. @throws ApiError */
  apply(
    transaction: WriteTransaction,
    write: RuledWrite,
    run: () => Promise<WrittenRow | null>,
  ): Promise<WrittenRow | null>
  /** @throws ApiError if the caller may not delete the entry */
  checkDelete(transaction: WriteTransaction, id: number, caller: Caller): Promise<void>
}

/** The rules of content types, by uid. */
export type RulesByType = ReadonlyMap<string, WriteRules>
