import { refuse } from '../errors/query-error.js'
import { KEY } from './operators.js'

export interface QueryLimits {
  /** Items that the server's parser takes in one array. Default 100: beyond it Strapi answers as if there were no filter. */
  readonly arrayLimit?: number | undefined
  /** Parameters in one query string. Default 1000: beyond it Strapi drops the rest. */
  readonly parameterLimit?: number | undefined
}

/** What equality with null is sent as. */
const NULL = { $eq: '$null', $ne: '$notNull' }

/** What stands for itself in a query string is most text, and finding that out is faster than encoding it. */
const UNSAFE = /[^\w.:-]/

/** Keys found right, as a part of a path: names come back in every query, and looking one up is the fastest check. */
const known = new Map<string | number, string>()

/** The path of a member, whose key may not change it. */
function step(path: string, key: string | number): string {
  let part = known.get(key)
  if (!part) {
    if (!KEY.test(key as string) || key in {}) refuse(path, `can't have ${key}`)
    part = `[${key}]`
    if (known.size < 5000) known.set(key, part)
  }
  return path ? path + part : (key as string)
}

/**
 * The query string of a query, without `?` (specification §4.2, §4.3). Equality with null becomes `[$null]=true`, dates
 * become ISO 8601, `populate: { author: {} }` becomes `populate[author]=true`, what is undefined outside filters is left
 * out.
 *
 * Throws a `QueryError` where the server would silently answer another question: undefined or nothing inside a
 * filter, an unknown operator, more than the parser's limits, a number or a date that is none.
 */
export function stringify(query: object, { arrayLimit = 100, parameterLimit = 1000 }: QueryLimits = {}): string {
  let result = ''
  let count = 0

  const put = (path: string, value: string | number | boolean): void => {
    try {
      result += path + `=${UNSAFE.test(value as string) ? encodeURIComponent(value) : value}&`
    } catch {
      // Half a surrogate pair, which has no UTF-8 form.
      refuse(path, `is ${value}`)
    }
    count++
  }

  const write = (path: string, value: unknown, key?: string, filter?: boolean, parent?: string): void => {
    if (value === undefined || value === null) {
      // Only filters know null, and only where it can become an operator; only elsewhere may something be left open.
      const operator = NULL[key as '$eq']
      if ((value === null) !== filter || (!operator && key?.[0] === '$')) refuse(path, `is ${value as null}`)
      if (filter) put((operator ? path.slice(0, -5) : path) + `[${operator || '$null'}]`, true)
    } else if (typeof value !== 'object') {
      // Neither a number without end or without value nor a function is nothing less itself.
      if (typeof value !== 'string' && !((value as number) - (value as number) >= 0))
        refuse(path, `is ${value as number}`)
      put(path, value as string)
    } else if ((value as Date).toJSON) write(path, (value as Date).toJSON() ?? NaN, key, filter, parent)
    else {
      const before = count
      if (Array.isArray(value)) {
        if (value.length > arrayLimit) refuse(path, 'is over arrayLimit')
        // An item has no operator that null could become, which is what `$` says of it.
        for (const i of value.keys()) write(step(path, i), value[i], '$', filter)
      } else {
        for (const name in value) {
          write(step(path, name), value[name as never], name, filter || name === 'filters', key)
        }
      }
      if (count === before) {
        // A promise or a map looks like no filters at all.
        if (filter ? key !== 'filters' || value.constructor !== Object : key === 'fields') refuse(path, 'is empty')
        // A relation, or a component of a zone, of which nothing is asked: all of it is meant.
        if (parent === 'populate' || parent === 'on') put(path, true)
      }
    }
  }

  write('', query)
  if (count > parameterLimit) refuse('query', 'is over parameterLimit')
  return result.slice(0, -1)
}
