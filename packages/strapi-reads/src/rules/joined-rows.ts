import type { ContentType, Schema } from '@content-api/model'
import type { Condition, ReadPlan, SortKey } from '@content-api/engine/plan'
import type { OrderedList, ShownRows } from '@content-api/core/query/reading-rules'
import { leftToStrapi } from '../left-to-strapi.js'
import { filteredByIndex, indexedAttributes } from './index-reads.js'
import type { StrapiProcess } from './strapi-process.js'

/**
 * Returns the fields that Strapi 4.26 shows for rows that it joins with others: the attributes that they are
 * sorted by, and the selected ones.
 *
 * @throws LeftToStrapi if a row has an attribute with the name of a sorted one of another row,
 * because Strapi shows the value of the other row then
 */
export function withSortedFields(schema: Schema, fields: unknown, sort: readonly SortKey[]): unknown {
  const names: unknown = typeof fields === 'string' && fields !== '' ? [fields] : fields
  if (!Array.isArray(names) || names.length === 0 || sort.length === 0 || names.includes('*')) return fields
  if (sort.some(({ path, name }) => path.length > 0 && Object.hasOwn(schema.attributes, name))) {
    throw leftToStrapi('selects fields of rows that are sorted by a path')
  }
  const own = sort.filter(({ path }) => path.length === 0)
  return [...own.map(({ name }) => name), ...(names as readonly unknown[])]
}

/** Returns the fields of rows as `withSortedFields`, if Strapi joins them with others. */
export function shownInStrapi(schema: Schema, fields: unknown, rows: ShownRows): unknown {
  const isJoined = 'areLinked' in rows || joinsRows(rows.filters, rows.sort)
  return isJoined ? withSortedFields(schema, fields, rows.sort) : fields
}

/** Returns whether Strapi joins the rows of a list with others. */
export function joinsRows(filters: Condition | null, sort: readonly SortKey[]): boolean {
  return (filters !== null && followsLink(filters)) || sort.some(({ path }) => path.length > 0)
}

const selectsAll = (fields: unknown) => fields === undefined || [fields].flat().includes('*')

/**
 * Returns how a list orders entries with equal sort keys. Strapi leaves this to the database. SQLite reads
 * rows by their ids, except with an index that it reads backwards or in part, or from the rows that a filter
 * joins. PostgreSQL reads them as they are stored. Strapi also removes duplicates of joined rows, after which
 * PostgreSQL returns them in an order of its own. Where the order isn't known, the statement is Strapi's.
 */
export function tiesInStrapi(
  { dialect }: Pick<StrapiProcess, 'dialect'>,
  type: ContentType,
  { filters, sort, fields }: OrderedList,
): Pick<ReadPlan, 'ties'> {
  const hasId = sort.some(({ path, name }) => path.length === 0 && name === 'id')
  if (dialect === 'postgres' && !joinsRows(filters, sort)) return { ties: 'database' }
  if (hasId) return {}
  const isOpen =
    dialect === 'postgres' ||
    readsBackwards(type, sort) ||
    (filters !== null && (followsLink(filters) || filteredByIndex(filters, indexedAttributes(type)) !== null))
  if (!isOpen) return {}
  // For a part of the columns, the database may choose another plan.
  return { ties: selectsAll(fields) ? 'joined-rows' : 'rejected' }
}

const readsBackwards = (type: ContentType, [key, ...others]: readonly SortKey[]) =>
  key?.direction === 'desc' && key.path.length === 0 && others.length === 0 && indexedAttributes(type).has(key.name)

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
