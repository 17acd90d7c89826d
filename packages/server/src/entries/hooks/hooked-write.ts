import type { ContentType } from '@content-api/model'
import { ApiError } from '../../errors/api-error.js'
import { planWritten } from '../../query/plan.js'
import type { PlanContext } from '../../query/plan-context.js'
import type { WritePlan } from '../../query/write-plan.js'
import type { Database, WriteTransaction } from '../../storage/database.js'
import { type Caller, unrestricted } from '../caller.js'
import { hashSecrets } from '../hash-secrets.js'
import type { FlatEntry } from './hook.js'
import { type HookScope, isHooked, startHooks } from './run-hooks.js'

export interface WriteScope extends HookScope {
  readonly database: Database
  context(caller: Caller): PlanContext
}

/** How a body is checked. */
export interface Check {
  readonly context: PlanContext
  /** What is missing may still come from hooks. */
  readonly unfinished: boolean
}

export interface WriteRequest {
  readonly kind: 'Create' | 'Update'
  readonly type: ContentType
  readonly caller: Caller
  readonly data: unknown
  /** @throws ApiError for data that can't be written */
  readonly plan: (data: unknown, check: Check) => WritePlan
}

/** A write that was checked before its transaction began. */
export interface PreparedWrite {
  /** Whether hooks run: they may hold the transaction for seconds. */
  readonly hooked: boolean
  /**
   * Writes with the hooks around it.
   * @param id of the entry that is changed; null where one is created
   * @param apply gives the entry's id, or null when there is no such entry, for which no hook runs
   */
  run(
    transaction: WriteTransaction,
    id: number | null,
    apply: (plan: WritePlan) => Promise<number | null>,
  ): Promise<number | null>
}

/**
 * Checks a body, and hashes its secrets: before the transaction, so that nobody waits for it. Where there are hooks, the body is
 * checked first without what they may add, so that they meet values of the right kind; what they make of it is checked whole.
 * @throws ApiError
 */
export async function prepareWrite(scope: WriteScope, write: WriteRequest): Promise<PreparedWrite> {
  const { kind, type, caller, data, plan } = write
  const context = scope.context(caller)
  if (!isHooked(scope, type, kind)) {
    const ready = await hashSecrets(plan(data, { context, unfinished: false }), caller.session?.client)
    return { hooked: false, run: (_transaction, _id, apply) => apply(ready) }
  }
  plan(data, { context, unfinished: true })
  return {
    hooked: true,
    async run(transaction, id, apply) {
      if (id !== null && (await readFlat(scope, type, id, transaction)) === null) return null
      const hooks = startHooks(scope, { kind, type, caller, data, id }, transaction)
      const changed = await hooks.before()
      // What the caller may relate to was checked above; hooks may do everything.
      const whole = plan(changed, { context: scope.context(unrestricted), unfinished: false })
      const ready = await hashSecrets(whole, caller.session?.client)
      const written = await apply(ready)
      if (written !== null) await hooks.after(await readWritten(scope, type, written, transaction))
      return written
    },
  }
}

/**
 * Deletes with the hooks around it.
 * @throws ApiError NotFoundError
 */
export async function deleteHooked<Result>(
  scope: WriteScope,
  { type, caller, id }: { readonly type: ContentType; readonly caller: Caller; readonly id: number },
  transaction: WriteTransaction,
  apply: () => Promise<Result>,
): Promise<Result> {
  if (!isHooked(scope, type, 'Delete')) return apply()
  const entry = await readWritten(scope, type, id, transaction)
  const hooks = startHooks(scope, { kind: 'Delete', type, caller, id }, transaction)
  await hooks.before()
  const result = await apply()
  await hooks.after(entry)
  return result
}

async function readWritten(
  scope: WriteScope,
  type: ContentType,
  id: number,
  transaction: WriteTransaction,
): Promise<FlatEntry> {
  const entry = await readFlat(scope, type, id, transaction)
  if (entry === null) throw new ApiError('NotFoundError')
  return entry
}

async function readFlat(
  scope: WriteScope,
  type: ContentType,
  id: number,
  transaction: WriteTransaction,
): Promise<FlatEntry | null> {
  const plan = planWritten(type, {}, scope.context(unrestricted), { shape: 'flat' })
  const text = await transaction.read(plan, id)
  return text === null ? null : (JSON.parse(text) as FlatEntry)
}
