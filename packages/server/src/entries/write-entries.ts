import { ApiError } from '../errors/api-error.js'
import { type WriteOptions, planWrite } from '../query/body/plan-write.js'
import { planWritten } from '../query/plan.js'
import type { WritePlan } from '../query/write-plan.js'
import type { WriteTransaction } from '../storage/database.js'
import { applyCreate } from '../storage/write/apply-create.js'
import { applyDelete } from '../storage/write/apply-delete.js'
import { applyUpdate } from '../storage/write/apply-update.js'
import { type PreparedWrite, type WriteRequest, deleteHooked, prepareWrite } from './hooks/hooked-write.js'
import { isHooked } from './hooks/run-hooks.js'
import { type EntryRequest, requirePermission, shapeOf } from './request.js'
import { charge, chargeWithin, type EntriesScope, found } from './scope.js'

export interface CreateOptions {
  /** Whether an entry that says nothing about `publishedAt` is live: REST publishes, GraphQL makes drafts. */
  readonly publishByDefault: boolean
}

/** What a write responds with. */
export interface WriteAnswer {
  /** Called before anything is written. @throws ApiError ValidationError above `limits.queryCost` */
  check(transaction: WriteTransaction): Promise<void>
  /** Reads an entry inside the transaction that wrote it. */
  read(id: number, transaction: WriteTransaction): Promise<string>
}

/** Plans the answer before anything is written, so that a mistake in the query leaves everything as it was. */
export async function planAnswer(scope: EntriesScope, request: EntryRequest): Promise<WriteAnswer> {
  const { type, query, caller, answer } = request
  const planned = () => planWritten(type, query.parameters(), scope.context(caller), shapeOf(request))
  const plan = answer?.() ?? scope.plans('written', request, planned)
  await charge(scope, request, plan)
  return {
    check: (transaction) => chargeWithin(scope, request, plan, transaction),
    read: async (id, transaction) => found(await transaction.read(plan, id)),
  }
}

/** A write of attributes, checked as far as it can be before its transaction. @throws ApiError */
export function prepare(
  scope: EntriesScope,
  { type, caller }: EntryRequest,
  data: unknown,
  options: Omit<WriteOptions, 'context' | 'unfinished'>,
): Promise<PreparedWrite> {
  const kind = options.action === 'create' ? 'Create' : 'Update'
  const plan: WriteRequest['plan'] = (values, check) => planWrite(type, values, { ...options, ...check })
  return prepareWrite(scope, { kind, type, caller, data, plan })
}

export async function create(
  scope: EntriesScope,
  request: EntryRequest,
  data: unknown,
  options: CreateOptions,
): Promise<string> {
  requirePermission(request, 'create')
  const answer = await planAnswer(scope, request)
  const write = await prepare(scope, request, data, { action: 'create', ...options })
  return scope.database.write(
    async (transaction) => {
      await answer.check(transaction)
      const id = await write.run(transaction, null, (plan) => applyCreate(plan, transaction))
      return answer.read(there(id), transaction)
    },
    { session: request.caller.session, grouped: !write.hooked },
  )
}

export async function update(scope: EntriesScope, request: EntryRequest, id: number, data: unknown): Promise<string> {
  requirePermission(request, 'update')
  const answer = await planAnswer(scope, request)
  const write = await prepare(scope, request, data, { action: 'update' })
  return scope.database.write(
    async (transaction) => {
      await answer.check(transaction)
      const apply = async (plan: WritePlan) => ((await applyUpdate(plan, id, transaction)) ? id : null)
      return answer.read(there(await write.run(transaction, id, apply)), transaction)
    },
    { session: request.caller.session, grouped: !write.hooked },
  )
}

export async function remove(scope: EntriesScope, request: EntryRequest, id: number): Promise<string> {
  requirePermission(request, 'delete')
  const answer = await planAnswer(scope, request)
  return scope.database.write((transaction) => removeEntry(scope, request, id, transaction, answer), {
    session: request.caller.session,
    grouped: !isHooked(scope, request.type, 'Delete'),
  })
}

/** Gives the entry as it was. @throws ApiError NotFoundError */
export async function removeEntry(
  scope: EntriesScope,
  { type, caller }: EntryRequest,
  id: number,
  transaction: WriteTransaction,
  answer: WriteAnswer,
): Promise<string> {
  await answer.check(transaction)
  return deleteHooked(scope, { type, caller, id }, transaction, async () => {
    const deleted = await answer.read(id, transaction)
    await applyDelete(type, id, transaction)
    return deleted
  })
}

/** @throws ApiError when there is no such entry */
export function there(id: number | null): number {
  if (id === null) throw new ApiError('NotFoundError')
  return id
}
