import { type DocumentNode, type FieldNode, GraphQLError, visit } from 'graphql'

/**
 * Graphql-js compares the fields that share a key two by two, as the specification of GraphQL has it, and gives up after half
 * a million comparisons without a word about why.
 */
const givenUp = 'Validation aborted.'

/** The same error, but for that one: it names the field that is repeated most, and its place. */
export function nameRepeatedField(error: GraphQLError, document: DocumentNode): GraphQLError {
  if (error.message !== givenUp) return error
  const repeated = mostRepeated(document)
  if (!repeated) return error
  const { key, count, node } = repeated
  return new GraphQLError(
    `The document repeats fields so often that they can't all be compared: "${key}" is there ${count} times. Ask for each once`,
    { nodes: node },
  )
}

interface Repeated {
  readonly key: string
  readonly count: number
  /** The first of them. */
  readonly node: FieldNode
}

function mostRepeated(document: DocumentNode): Repeated | undefined {
  const byKey = new Map<string, Repeated>()
  let most: Repeated | undefined
  visit(document, {
    Field(node) {
      const key = node.alias?.value ?? node.name.value
      const known = byKey.get(key)
      const repeated = { key, count: (known?.count ?? 0) + 1, node: known?.node ?? node }
      byKey.set(key, repeated)
      if (repeated.count > (most?.count ?? 0)) most = repeated
    },
  })
  return most
}
