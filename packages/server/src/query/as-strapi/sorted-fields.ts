import { ApiError } from '@content-api/engine/errors'
import type { Condition, SortKey } from '@content-api/engine/plan'

/**
 * Returns the fields that Strapi 4.26 shows for rows that it joins with others: the attributes that they are
 * sorted by, and the selected ones.
 *
 * @throws ApiError ValidationError for paths, because Strapi shows values of other entries then
 */
export function withSortedFields(fields: unknown, sort: readonly SortKey[]): unknown {
  const names: unknown = typeof fields === 'string' && fields !== '' ? [fields] : fields
  if (!Array.isArray(names) || names.length === 0 || sort.length === 0 || names.includes('*')) return fields
  if (sort.some(({ path }) => path.length > 0)) {
    throw new ApiError('ValidationError', 'Strapi may show other fields of rows that are sorted by a path')
  }
  return [...sort.map(({ name }) => name), ...(names as readonly unknown[])]
}

/** Returns whether Strapi joins the rows of a list with others. */
export function joinsRows(filters: Condition | null, sort: readonly SortKey[]): boolean {
  return (filters !== null && followsLink(filters)) || sort.some(({ path }) => path.length > 0)
}

function followsLink(condition: Condition): boolean {
  switch (condition.op) {
    case 'link':
      return true
    case 'and':
    case 'or':
      return condition.of.some(followsLink)
    case 'not':
      return followsLink(condition.of)
    default:
      return false
  }
}
