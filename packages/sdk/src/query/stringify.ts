import { QueryError } from '../errors/query-error.js'
import { KEY } from './operators.js'

export interface QueryLimits {
  /** Items that the server's parser takes in one array. Default 100: beyond it Strapi answers as if there were no filter. */
  readonly arrayLimit?: number | undefined
  /** Parameters in one query string. Default 1000: beyond it Strapi drops the rest. */
  readonly parameterLimit?: number | undefined
}

/** `populate[author]`, `populate[author][populate][team]`, `populate[zone][on][shared.quote]`. */
const POPULATED = /(^populate|\[(populate|on)])\[[^[]*$/

/**
 * The query string of a query, without `?` (specification §4.2, §4.3). Equality with null becomes `[$null]=true`, dates
 * become ISO 8601, `populate: { author: {} }` becomes `populate[author]=true`, what is undefined outside filters is left
 * out.
 *
 * Throws a {@link QueryError} where the server would silently answer another question: undefined or nothing inside a
 * filter, an unknown operator, more than the parser's limits, a number that is none.
 */
export function stringify(query: object, { arrayLimit = 100, parameterLimit = 1000 }: QueryLimits = {}): string {
  const parts: string[] = []

  const write = (path: string, given: unknown, key: string, filter: boolean): void => {
    const value = given instanceof Date ? given.toISOString() : given
    const fail = (problem: string): never => {
      throw new QueryError(path, problem)
    }
    if (value === undefined || value === null) {
      if (filter ? value === undefined || /^\$(?!(eq|ne)$)/.test(key) : value === null) fail(`is ${value as null}`)
      if (filter)
        parts.push(`${key[0] === '$' ? path.slice(0, -5) : path}[${key === '$ne' ? '$notNull' : '$null'}]=true`)
    } else if (typeof value === 'object') {
      const list = Array.isArray(value)
      const names = Object.keys(value)
      const before = parts.length
      if (list && names.length > arrayLimit) fail(`has over ${arrayLimit} items: split it`)
      for (const name of names) {
        if (!KEY.test(name) || name in {}) fail(`can't have ${name}`)
        // An item has no operator that null could become, which is what `$in` says of itself.
        const child = (value as Record<string, unknown>)[name]
        write(path ? `${path}[${name}]` : name, child, list ? '$in' : name, filter || name === 'filters')
      }
      if (parts.length === before) {
        if (filter ? key !== 'filters' : key === 'fields') fail('is empty')
        if (POPULATED.test(path)) parts.push(`${path}=true`)
      }
    } else {
      if (typeof value === 'number' && !Number.isFinite(value)) fail(`is ${value}`)
      parts.push(`${path}=${encodeURIComponent(value as string)}`)
    }
  }

  write('', query, '', false)
  if (parts.length > parameterLimit) throw new QueryError('query', `has over ${parameterLimit} parameters`)
  return parts.join('&')
}
