import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'

/**
 * The parts of a GraphQL document that matter here, by their shape: nodes of every GraphQL implementation fit, and none
 * has to be installed.
 */
export interface DocumentNode {
  readonly kind: string
  readonly definitions: readonly DefinitionNode[]
  readonly loc?: { readonly source: { readonly body: string } } | undefined
}

interface DefinitionNode {
  readonly kind: string
  readonly name?: { readonly value: string } | undefined
  readonly selectionSet?: SelectionSetNode | undefined
}

interface SelectionSetNode {
  readonly selections: readonly SelectionNode[]
}

export interface SelectionNode {
  readonly kind: string
  readonly name?: { readonly value: string } | undefined
  readonly alias?: { readonly value: string } | undefined
  readonly selectionSet?: SelectionSetNode | undefined
}

/** How typed documents carry their types, nodes and strings alike. */
export type Typed<Data, Variables> = DocumentTypeDecoration<Data, Variables>

/** A document as the client preset makes it, as a node or as a string. */
export type GraphQLDocument<Data, Variables> = Typed<Data, Variables> & (DocumentNode | { toString(): string })
