import { isScalar, type Schema } from '@content-api/model'
import { invalidParameter } from '../../errors/invalid-parameter.js'
import type { OutputMember, OutputObject } from '../read-plan.js'
import { usableAttribute, usableNames } from '../usable-attributes.js'
import { linkNames, linksOf } from './link-names.js'
import type { LinkScope } from './link-scope.js'
import type { LinkRequest } from './populate-tree.js'

/**
 * One strategy for several schemas: each takes the names that it has.
 *
 * @throws ApiError ValidationError for a field and, where strict, a link that none of them has
 */
export function selectShared<S extends Schema>(
  schemas: readonly S[],
  { options: { fields }, populate }: LinkRequest,
  scope: LinkScope,
  headOf: (schema: S) => readonly OutputMember[],
): { schema: S; members: OutputObject }[] {
  if (scope.context.strict) {
    for (const name of populate.links.keys()) {
      if (schemas.some((schema) => linksOf(schema).has(name))) continue
      throw invalidParameter(
        name,
        schemas.flatMap((schema) => [...linkNames(schema, scope.context)]),
      )
    }
  }
  const fieldsOf = shareFields(schemas, fields, scope)
  return schemas.map((schema) => ({
    schema,
    members: scope.select(schema, { fields: fieldsOf(schema), populate, shared: true, head: headOf(schema) }, scope),
  }))
}

/** Gives each schema those of the fields that it has; what is no list of names is left for `parseFields` to refuse. */
function shareFields(schemas: readonly Schema[], fields: unknown, { context }: LinkScope): (schema: Schema) => unknown {
  const names: unknown = typeof fields === 'string' && fields !== '' ? [fields] : fields
  if (!Array.isArray(names)) return () => fields
  const has = (schema: Schema, name: unknown) => {
    const attribute = typeof name === 'string' ? usableAttribute(schema, name, context) : undefined
    return typeof name !== 'string' || name === '*' || (attribute !== undefined && isScalar(attribute))
  }
  const missing = names.find((name) => !schemas.some((schema) => has(schema, name)))
  if (typeof missing === 'string') {
    throw invalidParameter(
      missing,
      schemas.flatMap((schema) => [...usableNames(schema, context, isScalar)]),
    )
  }
  return (schema) => names.filter((name) => has(schema, name))
}
