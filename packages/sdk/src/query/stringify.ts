import { QueryError } from '../errors/query-error.js'
import { expectWhole, isObject, isRecord, jsonValue } from './json-value.js'
import { isOperator, operators } from './operators.js'

/** The limits of the server's parser of query strings. */
export interface QueryLimits {
  /** The maximum number of items in an array. Default 100: Strapi ignores filters with larger arrays. */
  readonly arrayLimit?: number | undefined
  /** The maximum number of parameters in a query string. Default 1000: Strapi ignores the rest. */
  readonly parameterLimit?: number | undefined
}

/**
 * Returns the query string of a query, without `?` (specification §4.2, §4.3). Equality with null becomes
 * `[$null]=true`, dates become ISO 8601, `populate: { author: {} }` becomes `populate[author]=true`.
 * An object or array that a filter compares becomes JSON text, which keeps nulls, types and empty values.
 * Undefined values outside filters are left out.
 *
 * @throws QueryError where the server would silently read another query: for undefined or empty conditions,
 * unknown operators, `NaN` and invalid dates, and queries over the parser's limits
 * @example
 * ```ts
 * stringify({ filters: { title: { $containsi: 'fjord' } }, sort: 'title' }) // filters[title][$containsi]=fjord&sort=title
 * ```
 */
export function stringify(query: object, { arrayLimit = 100, parameterLimit = 1000 }: QueryLimits = {}): string {
  let text = ''
  let count = 0
  function write(path: string, value: unknown): void {
    text += `&${path}=${encode(path, value)}`
    count++
  }

  /** Visits the members of an object or a list. */
  function visitMembers(path: string, holder: unknown, visit: Visit): void {
    const visitMember = (name: string | number, value: unknown) => {
      const fullPath = memberPathOf(path, name)
      visit(fullPath, jsonValue(fullPath, value), name)
    }
    if (Array.isArray(holder)) {
      const { length } = holder
      if (length > arrayLimit) throw new QueryError(path, `has ${length} items, over arrayLimit (${arrayLimit})`)
      for (let index = 0; index < length; index++) visitMember(index, holder[index])
    } else {
      if (!isObject(holder)) throw new QueryError(path || 'query', problemOf(holder))
      for (const name of Object.keys(holder)) visitMember(name, holder[name])
    }
  }

  /** The options of a query or of a populated link. */
  function writeOptions(path: string, options: unknown): void {
    visitMembers(path, options, (fullPath, value, name) => {
      if (name === 'fields' && Array.isArray(value) && value.length === 0) throw new QueryError(fullPath, 'is empty')
      if (name === 'filters') writeConditions(fullPath, value, name)
      else if (name === 'populate' || name === 'on') writeLinks(fullPath, value)
      else writeValue(fullPath, value)
    })
  }

  /** The links to populate, by name, or the components of a zone, by uid. */
  function writeLinks(path: string, links: unknown): void {
    if (!isRecord(links)) return writeValue(path, links)
    visitMembers(path, links, (fullPath, link) => {
      if (!isRecord(link)) return writeValue(fullPath, link)
      const before = count
      writeOptions(fullPath, link)
      // A link without options is populated as it is.
      if (count === before) write(fullPath, true)
    })
  }

  /** A value outside filters. */
  function writeValue(path: string, value: unknown): void {
    if (!isObject(value)) {
      if (value !== undefined) write(path, value)
    } else visitMembers(path, value, writeValue)
  }

  /** `parent`: the last name of the path. */
  function writeConditions(path: string, conditions: unknown, parent: string | number): void {
    visitMembers(path, conditions, (fullPath, value, name) => {
      if (value === null && typeof name === 'string') {
        const operator = isOperator(name) ? operators[name] : '$null'
        if (!operator) throw new QueryError(fullPath, 'is null')
        write(`${isOperator(name) ? path : fullPath}[${operator}]`, true)
      } else if (!isObject(value)) write(fullPath, value)
      else if (COMPARED.test(`${parent}${name}`)) {
        expectWhole(fullPath, value)
        write(fullPath, JSON.stringify(value))
      } else {
        const before = count
        writeConditions(fullPath, value, name)
        if (count === before) {
          throw new QueryError(fullPath, 'is empty', name === '$in' && !UNDECIDED.test(path))
        }
      }
    })
  }

  writeOptions('', jsonValue('query', query))
  if (count > parameterLimit) {
    throw new QueryError('query', `has ${count} parameters, over parameterLimit (${parameterLimit})`)
  }
  return text.slice(1)
}

/** The name of a list item is its index. */
type Visit = (fullPath: string, value: unknown, name: string | number) => void

/**
 * The last two names of a value that is compared. An object there is the value of a JSON attribute, and not conditions.
 */
const COMPARED = /\$(eq|ne|[lg]te?|(in|notIn|between)\d+)$/

/** Paths of conditions without which a query may still find entries: those of links, and below `$or` and `$not`. */
const UNDECIDED = /^populate|\$(or|not)]/

/** Keys, and values that need no encoding. Most values match, and the test is faster than encoding. */
const SAFE = /^[\w.:-]+$/

/** The checked parts of paths, by key. Queries repeat their keys, and checking keys takes most of the time. */
const partOfKey = new Map<string | number, string>()
const MAX_KEYS = 5000

/** Returns the path of a member. Throws for a key that would change the path, or that parsers drop. */
function memberPathOf(path: string, key: string | number): string {
  let part = partOfKey.get(key)
  if (!part) {
    const name = `${key}`
    if (!(isOperator(name) || SAFE.test(name)) || name in {}) throw new QueryError(`${path}[${name}]`, 'is unknown')
    part = `[${name}]`
    if (partOfKey.size < MAX_KEYS) partOfKey.set(key, part)
  }
  return path ? path + part : `${key}`
}

/** The problem of a value that can't be sent. Only in filters, undefined is a problem. */
function problemOf(value: unknown): string {
  return `is ${String(value)}${value === undefined ? '. To omit it, write filters: allOf(value && { … })' : ''}`
}

function encode(path: string, value: unknown): string {
  const text = String(value)
  if (value === undefined || value === null) throw new QueryError(path, problemOf(value))
  if (SAFE.test(text)) return text
  try {
    return encodeURIComponent(text)
  } catch {
    // A lone surrogate has no UTF-8 form.
    throw new QueryError(path, 'is not Unicode')
  }
}
