import type { Capability } from '../profile/capability.js'

/**
 * How binding a clause is. `required`: for every target. `conditional`: for targets with a capability.
 * `observed`: the specification is silent, but clients depend on the behaviour. `disputed`: the specification
 * is silent or contradicts itself, and services differ.
 */
export type Level = 'required' | 'conditional' | 'observed' | 'disputed'

export const levels = ['required', 'conditional', 'observed', 'disputed'] as const satisfies readonly Level[]

/** What a service keeps from callers who must not see it. Clauses about it decide, also where Strapi differs. */
export const protectedData = ['drafts', 'permissions', 'private', 'passwords', 'locales'] as const
export type ProtectedData = (typeof protectedData)[number]

/** A statement of the specification, paraphrased. */
export interface Clause {
  /** Section and key, such as `4.4/r3` or `status/draft`. Published ids never change. */
  readonly id: string
  readonly section: string
  readonly level: Level
  readonly text: string
  /** The capability of a conditional clause. */
  readonly when?: Capability
  /** Our interpretation beyond the words of the specification. Clauses that depend on it are `observed`. */
  readonly reading?: string
  /** What the clause protects. Such a clause decides although it depends on a reading. */
  readonly protects?: ProtectedData
  /** Why no scenario can verify the clause. */
  readonly excluded?: string
  /** The two sides of a disputed clause. */
  readonly dispute?: string
  /** Why the response depends on the database rather than the service. */
  readonly database?: string
  /** Where the statement comes from, in ledgers of several sources. */
  readonly source?: string
  /** The clauses of the ledger of Strapi 4 whose scenarios also verify this clause, if both profiles share them. */
  readonly like?: readonly string[]
}

export type Row = Omit<Clause, 'id' | 'section'>

export const required = (text: string): Row => ({ level: 'required', text })
export const conditional = (when: Capability, text: string): Row => ({ level: 'conditional', text, when })
export const observed = (text: string, when?: Capability): Row => ({
  level: 'observed',
  text,
  ...(when ? { when } : {}),
})
export const disputed = (text: string, dispute: string, when?: Capability): Row => ({
  level: 'disputed',
  text,
  dispute,
  ...(when ? { when } : {}),
})
/** Defines an observed clause that is based on words of the specification and our interpretation of them. */
export const readAs = (text: string, reading: string, when?: Capability): Row => ({ ...observed(text, when), reading })

/** Defines a clause that protects data. It decides the outcome, also where the specification needs a reading. */
export const protecting = (protects: ProtectedData, text: string, reading: string, when?: Capability): Row => ({
  ...(when ? conditional(when, text) : required(text)),
  protects,
  reading,
})

const rejected =
  'The specification says that it cannot be done, without a status (§7.3). Interpreted as: the request is rejected with status 4xx.'

/** Defines an observed clause for input that the specification forbids without defining the response. */
export const impossible = (text: string, when?: Capability): Row => readAs(text, rejected, when)

/** Defines a clause whose response depends on the database unless the service takes care of it. */
export const byDatabase = (database: string, row: Row): Row => ({ ...row, database })
export const excluded = (text: string, why: string): Row => ({ level: 'required', text, excluded: why })

/** Assigns ids to the rows of a section. */
export function section(name: string, rows: Readonly<Record<string, Row>>): Clause[] {
  return Object.entries(rows).map(([key, row]) => ({ id: `${name}/${key}`, section: name, ...row }))
}
