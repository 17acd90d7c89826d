import { ResponseShapeError } from '../errors/response-shape-error.js'
import { isObject, isRecord } from '../query/json-value.js'
import { type LinkOptions, linkQuery, type LinkQuery, memberQuery } from '../query/link-query.js'

type Fields = Record<string, unknown>

/**
 * Returns an entry, or each entry of a list, with its attributes beside the id and its populated links
 * without their `{ data }` wrappers.
 *
 * Only links that the query populates are unwrapped, so a JSON attribute that looks like a wrapper stays
 * unchanged. `populate: '*'` doesn't name links. There, a JSON value `{ data }` that contains null, a list or
 * an object with an id counts as a link.
 */
export function flattenEntries(entries: unknown, query: LinkQuery): unknown {
  return each(entries, (entry) => {
    const { id, attributes } = entry
    return flattenLinks(isObject(attributes) ? { id, ...attributes } : entry, query)
  })
}

/** Applies a function to an object, or to each object of a list. */
function each(value: unknown, flatten: (object: Fields) => Fields): unknown {
  const flattenOne = (one: unknown) => (isRecord(one) ? flatten(one) : one)
  return Array.isArray(value) ? value.map(flattenOne) : flattenOne(value)
}

function flattenLinks(fields: Fields, query: LinkQuery): Fields {
  if (query === true) return fields
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const requested = linkQuery(query.populate, name)
      return [name, requested ? flattenLink(value, requested) : value]
    }),
  )
}

/** Flattens the value of a populated link: the `{ data }` of a relation or media, or components. */
function flattenLink(value: unknown, query: LinkQuery): unknown {
  if (isRelation(value)) return flattenEntries(value.data, query)
  return each(value, (component) => flattenLinks(component, componentQuery(component, query)))
}

/** Returns the query of a component: in a dynamic zone with `on`, the one of its uid. */
function componentQuery({ __component: uid }: Fields, query: LinkQuery): LinkQuery {
  const { on }: LinkOptions = query === true ? {} : query
  if (!on) return query
  if (typeof uid !== 'string') throw new ResponseShapeError('a zone returned no __component')
  return memberQuery(on, uid) ?? true
}

/** A link has no id beside its `data`. The content of `data` distinguishes it from most JSON values with that key. */
function isRelation(value: unknown): value is { readonly data: unknown } {
  const { id, data }: Fields = isObject(value) ? value : {}
  return !id && (data === null || (isObject(data) && Boolean(Array.isArray(data) || data['id'])))
}
