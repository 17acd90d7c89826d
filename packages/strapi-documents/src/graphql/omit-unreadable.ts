import { isRecord, isScalar, type Registry, type Schema } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import type { Can } from '@content-api/core/query/plan-context'

interface OmitScope {
  readonly registry: Registry
  readonly can: Can
}

/** Returns data without relations to entries of types that the caller may not find, at every level. */
export function omitUnreadable(schema: Schema, data: Values, scope: OmitScope): Values {
  const kept = Object.entries(data).flatMap(([name, value]): (readonly [string, unknown])[] => {
    const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
    if (!attribute || isScalar(attribute)) return [[name, value]]
    const { registry, can } = scope
    switch (attribute.type) {
      case 'relation': {
        const target = attribute.target === undefined ? undefined : registry.contentTypes.get(attribute.target)
        return target && !can('find', target) ? [] : [[name, value]]
      }
      case 'component':
        return [[name, mapped(value, () => registry.component(attribute.component), scope)]]
      case 'dynamiczone':
        return [[name, mapped(value, (item) => componentOf(item, registry), scope)]]
      case 'media':
        return [[name, value]]
    }
  })
  return Object.fromEntries(kept)
}

const componentOf = ({ __component: uid }: Values, { components }: Registry): Schema | undefined =>
  typeof uid === 'string' ? components.get(uid) : undefined

function mapped(value: unknown, schemaOf: (item: Values) => Schema | undefined, scope: OmitScope): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => mapped(item, schemaOf, scope))
  if (!isRecord(value)) return value
  const schema = schemaOf(value)
  return schema ? omitUnreadable(schema, value, scope) : value
}
