/**
 * A query in the address: parameters with strings, and lists and objects of strings. Parameters that no form
 * of the page knows are also kept and sent, so that the server can report their problems.
 */
export type Query = Readonly<Record<string, QueryValue>>
export type QueryValue = string | QueryList | QueryObject
export type QueryList = readonly QueryValue[]
export interface QueryObject {
  readonly [name: string]: QueryValue
}

export function isQueryObject(value: QueryValue | undefined): value is QueryObject {
  return typeof value === 'object' && !Array.isArray(value)
}

/** Returns a query with a parameter set. Undefined and an empty string, list or object remove the parameter. */
export function withParameter(query: Query, name: string, value: QueryValue | undefined): Query {
  const { [name]: _, ...others } = query
  if (value === undefined || isEmpty(value)) return others
  return name in query ? { ...query, [name]: value } : { ...others, [name]: value }
}

function isEmpty(value: QueryValue): boolean {
  return typeof value === 'string' ? value === '' : Object.keys(value).length === 0
}

/** Reads a parameter that is a string or a list of strings. Commas separate names in a string, as in `sort=a,b`. */
export function namesIn(value: QueryValue | undefined): readonly string[] {
  const items = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? (value as QueryList) : []
  return items.flatMap((item) => (typeof item === 'string' && item.trim() !== '' ? [item.trim()] : []))
}

export function textIn(value: QueryValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

export interface SortKey {
  /** The attribute, or the path to it over relations: `author.name`. */
  readonly path: string
  readonly descending: boolean
}

/** Reads the keys of a sort in its string forms. The page never writes sort objects, and ignores them here. */
export function sortKeys(query: Query): readonly SortKey[] {
  return namesIn(query['sort']).map((item) => {
    const [path = '', direction] = item.split(':')
    return { path, descending: direction?.toLowerCase() === 'desc' }
  })
}

export function withSort(query: Query, keys: readonly SortKey[]): Query {
  const items = keys.map(({ path, descending }) => (descending ? `${path}:desc` : path))
  return withParameter(query, 'sort', items)
}

/** Returns a query without its page, because a changed filter or sort starts at the first page. */
export function fromFirstPage(query: Query): Query {
  const { pagination } = query
  if (!isQueryObject(pagination)) return query
  const { page: _, start: __, ...others } = pagination
  return withParameter(query, 'pagination', others)
}

/** Returns `{ page, pageSize }` of a query with pages or with an offset. */
export function pageOf(query: Query, defaultPageSize: number): { readonly page: number; readonly pageSize: number } {
  const pagination = isQueryObject(query['pagination']) ? query['pagination'] : {}
  const number = (name: string, otherwise: number) => {
    const value = Number(textIn(pagination[name]))
    return Number.isSafeInteger(value) && value > 0 ? value : otherwise
  }
  const pageSize = number('pageSize', number('limit', defaultPageSize))
  return { page: number('page', Math.floor(number('start', 0) / pageSize) + 1), pageSize }
}

export function withPage(query: Query, page: number, pageSize: number, defaultPageSize: number): Query {
  return withParameter(query, 'pagination', {
    ...(page > 1 ? { page: String(page) } : {}),
    ...(pageSize === defaultPageSize ? {} : { pageSize: String(pageSize) }),
  })
}
