import type { Condition } from '@content-api/engine/plan/read-plan'

/** A condition that is false for every row. */
export const never: Condition = { op: 'or', of: [] }

/** Joins conditions with AND. Null means no restriction, as argument and as result. */
export function allOf(conditions: readonly (Condition | null)[]): Condition | null {
  return joined('and', conditions)
}

/** Joins conditions with OR. Nulls are ignored; the result is null, no restriction, if no condition is left. */
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
