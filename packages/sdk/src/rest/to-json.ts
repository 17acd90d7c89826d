import { QueryError } from '../errors/query-error.js'
import { isObject, jsonMember } from '../query/json-value.js'

/**
 * Returns the JSON of a body.
 *
 * @throws QueryError for `NaN`, `Infinity`, invalid dates and functions, which JSON turns into null or leaves
 * out, for files, maps and promises, which it empties, for a bigint, for data that contains itself, and for
 * an entry that `connect` or `set` names twice (specification §4.4 rule 4)
 */
export function toJSON(body: object): string {
  for (const [name, value] of Object.entries(body)) checkValue(name, value)
  return JSON.stringify(body)
}

function checkValue(path: string, input: unknown): void {
  const value = jsonMember(path, input)
  if (!isObject(value)) return
  if (namesTwice(value['connect']) || namesTwice(value['set'])) throw new QueryError(path, 'names an entry twice')
  for (const [name, member] of Object.entries(value)) checkValue(`${path}.${name}`, member)
}

/** The specification forbids naming an entry twice (§4.4 rule 4), and servers handle it in different ways. */
function namesTwice(items: unknown): boolean {
  return Array.isArray(items) && new Set(items.map(identityOf)).size < items.length
}

/** Entries of polymorphic relations have a type besides their id. Objects without an id are JSON, not entries. */
function identityOf(item: unknown): unknown {
  if (!isObject(item)) return `${String(item)} `
  const { id, __type: type = '' } = item as { id?: number | string; __type?: string }
  return id ? `${id} ${type}` : item
}
