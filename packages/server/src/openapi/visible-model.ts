import { type Component, type ContentType, type Registry, type Schema, isScalar } from '@content-api/model'
import type { Can } from '../query/plan-context.js'
import { mayFollow } from '../query/usable-attributes.js'
import type { JsonSchema } from './json-schema.js'

/**
 * Returns the model without relations to types that the caller may not find. Queries treat these attributes
 * as unknown too.
 */
export function visibleModel(registry: Registry, can: Can): Registry {
  const visible = <Attributes extends Schema['attributes']>(schema: Schema, attributes: Attributes): Attributes =>
    Object.fromEntries(
      Object.entries(attributes).filter(
        ([name, attribute]) => isScalar(attribute) || mayFollow(schema, name, attribute, { registry, can }),
      ),
    ) as Attributes
  const restrict = <Model extends ContentType | Component>(schema: Model): Model => ({
    ...schema,
    attributes: visible(schema, schema.attributes),
    declared: visible(schema, schema.declared),
  })
  const contentTypes = new Map([...registry.contentTypes].map(([uid, type]) => [uid, restrict(type)]))
  const components = new Map([...registry.components].map(([uid, component]) => [uid, restrict(component)]))
  return {
    contentTypes,
    components,
    warnings: registry.warnings,
    contentType: (uid) => contentTypes.get(uid) ?? registry.contentType(uid),
    component: (uid) => components.get(uid) ?? registry.component(uid),
  }
}

const schemasPath = '#/components/schemas/'

/**
 * Returns the schemas that `roots` refer to, directly or indirectly. The others describe types that the
 * caller may not use.
 */
export function reachableSchemas(
  roots: unknown,
  schemas: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, JsonSchema>> {
  const reached = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      const name =
        key === '$ref' && String(member).startsWith(schemasPath) ? String(member).slice(schemasPath.length) : null
      if (name === null) visit(member)
      else if (!reached.has(name)) {
        reached.add(name)
        visit(schemas[name])
      }
    }
  }
  visit(roots)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => reached.has(name)))
}
