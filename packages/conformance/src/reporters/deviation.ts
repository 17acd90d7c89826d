import { z } from 'zod'
import { findClause } from '../ledger/ledgers.js'
import type { Result } from './show.js'

/** The classes of failures in the matrix. */
export const deviationClasses = {
  'target-deviates': "the target doesn't do what the specification or its clients require",
  'spec-disputed': 'the specification is silent or contradicts itself, and targets differ',
  'database-dependent': "the response depends on the target's database",
} as const satisfies Record<string, string>

export interface Deviation {
  readonly class: keyof typeof deviationClasses
  /** One line. Absent if the failure has not been analysed yet. */
  readonly because?: string
}

/** The reasons for failures, written by hand: by target, then by scenario or clause, one line each. */
export const reasonsSchema = z.record(z.string(), z.record(z.string(), z.string().min(1)))

export type Reasons = Readonly<Record<string, Readonly<Record<string, string>>>>

const isFailure = ({ verdict }: Result) => verdict === 'fail' || verdict === 'known-fail'

/**
 * Returns the class of a failure, which depends on the scenario's first clause, and the reason, if known. The
 * reason is in `reasons`, or else in that clause if it is disputed or a reading.
 * Returns undefined if the scenario didn't fail.
 */
export function deviationOf(result: Result, target: string, reasons: Reasons): Deviation | undefined {
  if (!isFailure(result)) return undefined
  const clauses = result.clauses.flatMap((id) => findClause(id) ?? [])
  const [leading] = clauses
  const found = reasons[target] ?? {}
  const because = [result.id, ...result.clauses].map((key) => found[key]).find((text) => text !== undefined)
  if (leading?.database !== undefined) return { class: 'database-dependent', because: because ?? leading.database }
  // A service that shows protected data deviates, also where the specification needs a reading.
  if (leading?.protects !== undefined)
    return { class: 'target-deviates', ...(because === undefined ? {} : { because }) }
  if (leading?.reading !== undefined) return { class: 'spec-disputed', because: because ?? leading.reading }
  if (leading?.dispute !== undefined) return { class: 'spec-disputed', because: because ?? leading.dispute }
  return { class: 'target-deviates', ...(because === undefined ? {} : { because }) }
}
