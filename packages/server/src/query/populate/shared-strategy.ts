import type { Schema } from '@content-api/model'
import { invalidParameter } from '../../errors/invalid-parameter.js'
import type { Selection } from '../read-plan.js'
import { linkNames, linksOf } from './link-names.js'
import type { LinkScope } from './link-scope.js'
import type { PopulateTree } from './populate-tree.js'

/**
 * One populate for several schemas: each takes the names that it has.
 *
 * @throws ApiError ValidationError where strict, for a name that none of them has
 */
export function selectShared<S extends Schema>(
  schemas: readonly S[],
  populate: PopulateTree,
  scope: LinkScope,
): { schema: S; selection: Selection }[] {
  if (scope.context.strict) {
    for (const name of populate.links.keys()) {
      if (schemas.some((schema) => linksOf(schema).has(name))) continue
      throw invalidParameter(
        name,
        schemas.flatMap((schema) => [...linkNames(schema, scope.context)]),
      )
    }
  }
  return schemas.map((schema) => ({ schema, selection: scope.select(schema, { populate, shared: true }, scope) }))
}
