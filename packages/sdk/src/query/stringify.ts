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

/** What equality with null is sent as. */
const NULL = { $eq: '$null', $ne: '$notNull' }

/** Most text needs no encoding, and finding that out is faster than encoding it. */
const UNSAFE = /[^\w.-]/

/** Keys found right before: names come back in every query, and asking a set is faster than matching a pattern. */
const known = new Set<string>()

function fail(path: string, problem: string): never {
  throw new QueryError(path, problem)
}

/**
 * The query string of a query, without `?` (specification §4.2, §4.3). Equality with null becomes `[$null]=true`, dates
 * become ISO 8601, `populate: { author: {} }` becomes `populate[author]=true`, what is undefined outside filters is left
 * out.
 *
 * Throws a {@link QueryError} where the server would silently answer another question: undefined or nothing inside a
 * filter, an unknown operator, more than the parser's limits, a number that is none.
 */
export function stringify(query: object, { arrayLimit = 100, parameterLimit = 1000 }: QueryLimits = {}): string {
  let result = ''
  let count = 0

  const write = (path: string, value: unknown, key = '', filter = false): void => {
    if (value === undefined || value === null) {
      // Only filters know null, and only where it can become an operator; only elsewhere may something be left open.
      const operator = NULL[key as '$eq']
      if ((value === null) !== filter || (!operator && key[0] === '$')) fail(path, `is ${value as null}`)
      if (filter) write(`${operator ? path.slice(0, -5) : path}[${operator || '$null'}]`, true)
    } else if (value instanceof Date) write(path, value.toISOString())
    else if (typeof value === 'object') {
      const before = count
      if (Array.isArray(value)) {
        if (value.length > arrayLimit) fail(path, `has over ${arrayLimit} items`)
        // An item has no operator that null could become, which is what `$in` says of itself.
        for (let i = 0; i < value.length; i++) write(path + `[${i}]`, value[i], '$in', filter)
      } else {
        for (const name in value) {
          if (!known.has(name)) {
            if (!KEY.test(name) || name in {}) fail(path, `can't have ${name}`)
            if (known.size < 1000) known.add(name)
          }
          const child = (value as Record<string, unknown>)[name]
          write(path ? path + `[${name}]` : name, child, name, filter || name === 'filters')
        }
      }
      if (count === before) {
        if (filter ? key !== 'filters' : key === 'fields') fail(path, 'is empty')
        if (POPULATED.test(path)) write(path, true)
      }
    } else {
      if (typeof value === 'number' && !Number.isFinite(value)) fail(path, `is ${value}`)
      const text = `${value as string | number}`
      result += path + `=${UNSAFE.test(text) ? encodeURIComponent(text) : text}&`
      count++
    }
  }

  write('', query)
  if (count > parameterLimit) fail('query', `has over ${parameterLimit} parameters`)
  return result.slice(0, -1)
}
