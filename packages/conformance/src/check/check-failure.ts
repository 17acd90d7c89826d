import type { Difference } from './difference.js'

/** A failed check: the response of the target is not one that the clause allows. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure'

  constructor(
    message: string,
    readonly differences: readonly Difference[] = [],
    /** The exchange that shows the failure, as an index into the scenario's record. */
    readonly exchange?: number,
  ) {
    super(message)
  }
}

/** A prerequisite of the scenario is missing, so its clauses can't be verified. */
export class Blocked extends Error {
  override readonly name = 'Blocked'
}

/** The target lacks the capability of the scenario, and its configuration doesn't declare it. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}
