import type { GraphQLObjectType } from 'graphql'
import type { Entries } from '@content-api/core/entries/entries'
import type { GraphqlShape } from './contracts.js'
import { entryOperations } from './execute/entry-operations.js'
import { exampleQuery } from './http/example-query.js'
import { derivedNames, typeName } from './naming.js'
import { collectFields, selectionsOf } from './plan/collect-fields.js'
import { planMutationResponse, type RootSelection } from './plan/plan-root.js'
import { entrySchema } from './schema/entry-schema.js'

/** Returns the shape with entries that have `data` and `attributes` (specification §4.5). */
export const entryShape = (entries: Entries): GraphqlShape => ({
  ...entrySchema,
  operations: entryOperations(entries),
  idArgument: 'id',
  planRecord: planMutationResponse,
  missing: nullResponse,
  exampleQuery,
})

/** Returns the response for an entry that doesn't exist. */
function nullResponse({ type, nodes, document }: RootSelection): string {
  const name = derivedNames.response(typeName(type))
  const response = document.schema.getType(name) as GraphQLObjectType
  const members = collectFields(document, response, selectionsOf(nodes)).map((selected) => [
    selected.key,
    selected.name === '__typename' ? name : null,
  ])
  return JSON.stringify(Object.fromEntries(members))
}
