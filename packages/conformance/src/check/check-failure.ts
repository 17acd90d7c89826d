import { type Difference, differences } from './difference.js'
import { differenceLines } from './show-difference.js'

/** What a check expected of a response, and what the response contained. */
export interface Comparison {
  readonly expected: unknown
  readonly actual: unknown
}

/** A failed check: the response of the target is not one that the clause allows. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure'
  readonly differences: readonly Difference[]

  /** @param what the fault, as the beginning of the message, which then says what was expected and what came */
  constructor(
    what: string,
    { expected, actual }: Comparison,
    /** The exchange that shows the failure, as an index into the scenario's record. */
    readonly exchange?: number,
  ) {
    const found = differences(actual, expected)
    const listed = found.length > 0 ? found : [{ path: '', expected, actual }]
    super(`${what}: ${compared({ expected, actual }, listed)}`)
    this.differences = listed
  }
}

const longest = 300

/** Returns both values if they are short, or else the first difference. */
function compared({ expected, actual }: Comparison, found: readonly Difference[]): string {
  const [whole = ''] = differenceLines([{ expected, actual }])
  const isShort = JSON.stringify([expected, actual]).length <= longest
  return found.length > 1 && isShort ? whole : differenceLines(found, 1).join(' ')
}

/** A prerequisite of the scenario is missing, so its clauses can't be verified. */
export class Blocked extends Error {
  override readonly name = 'Blocked'
}

/** The target lacks the capability of the scenario, and its configuration doesn't declare it. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}
