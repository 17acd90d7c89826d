import type { AnyTransaction } from '@content-api/engine/database'
import type { Caller } from './caller.js'

/** Checks of changes to an entry that don't run the rules of its writes, by the uid of its content type. */
export type ChangeChecks = ReadonlyMap<
  string,
  /** @throws ApiError ForbiddenError if the caller may not change the entry */
  (transaction: AnyTransaction, id: number, caller: Caller) => Promise<void>
>
