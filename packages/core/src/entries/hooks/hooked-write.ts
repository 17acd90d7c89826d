import { isDeepStrictEqual } from 'node:util'
import { type ContentType, isRecord } from '@content-api/model'
import { withHiddenSecrets, hashSecrets } from '../secrets.js'
import { ApiError } from '@content-api/engine/errors'
import { parseText, type WritePlan, type Values } from '@content-api/engine/plan'
import type { Database, WriteTransaction, WrittenRow } from '@content-api/engine/database'
import { planWritten } from '../../query/plan.js'
import type { PlanContext } from '../../query/plan-context.js'
import { type Caller, unrestricted } from '../caller.js'
import { announceWrite } from './announce-write.js'
import type { FlatEntry } from './hook.js'
import type { ResultChanges } from './result-changes.js'
import { type HookScope, isHooked, startHooks } from './run-hooks.js'

export interface WriteScope extends HookScope {
  readonly database: Database
  readonly rules?: RulesByType | undefined
  context(caller: Caller): PlanContext
}

/** The context in which a body is checked. */
interface Check {
  readonly context: PlanContext
  /** If true, hooks may still add missing values, so they aren't reported. */
  readonly unfinished: boolean
  /** Returns whether a hook set this attribute. */
  readonly setByHook?: (name: string) => boolean
}

export interface WriteRequest {
  readonly kind: 'Create' | 'Update'
  readonly type: ContentType
  readonly caller: Caller
  readonly data: unknown
  /** @throws ApiError for data that can't be written */
  readonly plan: (data: unknown, check: Check) => WritePlan
  /** By default, the rules of the scope. */
  readonly rules?: WriteRules | undefined
}

type Apply = (plan: WritePlan) => Promise<WrittenRow | null>

/** A written entry. Its response needs the changes of the hooks. */
export interface WrittenEntry extends WrittenRow {
  readonly changes?: ResultChanges | null
}

/** A write that was checked before its transaction. */
export interface PreparedWrite {
  /** Whether hooks run. They may keep the transaction open for seconds. */
  readonly hooked: boolean
  /**
   * Runs the `before` hooks, the write and the `after` hooks.
   * @param id the id of the entry to update; null for a create
   * @param apply performs the write and returns the entry, or null if there is no such entry; then no `after`
   * hook runs
   * @returns what `apply` returns, but without its text if hooks may have changed the entry afterwards
   */
  run(transaction: WriteTransaction, id: number | null, apply: Apply): Promise<WrittenEntry | null>
}

/**
 * Checks a body and hashes its secrets, before the transaction, so that other writers don't wait for it. If
 * there are hooks, the body is checked twice: first without required values, so that hooks get values of the
 * right types, and completely after the `before` hooks. In this case, the secrets are hashed in the
 * transaction, after the second check.
 * @throws ApiError
 */
export async function prepareWrite(scope: WriteScope, request: WriteRequest): Promise<PreparedWrite> {
  const { kind, type, caller, data } = request
  const { plan, applyRules } = withRules(scope, request)
  const context = scope.context(caller)
  const write = (transaction: WriteTransaction, id: number | null, apply: Apply, ready: WritePlan) => {
    const run = () => applyRules(transaction, id, apply)(ready)
    const { publication } = ready
    return announceWrite(scope, { type, kind, id, publication }, transaction, run, (written) => written?.id ?? null)
  }
  if (!isHooked(scope, type, kind)) {
    const ready = await hashSecrets(plan(data, { context, unfinished: false }), caller.session?.client)
    return {
      hooked: false,
      run: (transaction, id, apply) => write(transaction, id, apply, ready),
    }
  }
  plan(data, { context, unfinished: true })
  return {
    hooked: true,
    async run(transaction, id, apply) {
      if (id !== null && (await readFlat(scope, type, id, transaction)) === null) return null
      const hooks = startHooks(scope, { kind, type, caller, data, id }, transaction)
      const changed = await hooks.before()
      // The caller's permissions were checked above. Values that hooks add need no permission.
      const setByHook = changesBetween(data, changed)
      const checked = plan(changed, { context: scope.context(unrestricted), unfinished: false, setByHook })
      const ready = await hashSecrets(checked, caller.session?.client)
      const written = await write(transaction, id, apply, ready)
      if (written === null) return null
      const changes = await hooks.after(await readWritten(scope, type, written.id, transaction))
      return { id: written.id, text: null, changes }
    },
  }
}

/** Returns a function that returns whether an attribute has another value afterwards. */
function changesBetween(before: unknown, after: unknown): (name: string) => boolean {
  const valueOf = (data: unknown, name: string) =>
    isRecord(data) && Object.hasOwn(data, name) ? data[name] : undefined
  return (name) => !isDeepStrictEqual(valueOf(before, name), valueOf(after, name))
}

/** Returns the functions of a write, with the rules of its content type. */
function withRules(scope: WriteScope, { type, caller, plan, rules = scope.rules?.get(type.uid) }: WriteRequest) {
  if (!rules) return { plan, applyRules: (_transaction: WriteTransaction, _id: number | null, apply: Apply) => apply }
  let values: Values = {}
  return {
    plan: (data: unknown, check: Check) => {
      values = rules.toStored(data, caller)
      return plan(values, check)
    },
    applyRules:
      (transaction: WriteTransaction, id: number | null, apply: Apply): Apply =>
      (ready) =>
        rules.apply(transaction, { id, caller, plan: ready, values }, () => apply(ready)),
  }
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
  const apply = async () => {
    await scope.rules?.get(type.uid)?.checkDelete(transaction, id, caller)
    return announceWrite(scope, { type, kind: 'Delete', id, publication: 'draft' }, transaction, remove, () => id)
  }
  if (!isHooked(scope, type, 'Delete')) return apply()
  const entry = await readWritten(scope, type, id, transaction)
  const hooks = startHooks(scope, { kind: 'Delete', type, caller, id }, transaction)
  await hooks.before()
  const result = await apply()
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
