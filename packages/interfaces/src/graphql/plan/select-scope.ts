import type { Attribute, ContentType, Schema } from '@content-api/model'
import { type FieldNode, type GraphQLObjectType, getArgumentValues } from 'graphql'
import type { FilterScope } from '@content-api/core/query/filters'
import type { Condition, Output, OutputObject, RowOptions } from '@content-api/engine/plan'
import type { SelectedField, OperationDocument } from './collect-fields.js'
import type { Arguments } from './list-arguments.js'

/** Everything that the output of a selection depends on. */
export interface SelectScope extends FilterScope {
  readonly document: OperationDocument
  readonly form: SelectionForm
  /** The maximum number of rows that the selection applies to. */
  readonly count: number
  /** Whether the operation only reads. Then one part of the response may fail, and the rest is returned. */
  readonly reads: boolean
}

/** How rows are read: as the text of the response, or in another form. */
export interface SelectionForm {
  /** Returns the output of a field with entries of one type. */
  readonly entries: (scope: SelectScope, field: EntriesField) => Output
  /** Returns the output of an entry's attributes, or of a component. */
  readonly attributes: (scope: SelectScope, schema: Schema, nodes: readonly FieldNode[]) => OutputObject
  /** Reads the arguments of a list of linked rows, and counts its rows. @throws ApiError */
  readonly linkedList: (target: Schema, args: Arguments, scope: SelectScope) => LinkedList
  /** Returns the condition of a link to one entry, which has no arguments. */
  readonly linkedOne: (target: Schema) => Condition | null
  /** Whether the field of a link can't be null. */
  readonly isNonNull: (attribute: { readonly required?: boolean | undefined }, many: boolean) => boolean
  /** Whether rows contain the stored values of enumerations instead of their names in the schema. */
  readonly hasStoredEnums: boolean
  /** Whether a field is read without the permission that it requires by default. */
  readonly isOpen: (typeName: string, fieldName: string) => boolean
  /** Returns the arguments that replace those of a field in the document. */
  readonly replacedArguments: (node: FieldNode | undefined) => Arguments | undefined
}

/** The rows of a link, and how many of them count against the limits of a request. */
export interface LinkedList {
  readonly rows: RowOptions
  readonly count: number
}

/** A field with entries: a root field or a link. */
export interface EntriesField {
  readonly type: ContentType
  readonly nodes: readonly FieldNode[]
  readonly many: boolean
  /** `Type.field`, if a link must have an entry. */
  readonly required?: string | null
  /** @param required as above, if a missing entry is an error */
  readonly rows: (members: OutputObject, required?: string | null) => Output
  /** Returns the members of `meta`. Only root fields have it. */
  readonly meta?: (nodes: readonly FieldNode[]) => OutputObject
}

/** An attribute that is selected as a field. */
export interface SelectedAttribute {
  readonly schema: Schema
  readonly attribute: Attribute
  readonly selected: SelectedField
  readonly type: GraphQLObjectType
}

/** Returns the arguments of a field in the document. @throws GraphQLError for variables of the wrong type */
export function documentArguments(
  document: OperationDocument,
  type: GraphQLObjectType,
  { name, nodes }: Pick<SelectedField, 'name' | 'nodes'>,
): Arguments {
  const field = type.getFields()[name]
  const [node] = nodes
  if (!field || !node || field.args.length === 0) return {}
  return getArgumentValues(field, node, document.variables)
}
