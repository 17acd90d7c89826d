import type { ModelIndex } from '@content-api/explorer/model-index'
import type { Reply, Sent, ServiceClient } from './service-client.js'
import { ToolError } from './tool-error.js'

export interface GraphqlRequest {
  readonly query: string
  readonly variables?: unknown
  readonly operationName?: string | undefined
}

const introspectionFields = new Set(['__schema', '__type'])

/**
 * @throws ToolError if the document isn't valid, has mutations or reads the schema, or if GraphQL is switched
 * off
 */
export async function graphqlSent(client: ServiceClient, request: GraphqlRequest, signal: AbortSignal): Promise<Sent> {
  const model = await client.model(signal)
  const path = model.api.graphql
  if (path === null) throw new ToolError('The configuration disables GraphQL. Use find_entries or run_rest.')
  const { GraphQLError, Kind, OperationTypeNode, parse, visit } = await import('graphql')
  try {
    const document = parse(request.query)
    const isQuery = document.definitions.every(
      (one) => one.kind !== Kind.OPERATION_DEFINITION || one.operation === OperationTypeNode.QUERY,
    )
    if (!isQuery) throw new ToolError('Only queries are allowed here. The tools for writes need the option --write.')
    // The schema has all types, also those that the identity may not see.
    if (!seesEverything(model)) {
      visit(document, {
        Field: ({ name: { value } }) => {
          if (introspectionFields.has(value)) throw new ToolError(`${value} is not allowed here. Use describe_type.`)
        },
      })
    }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    const { line, column } = error.locations?.[0] ?? {}
    throw new ToolError(`${error.message} (line ${line}, column ${column})`, { cause: error })
  }
  return { method: 'POST', path, body: request }
}

const seesEverything = ({ open, identity }: ModelIndex) => open || identity.name === 'everything'

/** Returns the errors of a response as JSON text; null if it has none. They suggest no names of hidden types. */
export async function graphqlFailure(
  client: ServiceClient,
  { text }: Pick<Reply, 'text'>,
  signal: AbortSignal,
): Promise<string | null> {
  const response = JSON.parse(text ?? '{}') as { readonly errors?: unknown }
  if (text === null || !Array.isArray(response.errors)) return null
  const errors = JSON.stringify(response.errors)
  const model = await client.model(signal)
  if (!errors.includes('Did you mean') || seesEverything(model)) return text
  const visible = namesIn(model)
  const hidden = [...namesIn(await client.as('everything').model(signal))].filter((name) => !visible.has(name))
  const cleaned = errors.replaceAll(suggestion, (found) => (namesAny(found, hidden) ? '' : found))
  return JSON.stringify({ ...response, errors: JSON.parse(cleaned) as unknown })
}

const suggestion = / Did you mean [^?]{1,500}\?/g

/** Returns whether a word of a text is one of the names, or is derived from one, as `VaultFiltersInput` is. */
const namesAny = (text: string, names: readonly string[]): boolean =>
  (text.match(/\w+/g) ?? []).some((word) => names.some((name) => word === name || word.startsWith(name)))

/** Returns the names of the types and attributes of a model, as they are in the GraphQL schema. */
function namesIn({ types, related, components }: ModelIndex): ReadonlySet<string> {
  return new Set([
    ...types.flatMap(({ graphql }) => (graphql ? [graphql.type, graphql.one, graphql.many ?? graphql.one] : [])),
    ...components.map(({ graphql }) => graphql),
    ...[...types, ...related, ...components].flatMap(({ attributes }) => attributes.map(({ name }) => name)),
  ])
}
