import { print } from '@0no-co/graphql.web'

/** A document as a node, typed by its structure: nodes of every GraphQL implementation are assignable. */
export interface DocumentNode {
  readonly kind: string
  readonly definitions: readonly { readonly kind: string }[]
  readonly loc?: { readonly source: { readonly body: string } } | undefined
}

/**
 * Carries the types of a document, node or string, in a member that is never set. `TypedDocumentNode` has it
 * too, but its package would require `graphql`.
 */
export interface Typed<Data, Variables> {
  readonly __apiType?: (variables: Variables) => Data
}

/** A document of graphql-codegen's client preset, as a node or as a string. */
export type GraphQLDocument<Data, Variables> = Typed<Data, Variables> & AnyDocument

/** A document without types: a node, or its text as a string or a `String` object. */
export type AnyDocument = DocumentNode | Pick<string, 'charAt' | 'toString'>

/** Returns the text of a document: the original source if the node has it. */
export function textOf(document: AnyDocument): string {
  if (!isNode(document)) return document.toString()
  return document.loc?.source.body ?? print(document as unknown as Parameters<typeof print>[0])
}

function isNode(document: AnyDocument): document is DocumentNode {
  return 'definitions' in Object(document)
}
