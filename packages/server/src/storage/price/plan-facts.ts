import { type ContentType, isScalar, type Schema } from '@content-api/model'
import type { Condition, Output, OutputObject, SortKey } from '../../query/read-plan.js'

/** The columns that are written, at this row. */
export function fieldsOf(members: OutputObject): number {
  let fields = 0
  for (const { value } of members) {
    if (value.kind === 'field') fields += 1
    else if (value.kind === 'object') fields += fieldsOf(value.members)
  }
  return fields
}

/** Whether the rows are counted. */
export function hasTotal(output: Output): boolean {
  if (output.kind === 'pagination') return output.figure === 'total' || output.figure === 'pageCount'
  return output.kind === 'object' && output.members.some(({ value }) => hasTotal(value))
}

/** Conditions on columns of the row itself. */
export function conditionsOf(condition: Condition | null): number {
  switch (condition?.op) {
    case undefined:
    case 'link':
      return 0
    case 'value':
      return 1
    case 'not':
      return conditionsOf(condition.of)
    case 'and':
    case 'or':
      return condition.of.reduce((count, part) => count + conditionsOf(part), 0)
  }
}

/** How many entries a condition on the id leaves at most; null where there is none. */
export function idsIn(condition: Condition | null): number | null {
  if (condition?.op === 'and') {
    const counts = condition.of.map(idsIn).filter((count) => count !== null)
    return counts.length > 0 ? Math.min(...counts) : null
  }
  if (condition?.op !== 'value' || condition.name !== 'id') return null
  return condition.operator === '$eq' || condition.operator === '$in' ? condition.values.length : null
}

/** Whether an index has the order already, so that only a page is read. */
export function isIndexed(schema: Schema, { name, path, attribute }: SortKey): boolean {
  if (path.length > 0) return false
  if (name === 'id' || (isScalar(attribute) && attribute.unique)) return true
  const indexes = schema.model === 'contentType' ? (schema satisfies ContentType).indexes : []
  return indexes.some(({ attributes }) => attributes[0] === name)
}
