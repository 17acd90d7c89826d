import { type DocumentNode, Kind, execute } from 'graphql'
import type { CacheHint } from '../cache-hints.js'
import { toGraphqlError } from '../errors.js'
import type { AskedField } from '../plan/collect-fields.js'
import type { GraphqlContext } from '../service.js'
import { Batches } from './batches.js'
import type { RootResult, Running } from './running.js'
import { ToldErrors } from './told-errors.js'

/**
 * Answers a root field that isn't generated, introspection included, with the schema's own resolvers.
 * @throws AsksTooMuch when they led to more than the request may ask for
 */
export async function executeForeign(running: Running, asked: AskedField): Promise<RootResult> {
  const { scope, request, operation } = running
  const alone: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections: asked.nodes } },
      ...request.document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
    ],
  }
  const budget = running.budget.share()
  const hint: { given?: CacheHint } = {}
  const contextValue: GraphqlContext = {
    caller: request.caller,
    http: request.http,
    budget,
    batches: new Batches(),
    hint,
  }
  const { data, errors = [] } = await execute({
    schema: scope.schema,
    document: alone,
    contextValue,
    variableValues: { ...request.variables },
  })
  // Told once, in place of all that there is no answer to.
  budget.requireLeft()
  if (hint.given && errors.length === 0) request.hints?.note(operation, asked.key, hint.given)
  const told = new ToldErrors()
  for (const error of errors) {
    const place = { nodes: error.nodes ?? asked.nodes, path: error.path ?? null }
    told.add(() => toGraphqlError(error, place, (failure) => scope.options.report(failure, request.http)))
  }
  return {
    text: data === null || data === undefined ? null : (JSON.stringify(data[asked.key]) ?? 'null'),
    errors: told.all(() => ({ nodes: asked.nodes, path: [asked.key] })),
  }
}
