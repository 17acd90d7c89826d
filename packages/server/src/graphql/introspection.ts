import { type DocumentNode, GraphQLError, visit } from 'graphql'

const schemaFields: ReadonlySet<string> = new Set(['__schema', '__type'])

/** Returns an error for each field of a document that reads the schema. `__typename` only reads data. */
export function introspectionErrors(document: DocumentNode, reason: string): readonly GraphQLError[] {
  const errors: GraphQLError[] = []
  visit(document, {
    Field(node) {
      if (!schemaFields.has(node.name.value)) return
      const extensions = { code: 'GRAPHQL_VALIDATION_FAILED' }
      errors.push(new GraphQLError(`This host can't read the schema. ${reason}.`, { nodes: node, extensions }))
    },
  })
  return errors
}
