import { isScalar, type Schema } from '@content-api/model'
import type { ApiError } from '@content-api/engine/errors/api-error'
import { invalidParameter } from '../../errors/invalid-parameter.js'
import type { PlanContext } from '../plan-context.js'
import { malformedParameter, readToggle } from '../raw-value.js'
import { usableAttribute } from '../usable-attributes.js'
import { linkNames } from './link-names.js'
import type { PopulateTree } from './populate-tree.js'

/**
 * Returns the error for a name in `populate` that is no link of any of the schemas, with what to write
 * instead.
 * @param fieldsOf returns the parameter that selects the fields of a schema
 */
export function unknownLink(
  name: string,
  schemas: readonly Schema[],
  { path }: PopulateTree,
  context: PlanContext,
  fieldsOf: (schema: Schema) => string,
): ApiError {
  const names = schemas.flatMap((schema) => [...linkNames(schema, context)])
  if (readToggle(name) === true) {
    const one = names[0] === undefined ? '' : `, or ${path}[0]=${names[0]} for one of them`
    return malformedParameter(name, `is not a name; write ${path}=* for all relations${one}`)
  }
  for (const schema of schemas) {
    const attribute = usableAttribute(schema, name, context)
    if (!attribute || !isScalar(attribute)) continue
    return malformedParameter(
      name,
      `is of type ${attribute.type}; use fields instead, as in ${fieldsOf(schema)}[0]=${name}`,
    )
  }
  return invalidParameter(name, names)
}
