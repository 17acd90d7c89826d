import { type AnyNode, print } from './print.js'

/**
 * A document as a node, by its shape: those of every GraphQL implementation fit, and none has to be installed.
 */
export interface DocumentNode {
  readonly kind: string
  readonly definitions: readonly { readonly kind: string }[]
  readonly loc?: { readonly source: { readonly body: string } } | undefined
}

/**
 * How typed documents carry their types, nodes and strings alike: by a member that is never there, as `TypedDocumentNode`
 * has it, whose package would bring all of `graphql` along.
 */
export interface Typed<Data, Variables> {
  readonly __apiType?: (variables: Variables) => Data
}

/** A document as the client preset makes it, as a node or as a string. */
export type GraphQLDocument<Data, Variables> = Typed<Data, Variables> & AnyDocument

/** A document without types; what isn't a node is its text, as a string or as an object of it. */
export type AnyDocument = DocumentNode | Pick<string, 'charAt' | 'toString'>

/** The text of a document, as it was written if that is known. */
export function textOf(document: AnyDocument): string {
  const { definitions, loc } = document as Partial<DocumentNode>
  return (
    loc?.source.body ?? (definitions ? print(document as AnyNode) : (document as { toString(): string }).toString())
  )
}
