import type { JsonText, Output, ReadPlan } from '@content-api/engine/plan'
import type { EntryReads } from '@content-api/core/entries/read-entries'
import type { EntryRequest } from '@content-api/core/entries/request'
import type { PlanContext } from '@content-api/core/query/plan-context'
import type { ReadingRules } from '@content-api/core/query/reading-rules'
import type { FieldBudget } from '../plan/budget.js'
import type { Arguments } from '../plan/list-arguments.js'
import type { RootRequest, RootSelection } from '../plan/plan-root.js'

/** Makes the plan of a root field. @throws ApiError */
export type PlanField = (request: RootRequest, context: PlanContext) => ReadPlan

/** The call of a generated root field. */
export interface RootCall {
  readonly entries: EntryReads
  readonly request: EntryRequest
  readonly root: RootSelection
  /** Returns the arguments. They are evaluated lazily, since a list with a cached plan doesn't need them. */
  readonly args: () => Arguments
  /** Makes the plan of the response, within the budget. @throws ApiError */
  readonly plan: (make: PlanField) => ReadPlan
  readonly budget: FieldBudget
  /** Returns the rules that the read follows. */
  readonly reading: () => ReadingRules
}

/** Runs a generated root field. Returns null if the entry doesn't exist. @throws ApiError */
export type GeneratedOperation = (call: RootCall) => Promise<ReadText | null>

/** The JSON text of a root field from the database. */
export interface ReadText<Text extends JsonText | null = JsonText> {
  readonly text: Text
  /** The plan's output, which describes the values in `text`. */
  readonly output: Output
}
