import type { Attribute, ContentType, Schema } from '@content-api/model'
import { type FieldNode, type GraphQLObjectType, getArgumentValues } from 'graphql'
import type { FilterScope } from '../../query/filters.js'
import type { Output, OutputObject } from '../../query/read-plan.js'
import type { SelectedField, DocumentScope } from './collect-fields.js'
import type { EntryBudget } from './entry-budget.js'
import type { Arguments } from './list-arguments.js'

/** Everything that decides the output of a selection. */
export interface SelectScope extends FilterScope {
  readonly document: DocumentScope
  readonly budget: EntryBudget
  readonly form: SelectionForm
  /** How many entries there may be of what is selected. */
  readonly count: number
  /** Nothing is written, so that one part of the response may be refused and the rest returned. */
  readonly reads: boolean
  /** Present where an extension stands in the selection. */
  readonly extended?: ExtendedFields | undefined
  /** What a field is read with in place of the arguments in the document. */
  readonly changed?: ChangedArguments | undefined
  /** An extension receives these rows themselves, and may look for any of their values. */
  readonly allValues?: boolean | undefined
}

/** How rows are written: as the response holds them, or for resolvers of an extension. */
export interface SelectionForm {
  /** The types around entries. */
  readonly envelope: (scope: SelectScope, envelope: Envelope) => OutputObject
  /** The type of an entry's attributes or of a component. */
  readonly attributes: (scope: SelectScope, schema: Schema, nodes: readonly FieldNode[]) => OutputObject
}

/** What is around entries: `XEntityResponse`, `XEntityResponseCollection` or `XRelationResponseCollection`. */
export interface Envelope {
  readonly type: ContentType
  /** Of the type in GraphQL. */
  readonly name: string
  readonly nodes: readonly FieldNode[]
  readonly many: boolean
  readonly rows: (members: OutputObject) => Output
  /** What `meta` holds, where there is one. */
  readonly meta?: (nodes: readonly FieldNode[]) => OutputObject
}

/** An attribute that is requested as a field of its schema's type. */
export interface SelectedAttribute {
  readonly schema: Schema
  readonly attribute: Attribute
  readonly selected: SelectedField
  readonly type: GraphQLObjectType
}

/** Other arguments that a middleware has passed on. */
export interface ChangedArguments {
  /** All places that ask for the field; one node stands for them. */
  readonly node: FieldNode
  readonly args: Arguments
}

/** Where an extension stands, as a schema's extension says it. */
export interface ExtendedFields {
  isExtended(typeName: string, fieldName: string): boolean
  replacesPermission(typeName: string, fieldName: string): boolean
  exposesResult(typeName: string, fieldName: string): boolean
}

/** @throws GraphQLError for variables that don't fit where they stand */
export function argumentsOf(
  { document, changed }: Pick<SelectScope, 'document' | 'changed'>,
  type: GraphQLObjectType,
  { name, nodes }: Pick<SelectedField, 'name' | 'nodes'>,
): Arguments {
  const field = type.getFields()[name]
  const [node] = nodes
  if (changed && changed.node === node) return changed.args
  if (!field || !node || field.args.length === 0) return {}
  return getArgumentValues(field, node, document.variables)
}
