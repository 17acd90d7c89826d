import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql'
import type { Accounts } from './accounts.js'
import type { Caller } from './callers.js'
import type { Entries } from './entries.js'
import type { Extensions } from './extensions.js'
import { buildSchema } from './graphql-schema.js'

const depthLimit = 7

/** Returns the number of levels of a query. */
function depthOf(set: SelectionSetNode | undefined, document: DocumentNode): number {
  if (!set) return 0
  const depths = set.selections.map((selection): number => {
    if (selection.kind === Kind.FIELD)
      return selection.name.value.startsWith('__') ? 0 : 1 + depthOf(selection.selectionSet, document)
    if (selection.kind === Kind.INLINE_FRAGMENT) return depthOf(selection.selectionSet, document)
    const fragment = document.definitions.find(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
    )
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? depthOf(fragment.selectionSet, document) : 0
  })
  return Math.max(0, ...depths)
}

/** The GraphQL endpoint for the same entries. */
export class Graphql {
  readonly #schema: GraphQLSchema

  constructor(entries: Entries, accounts: Accounts, extensions: Extensions) {
    this.#schema = extensions.apply(buildSchema(entries, accounts, extensions))
  }

  async respond(body: unknown, caller: Caller): Promise<unknown> {
    const { query, variables } = (body ?? {}) as { query?: unknown; variables?: Record<string, unknown> }
    try {
      const document = parse(String(query))
      const errors = validate(this.#schema, document)
      if (errors.length > 0) return { errors }
      for (const definition of document.definitions) {
        // Leaves don't count as a level.
        if (
          definition.kind === Kind.OPERATION_DEFINITION &&
          depthOf(definition.selectionSet, document) - 1 > depthLimit
        )
          throw new GraphQLError(`The query exceeds the depth of ${depthLimit}`)
      }
      return await execute({
        schema: this.#schema,
        document,
        contextValue: caller,
        ...(variables ? { variableValues: variables } : {}),
      })
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] }
      throw error
    }
  }
}
