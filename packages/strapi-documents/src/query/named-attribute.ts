import { type Attribute, isScalar, type Registry, type Schema } from '@content-api/model'
import { scalarBehaviours } from '@content-api/engine/attributes'
import { ApiError } from '@content-api/engine/errors'
import { fileContentType } from '@content-api/engine/plan'
import type { Can } from '@content-api/core/query/plan-context'

/** The parameters whose keys name attributes. */
export type KeyParameter = 'filters' | 'sort' | 'fields' | 'populate'

export interface QueryContext {
  readonly registry: Registry
  readonly can: Can
}

/** Returns the error for a key of a query, in the words of Strapi 5. @param path null for unknown keys at the root */
export function invalidQueryKey(key: string, path: string | null, param: string): ApiError {
  const place = path === null || path === key ? '' : ` at ${path}`
  return new ApiError('ValidationError', `Invalid key ${key}${place}`, {
    details: { key, path, source: 'query', param },
  })
}

/** Names that every content type of Strapi has, but that only some show. */
const systemNames: ReadonlySet<string> = new Set(['createdBy', 'updatedBy', 'locale', 'localizations'])

export const pathOf = (parent: string | null, name: string): string => (parent === null ? name : `${parent}.${name}`)

/**
 * Returns an attribute that the caller may name.
 * @param parent the path of the relation or component with the attribute; null at the root
 * @throws ApiError ValidationError for unknown, private and forbidden ones
 */
export function requireAttribute(
  schema: Schema,
  name: string,
  { parent, param }: { readonly parent: string | null; readonly param: KeyParameter },
  context: QueryContext,
): Attribute {
  const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
  if (!attribute) {
    const isHidden = schema.model === 'contentType' && systemNames.has(name)
    throw invalidQueryKey(name, isHidden ? pathOf(parent, name) : parent, param)
  }
  if (!isUsable(attribute, context)) throw invalidQueryKey(name, pathOf(parent, name), param)
  return attribute
}

function isUsable(attribute: Attribute, { registry, can }: QueryContext): boolean {
  if (attribute.private) return false
  if (isScalar(attribute)) return !scalarBehaviours[attribute.type].hidden
  if (attribute.type !== 'relation' || attribute.target === undefined) return true
  return can('find', registry.contentType(attribute.target))
}

/** Returns the schema that a link leads to; null for zones and for relations to entries of any type. */
export function schemaBehind(attribute: Attribute, registry: Registry): Schema | null {
  switch (attribute.type) {
    case 'component':
      return registry.component(attribute.component)
    case 'media':
      return fileContentType(registry)
    case 'relation':
      return attribute.target === undefined ? null : registry.contentType(attribute.target)
    default:
      return null
  }
}
