import { type DocumentNode, Kind, execute } from 'graphql'
import type { CacheHint } from '../cache-hints.js'
import { toGraphqlError } from '../errors.js'
import type { FieldBudget } from '../plan/budget.js'
import type { SelectedField } from '../plan/collect-fields.js'
import type { FieldResult, GraphqlContext } from '../service.js'
import type { Running } from './operation.js'
import { LimitedErrors } from './complete-output.js'

/**
 * Executes a root field with graphql-js and the resolvers of the schema.
 * @throws RequestLimitError if the reads of the resolvers exceed the limits of the request
 */
export async function executeWithGraphqlJs(
  running: Running,
  selected: SelectedField,
  budget: FieldBudget,
): Promise<FieldResult> {
  const { scope, request, definition } = running
  const alone: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      { ...definition, selectionSet: { kind: Kind.SELECTION_SET, selections: selected.nodes } },
      ...request.document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
    ],
  }
  const hint: { value?: CacheHint } = {}
  const contextValue: GraphqlContext = { caller: request.caller, http: request.http, budget, hint }
  const { data, errors = [] } = await execute({
    schema: scope.schema,
    document: alone,
    contextValue,
    variableValues: { ...request.variables },
  })
  // An exceeded limit is reported once for the root field, not once for each field below it.
  budget.requireNotExceeded()
  if (hint.value && errors.length === 0) request.hints?.add(definition, selected.key, hint.value)
  const limited = new LimitedErrors()
  for (const error of errors) {
    const location = { nodes: error.nodes ?? selected.nodes, path: error.path ?? null }
    limited.add(() => toGraphqlError(error, location, (failure) => scope.options.report(failure, request.http)))
  }
  return {
    text: data === null || data === undefined ? null : (JSON.stringify(data[selected.key]) ?? 'null'),
    errors: limited.all(() => ({ nodes: selected.nodes, path: [selected.key] })),
  }
}
