import type { Condition } from './read-plan.js'

/** Holds for no row. */
export const never: Condition = { op: 'or', of: [] }

/** Every condition; null, which restricts nothing, when there is none. */
export function allOf(conditions: readonly (Condition | null)[]): Condition | null {
  return joined('and', conditions)
}

/** One of the conditions at least; null when there is none, since a group that says nothing restricts nothing. */
export function anyOf(conditions: readonly (Condition | null)[]): Condition | null {
  return joined('or', conditions)
}

export function not(condition: Condition | null): Condition | null {
  return condition && { op: 'not', of: condition }
}

function joined(op: 'and' | 'or', conditions: readonly (Condition | null)[]): Condition | null {
  const present = conditions.filter((condition) => condition !== null)
  return present.length > 1 ? { op, of: present } : (present[0] ?? null)
}
