import { isScalar, type Registry } from '@content-api/model'
import type { Caller } from '../../entries/caller.js'
import type { ShadowCrud } from '../../project/shadow-crud.js'
import { linkTarget } from '../../query/link-target.js'
import type { PlanContext } from '../../query/plan-context.js'
import { typeName } from '../naming.js'
import type { SchemaExtension } from '../service.js'

/**
 * What an extension hides from a caller: a sort or a filter by it would tell its values. Filters by switched-off fields aren't
 * in the schema; `disableOutput` alone leaves them there, as the specification says.
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
    // The id of an entry stands beside its attributes.
    const place = name === 'id' && schema.model === 'contentType' ? `${type}Entity` : type
    return extension.hides(`${place}.${name}`, caller)
  }
}
