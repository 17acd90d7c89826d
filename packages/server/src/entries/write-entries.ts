import { ApiError } from '../errors/api-error.js'
import { planWrite } from '../query/body/plan-write.js'
import { planWritten, withId } from '../query/plan.js'
import type { WriteTransaction } from '../storage/database.js'
import { applyCreate } from '../storage/write/apply-create.js'
import { applyDelete } from '../storage/write/apply-delete.js'
import { applyUpdate } from '../storage/write/apply-update.js'
import { hashSecrets } from './hash-secrets.js'
import { type EntryRequest, requirePermission } from './request.js'
import { type EntriesScope, compile, found } from './scope.js'

export interface CreateOptions {
  /** Whether an entry that says nothing about `publishedAt` is live: REST publishes, GraphQL makes drafts. */
  readonly publishByDefault: boolean
}

/** Reads an entry inside the transaction that wrote it. */
export type ReadBack = (id: number, transaction: WriteTransaction) => Promise<string>

/** Plans the answer before anything is written, so that a mistake in the query leaves everything as it was. */
export function planAnswer(scope: EntriesScope, { type, query, caller, answer }: EntryRequest): ReadBack {
  const plan = answer?.() ?? planWritten(type, query.parameters(), 0, scope.context(caller))
  return async (id, transaction) => found(await transaction.read(compile(scope, withId(plan, id))))
}

export async function create(
  scope: EntriesScope,
  request: EntryRequest,
  data: unknown,
  options: CreateOptions,
): Promise<string> {
  requirePermission(request, 'create')
  const { type, caller } = request
  const answer = planAnswer(scope, request)
  const write = planWrite(type, data, { action: 'create', context: scope.context(caller), ...options })
  const plan = await hashSecrets(write)
  return scope.database.write(async (transaction) => answer(await applyCreate(plan, transaction), transaction))
}

export async function update(scope: EntriesScope, request: EntryRequest, id: number, data: unknown): Promise<string> {
  requirePermission(request, 'update')
  const { type, caller } = request
  const answer = planAnswer(scope, request)
  const plan = await hashSecrets(planWrite(type, data, { action: 'update', context: scope.context(caller) }))
  return scope.database.write(async (transaction) => {
    if (!(await applyUpdate(plan, id, transaction))) throw new ApiError('NotFoundError')
    return answer(id, transaction)
  })
}

export async function remove(scope: EntriesScope, request: EntryRequest, id: number): Promise<string> {
  requirePermission(request, 'delete')
  const answer = planAnswer(scope, request)
  return scope.database.write(async (transaction) => {
    const deleted = await answer(id, transaction)
    await applyDelete(request.type, id, transaction)
    return deleted
  })
}
