import { isRecord, isScalar, type Registry, type Schema } from '@content-api/model'
import { fileContentType, linkTarget } from '@content-api/engine/plan/link-target'
import type { Can } from '../query/permissions.js'
import { isConcealed, mayFollow } from '../query/usable-attributes.js'

/** The registry of the entries, and the permissions of the caller who gets them. */
export interface ShownTo {
  readonly registry: Registry
  readonly can: Can
}

type Entry = Readonly<Record<string, unknown>>

/** Maps each entry of a list, or a single entry, with `visit`. Other values stay unchanged. */
function each(value: unknown, visit: (entry: Entry) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => each(item, visit))
  return isRecord(value) ? visit(value) : value
}

/** Returns the schema of a related entry. Entries of dynamic zones and polymorphic relations name their type. */
function schemaOf(entry: Entry, target: Schema | undefined, registry: Registry): Schema | undefined {
  if (target) return target
  const { __component: component, __type: type } = entry
  if (typeof component === 'string') return registry.components.get(component)
  return typeof type === 'string' ? registry.contentTypes.get(type) : undefined
}

/**
 * Returns entries without what this caller may not see: private attributes, passwords, and relations to types
 * that the caller may not find, at every depth. Keys that are not in the schema stay, because project code
 * added them.
 */
export function withoutHidden(value: unknown, schema: Schema, shown: ShownTo): unknown {
  return each(value, (entry) => {
    const kept: Record<string, unknown> = {}
    for (const [name, item] of Object.entries(entry)) {
      const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
      if (!attribute) {
        kept[name] = item
      } else if (!isConcealed(attribute)) {
        if (isScalar(attribute)) kept[name] = item
        else if (mayFollow(schema, name, attribute, shown)) {
          const target =
            attribute.type === 'media' ? fileContentType(shown.registry) : linkTarget(attribute, shown.registry)
          kept[name] = each(item, (linked) => {
            const of = schemaOf(linked, target, shown.registry)
            if (of?.model === 'contentType' && attribute.type === 'relation' && !target && !shown.can('find', of))
              return null
            return of ? withoutHidden(linked, of, shown) : linked
          })
        }
      }
    }
    return kept
  })
}

/** Returns entries in the envelopes of REST: entries as `{ id, attributes }`, relations and files as `{ data }`. */
export function inEnvelopes(value: unknown, schema: Schema, registry: Registry): unknown {
  return each(value, ({ id, ...attributes }) => ({ id, attributes: linksInEnvelopes(attributes, schema, registry) }))
}

function linksInEnvelopes(attributes: Entry, schema: Schema, registry: Registry): Entry {
  const entries = Object.entries(attributes).map(([name, item]): [string, unknown] => {
    const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
    if (!attribute || isScalar(attribute)) return [name, item]
    const target = linkTarget(attribute, registry)
    if (attribute.type === 'component' || attribute.type === 'dynamiczone') {
      const inPart = (part: Entry) => {
        const of = schemaOf(part, target, registry)
        return of ? linksInEnvelopes(part, of, registry) : part
      }
      return [name, each(item, inPart)]
    }
    // `{ count }` is not an entry.
    if (isRecord(item) && 'count' in item && Object.keys(item).length === 1)
      return [name, { data: { attributes: item } }]
    const linked = each(item, (entry) => {
      const of = schemaOf(entry, target, registry)
      return of ? inEnvelopes(entry, of, registry) : entry
    })
    return [name, { data: linked ?? null }]
  })
  return Object.fromEntries(entries)
}
