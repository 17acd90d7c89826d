import { isRecord } from '@content-api/model'
import { type Condition, isValueOperator, valueOperators } from '@content-api/engine/plan'
import { invalidParameter } from '../errors/invalid-parameter.js'
import type { PlanContext } from './plan-context.js'
import { isRawScalar, malformedParameter } from './raw-value.js'
import type { ComparedField } from './reading-rules.js'

/**
 * Parses the filter of one attribute. An object contains operators. A value is short for `$eq`, an array for
 * `$in`, null for `$null`. Returns null if the filter restricts nothing.
 *
 * @throws ApiError ValidationError for unknown operators, for values that can't be compared with the
 * attribute, and above a limit
 */
export function parseFieldFilter(
  field: ComparedField,
  raw: unknown,
  context: Pick<PlanContext, 'limits' | 'reading'>,
  depth = 0,
): Condition | null {
  const { limits, reading } = context
  if (depth > limits.filterDepth)
    throw malformedParameter(field.name, `must not be nested deeper than ${limits.filterDepth}`)
  if (raw === null || raw === undefined || isRawScalar(raw)) return reading.compare(field, '$eq', raw, limits)
  if (Array.isArray(raw)) return reading.compare(field, '$in', raw, limits)
  if (!isRecord(raw))
    throw malformedParameter(field.name, 'must be a value, an array of values or an object of operators')
  return allOf(
    Object.keys(raw).map((key) => {
      if (key === '$not') return not(parseFieldFilter(field, raw[key], context, depth + 1))
      if (!isValueOperator(key)) throw invalidParameter(key, [...Object.keys(valueOperators), '$not'])
      return reading.compare(field, key, raw[key], limits)
    }),
  )
}

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
