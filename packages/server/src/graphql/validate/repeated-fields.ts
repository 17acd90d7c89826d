import { type DocumentNode, type FieldNode, GraphQLError, visit } from 'graphql'

/**
 * The message of graphql-js when it aborts validation. graphql-js compares all pairs of fields with the same
 * key, as the specification of GraphQL requires, and aborts after half a million comparisons. The message
 * doesn't say why.
 */
const validationAborted = 'Validation aborted.'

/** Replaces that error by one that names the most repeated field and its location. Returns other errors unchanged. */
export function nameRepeatedField(error: GraphQLError, document: DocumentNode): GraphQLError {
  if (error.message !== validationAborted) return error
  const repeated = mostRepeated(document)
  if (!repeated) return error
  const { key, count, node } = repeated
  return new GraphQLError(
    `The document repeats fields so often that they can't all be compared: it contains "${key}" ${count} times. Select each field once`,
    { nodes: node },
  )
}

interface Repeated {
  readonly key: string
  readonly count: number
  /** The first node of the field. */
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
