import { type ContentType, isScalar, type Schema } from '@content-api/model'
import type { Condition, Output, OutputObject, SortKey } from '../plan/read-plan.js'

/** Returns the number of columns in the response for this row. */
export function fieldsOf(members: OutputObject): number {
  let fields = 0
  for (const { value } of members) {
    if (value.kind === 'field') fields += 1
    else if (value.kind === 'object') fields += fieldsOf(value.members)
  }
  return fields
}

/** Returns whether the output needs the number of all rows. */
export function hasTotal(output: Output): boolean {
  if (output.kind === 'pagination') return output.figure === 'total' || output.figure === 'pageCount'
  return output.kind === 'object' && output.members.some(({ value }) => hasTotal(value))
}

/**
 * The comparison of an object counts as this number of comparisons of values. For JSON texts of other lengths
 * it takes as long as one, for texts of the same length as long as a hundred (measured on SQLite).
 */
const valuesOfJson = 10

/** Returns the number of conditions on columns of the row itself. */
export function conditionsOf(condition: Condition | null): number {
  switch (condition?.op) {
    case undefined:
    case 'link':
      return 0
    case 'value':
      return 1
    case 'json':
      return valuesOfJson
    case 'not':
      return conditionsOf(condition.of)
    case 'and':
    case 'or':
      return condition.of.reduce((count, part) => count + conditionsOf(part), 0)
  }
}

/** Returns the largest number of entries that a condition on the id allows; null when there is no such condition. */
export function idsIn(condition: Condition | null): number | null {
  if (condition?.op === 'and') {
    const counts = condition.of.map(idsIn).filter((count) => count !== null)
    return counts.length > 0 ? Math.min(...counts) : null
  }
  if (condition?.op !== 'value' || condition.name !== 'id') return null
  return condition.operator === '$eq' || condition.operator === '$in' ? condition.values.length : null
}

/** Returns whether an index already has the order, so that the database reads only one page. */
export function isIndexed(schema: Schema, { name, path, attribute }: SortKey): boolean {
  if (path.length > 0) return false
  if (name === 'id' || (isScalar(attribute) && attribute.unique)) return true
  const indexes = schema.model === 'contentType' ? (schema satisfies ContentType).indexes : []
  return indexes.some(({ attributes }) => attributes[0] === name)
}
