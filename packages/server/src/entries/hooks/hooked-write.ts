import type { ContentType } from '@content-api/model'
import { withHiddenSecrets } from '../hidden-secrets.js'
import { ApiError } from '@content-api/engine/errors'
import { parseText, type WritePlan } from '@content-api/engine/plan'
import type { Database, WriteTransaction, WrittenRow } from '@content-api/engine/database'
import { planWritten } from '../../query/plan.js'
import type { PlanContext } from '../../query/plan-context.js'
import { type Caller, unrestricted } from '../caller.js'
import { hashSecrets } from '../hash-secrets.js'
import type { RulesByType, Values, WriteRules } from '../write-rules.js'
import { announced } from './announced-write.js'
import type { FlatEntry } from './hook.js'
import type { ResultChanges } from './result-changes.js'
import { type HookScope, isHooked, startHooks } from './run-hooks.js'

export interface WriteScope extends HookScope {
  readonly database: Database
  readonly rules?: RulesByType | undefined
  context(caller: Caller): PlanContext
}

/** The context in which a body is checked. */
export interface Check {
  readonly context: PlanContext
  /** If true, hooks may still add missing values, so they aren't reported. */
  readonly unfinished: boolean
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
export async function prepareWrite(scope: WriteScope, write: WriteRequest): Promise<PreparedWrite> {
  const { kind, type, caller, data } = write
  const { plan, ruled } = withRules(scope, write)
  const context = scope.context(caller)
  const announce = (transaction: WriteTransaction, id: number | null, run: () => Promise<WrittenRow | null>) =>
    announced(scope, { type, kind, id }, transaction, run, (written) => written?.id ?? null)
  if (!isHooked(scope, type, kind)) {
    const ready = await hashSecrets(plan(data, { context, unfinished: false }), caller.session?.client)
    return {
      hooked: false,
      run: (transaction, id, apply) => announce(transaction, id, () => ruled(transaction, id, apply)(ready)),
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
      const checked = plan(changed, { context: scope.context(unrestricted), unfinished: false })
      const ready = await hashSecrets(checked, caller.session?.client)
      const written = await announce(transaction, id, () => ruled(transaction, id, apply)(ready))
      if (written === null) return null
      const changes = await hooks.after(await readWritten(scope, type, written.id, transaction))
      return { id: written.id, text: null, changes }
    },
  }
}

/** Returns the functions of a write, with the rules of its content type. */
function withRules(scope: WriteScope, { type, caller, plan, rules = scope.rules?.get(type.uid) }: WriteRequest) {
  if (!rules) return { plan, ruled: (_transaction: WriteTransaction, _id: number | null, apply: Apply) => apply }
  let values: Values = {}
  return {
    plan: (data: unknown, check: Check) => {
      values = rules.normalize(data, caller)
      return plan(values, check)
    },
    ruled:
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
    return announced(scope, { type, kind: 'Delete', id }, transaction, remove, () => id)
  }
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
  const plan = planWritten(type, {}, { ...scope.context(unrestricted), revealsPrivate: true }, { shape: 'flat' })
  const text = await transaction.read(plan, id)
  return text === null
    ? null
    : (withHiddenSecrets(parseText(text), type, scope.context(unrestricted).registry) as FlatEntry)
}
