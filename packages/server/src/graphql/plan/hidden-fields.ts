import { isScalar, type Registry } from '@content-api/model'
import type { Caller } from '../../entries/caller.js'
import type { ShadowCrud } from '../../project/shadow-crud.js'
import { linkTarget } from '@content-api/engine/plan/link-target'
import type { PlanContext } from '../../query/plan-context.js'
import { typeName } from '../naming.js'
import type { SchemaExtension } from '../service.js'

/**
 * Returns a function that finds out whether an extension hides a field from the caller. Sorts and filters by
 * a hidden field would reveal its values. The schema has no filters for completely disabled fields. It has
 * filters for fields of which only the output is disabled (`disableOutput`), as the specification requires.
 */
export function hiddenFields(
  registry: Registry,
  shadow: ShadowCrud,
  extension: SchemaExtension,
  caller: Caller,
): NonNullable<PlanContext['hides']> {
  return (schema, name, parameter) => {
    if (parameter === 'sort' && !shadow.hasOutput(schema.uid, name)) return true
    const attribute = schema.attributes[name]
    const target = attribute && !isScalar(attribute) ? linkTarget(attribute, registry) : undefined
    if (target && !shadow.isEnabled(target.uid)) return true
    const type = typeName(schema)
    // The id of an entry is a field of the entity, not of its attributes.
    const place = name === 'id' && schema.model === 'contentType' ? `${type}Entity` : type
    return extension.hides(`${place}.${name}`, caller)
  }
}
