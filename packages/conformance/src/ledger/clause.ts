import type { Capability } from '../profile/capability.js'

/**
 * How binding a statement is: `required` of every target, `conditional` on a capability, `observed` where the
 * specification is silent and clients are known to rely on it, `disputed` where it contradicts itself or the
 * best-known implementation.
 */
export type Level = 'required' | 'conditional' | 'observed' | 'disputed'

export const levels = ['required', 'conditional', 'observed', 'disputed'] as const satisfies readonly Level[]

/** A statement of the specification, paraphrased. */
export interface Clause {
  /** Section and key, for example `4.4/r3`; never renamed once published. */
  readonly id: string
  readonly section: string
  readonly level: Level
  readonly text: string
  /** The capability that a conditional clause belongs to. */
  readonly when?: Capability
  /** What we read into the statement beyond its words. A clause that rests on a reading alone is `observed`. */
  readonly reading?: string
  /** Why no scenario can verify it. */
  readonly excluded?: string
  /** What the two sides of a disputed clause say. */
  readonly dispute?: string
  /** Why the answer follows from the database rather than from the service before it. */
  readonly database?: string
}

type Row = Omit<Clause, 'id' | 'section'>

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
/** An observed clause that has words of the specification, and what we read into them. */
export const readAs = (text: string, reading: string, when?: Capability): Row => ({ ...observed(text, when), reading })

const refused =
  'The specification says that it cannot be done, and gives no status (§7.3). Read here as: the request is refused with 4xx.'

/** An observed clause on something that the specification calls impossible without saying what happens then. */
export const impossible = (text: string, when?: Capability): Row => readAs(text, refused, when)

/** A clause whose answer follows from the database, where the service does not see to it. */
export const byDatabase = (database: string, row: Row): Row => ({ ...row, database })
export const excluded = (text: string, why: string): Row => ({ level: 'required', text, excluded: why })

/** Gives each row of a section its id. */
export function section(name: string, rows: Readonly<Record<string, Row>>): Clause[] {
  return Object.entries(rows).map(([key, row]) => ({ id: `${name}/${key}`, section: name, ...row }))
}
