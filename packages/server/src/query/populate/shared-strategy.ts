import { isScalar, type Schema } from '@content-api/model'
import { invalidParameter } from '../../errors/invalid-parameter.js'
import type { OutputMember, OutputObject } from '@content-api/engine/plan/read-plan'
import { usableAttribute, usableNames } from '../usable-attributes.js'
import { linksOf } from './link-names.js'
import { unknownLink } from './unknown-link.js'
import type { LinkScope } from './link-scope.js'
import type { LinkRequest } from './populate-tree.js'

/**
 * Applies one request to several schemas. Each schema uses the field and link names that it has.
 *
 * @throws ApiError ValidationError for a field and, in strict mode, a link that none of the schemas has
 */
export function selectShared<S extends Schema>(
  schemas: readonly S[],
  { path, options: { fields }, populate }: LinkRequest,
  scope: LinkScope,
  headOf: (schema: S) => readonly OutputMember[],
): { schema: S; members: OutputObject }[] {
  if (scope.context.strict) {
    for (const name of populate.links.keys()) {
      if (schemas.some((schema) => linksOf(schema, scope.context).has(name))) continue
      // The components of a zone share links, but no fields.
      throw unknownLink(name, schemas, populate, scope.context, ({ model, uid }) =>
        model === 'component' ? `${path}[on][${uid}][fields]` : populate.fieldsPath,
      )
    }
  }
  const fieldsOf = shareFields(schemas, fields, scope)
  return schemas.map((schema) => ({
    schema,
    members: scope.select(schema, { fields: fieldsOf(schema), populate, shared: true, head: headOf(schema) }, scope),
  }))
}

/** Returns, per schema, the requested fields that it has. `parseFields` rejects values that aren't lists of names. */
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
