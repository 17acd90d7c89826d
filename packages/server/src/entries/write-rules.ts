import type { WritePlan } from '@content-api/engine/plan'
import type { WriteTransaction, WrittenRow } from '@content-api/engine/database'
import type { Caller } from './caller.js'

export type Values = Readonly<Record<string, unknown>>

/** A write that rules apply to. */
export interface RuledWrite {
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
  normalize(data: unknown, caller: Caller): Values
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
