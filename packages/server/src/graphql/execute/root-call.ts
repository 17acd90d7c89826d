import type { ContentType } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { JsonText, Output, ReadPlan } from '@content-api/engine/plan'
import type { Caller } from '../../entries/caller.js'
import type { Entries } from '../../entries/entries.js'
import type { EntryRequest } from '../../entries/request.js'
import type { PlanContext } from '../../query/plan-context.js'
import { idOf, nullIfMissing, withEntryId } from '../entry-id.js'
import type { Arguments } from '../plan/list-arguments.js'
import {
  type RootRequest,
  planMutationResponse,
  planCollection,
  planEntry,
  planSingleEntry,
} from '../plan/plan-root.js'
import type { BudgetShare } from '../plan/budget.js'
import type { OperationKind } from '../schema/root-fields.js'
import type { RecordOperation } from '../service.js'
import type { ExecutionScope } from './running.js'

/** The call of a generated root field. */
interface RootCall {
  readonly entries: Entries
  readonly request: EntryRequest
  /** Returns the arguments. They are evaluated lazily, since a list with a cached plan doesn't need them. */
  readonly args: () => Arguments
}

interface Operation {
  readonly plan: (request: RootRequest, context: PlanContext) => ReadPlan
  /** Returns the JSON text of the field, or null if the entry doesn't exist. @throws ApiError */
  readonly run: (call: RootCall) => Promise<JsonText | null>
}

/** GraphQL creates drafts unless `publishedAt` is set. REST publishes new entries by default. */
const drafts = { publishByDefault: false }

const mutation = { plan: planMutationResponse } as const

/** The operations of generated root fields (specification §4.5). */
const operations: Readonly<Record<OperationKind, Operation>> = {
  find: { plan: planCollection, run: ({ entries, request }) => entries.find(request) },
  findOne: {
    plan: planEntry,
    run: ({ entries, request, args }) => {
      if (args()['id'] === undefined) throw new ApiError('ValidationError', `${request.type.singularName} needs an id`)
      return withEntryId(args(), (id) => entries.findOne(request, id))
    },
  },
  findSingle: {
    plan: planSingleEntry,
    run: ({ entries, request, args }) => {
      requireOneLocale(args())
      return nullIfMissing(entries.findSingle(request))
    },
  },
  create: {
    ...mutation,
    run: ({ entries, request, args }) => entries.create(request, withLocale(request.type, args()), drafts),
  },
  update: {
    ...mutation,
    run: ({ entries, request, args }) => withEntryId(args(), (id) => entries.update(request, id, args()['data'])),
  },
  delete: {
    ...mutation,
    run: ({ entries, request, args }) => withEntryId(args(), (id) => entries.remove(request, id)),
  },
  updateSingle: {
    ...mutation,
    run: ({ entries, request, args }) => {
      requireOneLocale(args())
      return entries.updateSingle(request, args()['data'], drafts)
    },
  },
  deleteSingle: {
    ...mutation,
    run: async ({ entries, request, args }) => {
      requireOneLocale(args())
      const deleted = await nullIfMissing(entries.removeSingle(request))
      if (deleted === null) throw new ApiError('NotFoundError', 'Entity not found')
      return deleted
    },
  },
  createLocalization: {
    ...mutation,
    run: ({ entries, request, args }) => {
      const id = request.type.kind === 'singleType' ? null : idOf(args())
      return entries.createLocalization(request, id, withLocale(request.type, args()))
    },
  },
}

/**
 * Rejects the locale `all`: a single type has one entry per locale, so the result would be arbitrary.
 * @throws ApiError
 */
function requireOneLocale({ locale }: Arguments): void {
  if (locale === 'all')
    throw new ApiError(
      'ValidationError',
      'locale must name one locale here, not all: a single type has one entry in each locale',
    )
}

/** Returns `data` with the locale inside, as in REST bodies. In GraphQL the locale is a separate argument. */
function withLocale({ localized }: ContentType, { data, locale }: Arguments): unknown {
  return localized && typeof locale === 'string' ? { ...(data as object | undefined), locale } : data
}

/** A root field that is run, either for the response or for graphql-js. */
export interface RootRun {
  readonly scope: ExecutionScope
  readonly caller: Caller
  readonly share: BudgetShare
  readonly root: Omit<RootRequest, 'args' | 'budget'>
  readonly args: () => Arguments
}

export interface RootText {
  /** JSON text; null if the entry doesn't exist. */
  readonly text: JsonText | null
  /** Returns the plan's output, which describes the values in `text`. */
  readonly output: () => Output
}

/** Runs a generated root field. `key` identifies its plan in the plan cache. @throws ApiError */
export async function runGenerated(call: RootRun, kind: OperationKind, key: string): Promise<RootText> {
  const { scope, caller, share, root, args } = call
  const { plan, run } = operations[kind]
  const planOnce = () => planned(call, plan)
  const query = { text: key, parameters: () => ({ locale: args()['locale'] ?? undefined }) }
  const request = {
    type: root.type,
    caller,
    query,
    responsePlan: planOnce,
    addCost: share.spendOnce,
    charge: share.charge,
  }
  const text = await run({ entries: scope.options.entries, args, request })
  return { text, output: () => planOnce().output }
}

/**
 * Runs a root field that writes a record. Its response is planned first, so that an invalid selection changes
 * nothing.
 * @returns null if there is no record and the operation is `nullable`
 * @throws ApiError
 */
export async function runRecord(call: RootRun, { run, nullable }: RecordOperation): Promise<RootText | null> {
  const { scope, caller, share, args } = call
  const { entries } = scope.options
  const plan = planned(call, planMutationResponse)
  await share.charge(await entries.estimate(plan))
  const text = await run({ args: args(), caller, read: (id) => entries.read(plan, id) })
  return text === null && nullable ? null : { text, output: () => plan.output }
}

function planned({ scope, caller, share, root, args }: RootRun, plan: Operation['plan']): ReadPlan {
  const context = scope.context(caller)
  return share.plan((budget) => plan({ ...root, args: args(), budget }, context))
}
