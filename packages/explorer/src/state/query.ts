/**
 * A query of Strapi as the address holds it: the names of its parameters with strings, lists and objects of them. What no
 * form of the page knows is kept, and sent, so that the server says what is wrong with it.
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

/** A query with a parameter set, or without it where the value is undefined or an empty string, list or object. */
export function withParameter(query: Query, name: string, value: QueryValue | undefined): Query {
  const { [name]: _, ...others } = query
  if (value === undefined || isEmpty(value)) return others
  return name in query ? { ...query, [name]: value } : { ...others, [name]: value }
}

function isEmpty(value: QueryValue): boolean {
  return typeof value === 'string' ? value === '' : Object.keys(value).length === 0
}

/** A parameter that is one string or a list of strings; a comma separates the names of one string, as in `sort=a,b`. */
export function namesIn(value: QueryValue | undefined): readonly string[] {
  const items = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? (value as QueryList) : []
  return items.flatMap((item) => (typeof item === 'string' && item.trim() !== '' ? [item.trim()] : []))
}

export function textIn(value: QueryValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

export interface SortKey {
  /** Attribute, or a path to one over relations: `author.name`. */
  readonly path: string
  readonly descending: boolean
}

/** The keys of a sort in the forms of strings; objects, which the page never writes, have none. */
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

/** A query without the page that it was on: another filter or sort begins at the first one. */
export function fromFirstPage(query: Query): Query {
  const { pagination } = query
  if (!isQueryObject(pagination)) return query
  const { page: _, start: __, ...others } = pagination
  return withParameter(query, 'pagination', others)
}

/** `{ page, pageSize }` of a query by page or by offset. */
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
