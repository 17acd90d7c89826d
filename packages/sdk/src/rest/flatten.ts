import { isObject, type LinkOptions, linkQuery, type LinkQuery } from '../query/link-query.js'

interface Wrapped {
  readonly id?: unknown
  readonly attributes?: unknown
  readonly __component?: unknown
  /** One entry, a list of them, or null when it is a link's. */
  readonly data?: { readonly id?: unknown; readonly map?: unknown } | null
}

/**
 * An answer or a populated link without its wrappers: `{ data }` is taken off, attributes of an entry stand beside its id.
 * Only what was populated is looked into, and taken off only what a link is wrapped in, so a JSON attribute that happens to
 * look like an entry stays as it is. Only below `*`, which names none, a JSON `{ data }` that holds null, a list or
 * something with an id can't be told from a link.
 */
export function flatten(value: unknown, query: LinkQuery, entry?: boolean, item?: boolean): unknown {
  // A list in a list is nothing of this API, and nobody knows how deep that goes.
  if (Array.isArray(value)) return item ? value : value.map((item) => flatten(item, query, entry, true))
  if (!isObject(value)) return value
  const { id, attributes, data, __component } = value as Wrapped
  if (!entry && !id && (data === null || data?.id || data?.map)) return flatten(data, query, true)
  const fields: Record<string, unknown> = entry && isObject(attributes) ? { id, ...attributes } : { ...value }
  const { on, populate } = query as LinkOptions
  for (const name in fields) {
    const asked = linkQuery(on ? (on[__component as string] as LinkOptions | undefined)?.populate : populate, name)
    if (asked) fields[name] = flatten(fields[name], asked)
  }
  return fields
}
