import { z } from 'zod'
import { findClause } from '../ledger/ledger.js'
import type { Result } from './show.js'

/** Why a cell of the matrix is red. */
export const deviationClasses = {
  'target-deviates': 'the target does other than the specification or its clients ask',
  'spec-disputed': 'the specification is silent or contradicts itself, and targets differ',
  'database-dependent': 'the answer follows from the database behind the target',
} as const satisfies Record<string, string>

export interface Deviation {
  readonly class: keyof typeof deviationClasses
  /** One line; absent where nobody has looked into it yet. */
  readonly because?: string
}

/** What a person found out of failures: for each target, by scenario or by clause, one line each. */
export const reasonsSchema = z.record(z.string(), z.record(z.string(), z.string().min(1)))

export type Reasons = Readonly<Record<string, Readonly<Record<string, string>>>>

const isFailure = ({ verdict }: Result) => verdict === 'fail' || verdict === 'known-fail'

/** The class of a failure and the reason, from the ledger where it knows them; undefined for what did not fail. */
export function deviationOf(result: Result, target: string, reasons: Reasons): Deviation | undefined {
  if (!isFailure(result)) return undefined
  const clauses = result.clauses.flatMap((id) => findClause(id) ?? [])
  const [leading] = clauses
  const found = reasons[target] ?? {}
  const because = [result.id, ...result.clauses].map((key) => found[key]).find((text) => text !== undefined)
  if (leading?.database !== undefined) return { class: 'database-dependent', because: because ?? leading.database }
  if (leading?.reading !== undefined) return { class: 'spec-disputed', because: because ?? leading.reading }
  if (leading?.dispute !== undefined) return { class: 'spec-disputed', because: because ?? leading.dispute }
  return { class: 'target-deviates', ...(because === undefined ? {} : { because }) }
}
