import type { PreparedRead, Database, ReturnedText, WriteTransaction } from '@content-api/engine/database'
import { joinVersion, type JsonText, type Output, type ReadPlan, splitVersion } from '@content-api/engine/plan'
import { returnedText } from '@content-api/engine/read'
import { planWritten } from '../query/plan.js'
import type { PlanContext } from '../query/plan-context.js'
import type { Caller } from './caller.js'
import type { WriteScope, WrittenEntry } from './hooks/hooked-write.js'
import { withChanges } from './hooks/result-changes.js'
import { type IfMatch, parseIfMatch } from './if-match.js'
import type { ReadBudget } from './plan-cache.js'
import type { ReadScope } from './read-entries.js'
import { contextOf, type EntryRequest, type PermittedRequest, requireFound, shapeOf } from './request.js'

/** The dependencies of the operations on entries. */
export interface EntriesScope extends ReadScope, WriteScope {
  readonly database: Database
  context(caller: Caller): PlanContext
  /** Is called with a warning when lenient mode ignores input. */
  readonly warn?: ((message: string) => void) | undefined
}

/** The response to a write, planned before anything is written. */
export interface PlannedResponse {
  readonly request: EntryRequest
  readonly plan: ReadPlan
  /** What reads the entry inside the transaction of the write. */
  readonly read: ReadPlan | PreparedRead
  /** The SQL expression for the response; null if the statement that writes the entry can't return it. */
  readonly returned: ReturnedText | null
  /** The fields that a GraphQL request selects; null for other requests. */
  readonly selected: Output | null
  /** The versions of which the entry must have one. */
  readonly ifMatch: IfMatch | undefined
}

/** How an interface plans a response. */
export interface ResponsePlanner {
  /** @throws ApiError for an invalid query or selection */
  readonly plan: () => ReadPlan | PreparedRead
  readonly budget?: ReadBudget
  /** True if the response only has selected fields. Hooks add none. */
  readonly isSelected?: true
}

/**
 * Plans the response, so that an invalid query changes nothing.
 * @param planner by default, the response is that of REST to the query of the request
 * @throws ApiError
 */
export async function planResponse(
  scope: EntriesScope,
  request: PermittedRequest,
  planner: ResponsePlanner = { plan: () => planByQuery(scope, request) },
): Promise<PlannedResponse> {
  const ifMatch = parseIfMatch(request.ifMatch)
  const read = planner.plan()
  const plan = 'plan' in read ? read.plan : read
  // Writes by project code are charged within their transaction, see `chargeWithin`.
  if (!request.byProject) {
    const cost = await scope.database.estimate(plan)
    scope.reportCost?.(request, cost)
    await planner.budget?.charge(cost)
  }
  const returned = returnedText(read, scope.database)
  return { request, plan, read, returned, selected: planner.isSelected ? plan.output : null, ifMatch }
}

function planByQuery(scope: EntriesScope, request: EntryRequest): PreparedRead {
  const { type, query } = request
  const plan = () => planWritten(type, query.parameters(), contextOf(scope, request), shapeOf(request))
  return scope.preparePlan('written', request, plan)
}

/**
 * Charges a write by project code for its response, which a client's query may determine, before anything is
 * written. The estimate may query the database, so it runs inside the write's transaction. Otherwise it would
 * delay the write: a write that a hook doesn't await could then begin after the hook's transaction has ended.
 *
 * @throws ApiError ValidationError above `limits.queryCost`
 */
export async function chargeWithin(
  { database, reportCost }: EntriesScope,
  { request, read }: PlannedResponse,
  transaction: WriteTransaction,
): Promise<void> {
  if (!request.byProject) return
  const cost = await database.estimate(read, transaction)
  reportCost?.(request, cost)
}

/** Reads an entry as the response shows it. @throws ApiError NotFoundError */
export async function readResponse(
  { read }: PlannedResponse,
  id: number,
  transaction: WriteTransaction,
): Promise<JsonText> {
  return requireFound(await transaction.read(read, id))
}

/**
 * Returns the response to a write. Reads the entry if the write didn't return its text.
 *
 * @param written null if there is no such entry
 * @throws ApiError NotFoundError
 */
export async function respond(
  response: PlannedResponse,
  written: WrittenEntry | null,
  transaction: WriteTransaction,
): Promise<JsonText> {
  const { id, text, changes } = requireFound(written)
  if (text !== null) return text
  const entry = await readResponse(response, id, transaction)
  if (!changes) return entry
  const { text: unchanged, version } = splitVersion(entry)
  return joinVersion(withChanges(unchanged, id, response.request, changes, response.selected), version)
}
