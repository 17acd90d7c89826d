import type { ContentType } from '@content-api/model'
import { ApiError } from '../../errors/api-error.js'
import type { Caller } from '../../entries/caller.js'
import type { Entries } from '../../entries/entries.js'
import type { EntryRequest } from '../../entries/request.js'
import type { PlanContext } from '../../query/plan-context.js'
import type { Output, ReadPlan } from '../../query/read-plan.js'
import { idOf, nullIfMissing, ofEntry } from '../of-entry.js'
import type { Arguments } from '../plan/list-arguments.js'
import { type RootRequest, planAnswer, planCollection, planEntry, planSingleEntry } from '../plan/plan-root.js'
import type { BudgetShare } from '../plan/request-budget.js'
import type { OperationKind } from '../schema/root-fields.js'
import type { RecordOperation } from '../service.js'
import type { ExecutionScope } from './running.js'

/** A generated root field that is to be answered. */
interface RootCall {
  readonly entries: Entries
  readonly request: EntryRequest
  /** Its arguments, once they are needed: a list whose plan is kept needs none. */
  readonly given: () => Arguments
}

interface Operation {
  readonly plan: (request: RootRequest, context: PlanContext) => ReadPlan
  /** The answer's text, or null when the entry isn't there. @throws ApiError */
  readonly run: (call: RootCall) => Promise<string | null>
}

/** GraphQL makes drafts of what doesn't ask to be published (decision). */
const drafts = { publishByDefault: false }

const mutation = { plan: planAnswer } as const

/** What each generated root field does (specification §4.5). */
const operations: Readonly<Record<OperationKind, Operation>> = {
  find: { plan: planCollection, run: ({ entries, request }) => entries.find(request) },
  findOne: {
    plan: planEntry,
    run: ({ entries, request, given }) => {
      if (given()['id'] === undefined) throw new ApiError('ValidationError', `${request.type.singularName} needs an id`)
      return ofEntry(given(), (id) => entries.findOne(request, id))
    },
  },
  findSingle: {
    plan: planSingleEntry,
    run: ({ entries, request, given }) => {
      requireOneLocale(given())
      return nullIfMissing(entries.findSingle(request))
    },
  },
  create: {
    ...mutation,
    run: ({ entries, request, given }) => entries.create(request, withLocale(request.type, given()), drafts),
  },
  update: {
    ...mutation,
    run: ({ entries, request, given }) => ofEntry(given(), (id) => entries.update(request, id, given()['data'])),
  },
  delete: { ...mutation, run: ({ entries, request, given }) => ofEntry(given(), (id) => entries.remove(request, id)) },
  updateSingle: {
    ...mutation,
    run: ({ entries, request, given }) => {
      requireOneLocale(given())
      return entries.updateSingle(request, given()['data'], drafts)
    },
  },
  deleteSingle: {
    ...mutation,
    run: async ({ entries, request, given }) => {
      requireOneLocale(given())
      const deleted = await nullIfMissing(entries.removeSingle(request))
      if (deleted === null) throw new ApiError('NotFoundError', 'Entity not found')
      return deleted
    },
  },
  createLocalization: {
    ...mutation,
    run: ({ entries, request, given }) => {
      const id = request.type.kind === 'singleType' ? null : idOf(given())
      return entries.createLocalization(request, id, withLocale(request.type, given()))
    },
  },
}

/** A single type has an entry in each locale: `all` would be any of them. @throws ApiError ValidationError */
function requireOneLocale({ locale }: Arguments): void {
  if (locale === 'all')
    throw new ApiError('ValidationError', 'locale must name one locale here: all stands for several')
}

/** The locale stands beside `data` in the arguments, and inside of it in a body. */
function withLocale({ localized }: ContentType, { data, locale }: Arguments): unknown {
  return localized && typeof locale === 'string' ? { ...(data as object | undefined), locale } : data
}

/** A root field that is run, whether its text goes out as it is or graphql-js completes it. */
export interface RootRun {
  readonly scope: ExecutionScope
  readonly caller: Caller
  readonly share: BudgetShare
  readonly root: Omit<RootRequest, 'given' | 'budget'>
  readonly given: () => Arguments
}

export interface RootText {
  /** JSON; null when the entry isn't there. */
  readonly text: string | null
  /** What the text holds. */
  readonly output: () => Output
}

/** Runs a generated root field; `key` names its plan in the cache of plans. @throws ApiError */
export async function runGenerated(call: RootRun, kind: OperationKind, key: string): Promise<RootText> {
  const { scope, caller, share, root, given } = call
  const { plan, run } = operations[kind]
  const answer = () => planned(call, plan)
  const query = { text: key, parameters: () => ({ locale: given()['locale'] ?? undefined }) }
  const request = { type: root.type, caller, query, responsePlan: answer, addCost: share.pay, charge: share.charge }
  const text = await run({ entries: scope.options.entries, given, request })
  return { text, output: () => answer().output }
}

/**
 * Runs a root field that writes a record. Its response is planned first, so that a mistake in it leaves everything as it was.
 * @returns null where there is no record and the field's value is null then
 * @throws ApiError
 */
export async function runRecord(call: RootRun, { run, nullable }: RecordOperation): Promise<RootText | null> {
  const { scope, caller, share, given } = call
  const { entries } = scope.options
  const plan = planned(call, planAnswer)
  await share.charge(await entries.price(plan))
  const text = await run({ given: given(), caller, read: (id) => entries.read(plan, id) })
  return text === null && nullable ? null : { text, output: () => plan.output }
}

function planned({ scope, caller, share, root, given }: RootRun, plan: Operation['plan']): ReadPlan {
  const context = scope.context(caller)
  return share.plan((budget) => plan({ ...root, given: given(), budget }, context))
}
