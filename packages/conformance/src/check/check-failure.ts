import type { Difference } from './difference.js'

/** A check that did not hold: the target answered something the clause does not allow. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure'

  constructor(
    message: string,
    readonly differences: readonly Difference[] = [],
    /** Index of the exchange that shows the failure, within the scenario's record. */
    readonly exchange?: number,
  ) {
    super(message)
  }
}

/** Something the scenario stands on is missing, so that nothing can be said about its clauses. */
export class Blocked extends Error {
  override readonly name = 'Blocked'
}

/** The target lacks what the scenario is about and never declared to have it. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}
