import {
  type Attribute,
  type AttributeType,
  type ContentType,
  type ScalarAttribute,
  type Schema,
  isScalar,
} from '@content-api/model'
import { type FieldNode, type GraphQLObjectType, getArgumentValues, isObjectType } from 'graphql'
import { ApiError } from '../../errors/api-error.js'
import { relatedField, tellsUses } from '../../query/file-uses.js'
import { fileContentType, linkTarget, relatesToMany } from '../../query/link-target.js'
import type { FieldForm, LinkedRows, Output, OutputObject, PublicationState } from '../../query/read-plan.js'
import { mayFollow } from '../../query/usable-attributes.js'
import { derivedNames, enumValueName, typeName } from '../naming.js'
import { type AskedField, type DocumentScope, collectFields, objectType, selectionsOf } from './collect-fields.js'
import type { EntryBudget } from './entry-budget.js'
import { answeredElsewhere } from './for-resolvers.js'
import { type Arguments, type ListScope, readLinkedList, readState } from './list-arguments.js'
import {
  type AskedAttribute,
  type Envelope,
  type Selectors,
  attributesForResolvers,
  envelopeForResolvers,
} from './select-for-resolvers.js'
import { selectUsedBy } from './select-used-by.js'
import { shownTypes } from './shown-types.js'

/** Everything that decides what a selection comes to. */
export interface SelectScope extends ListScope {
  readonly document: DocumentScope
  readonly budget: EntryBudget
  /** How many entries there may be of what is selected. */
  readonly count: number
  /** Nothing is written, so that one part of the answer may be refused and the rest given. */
  readonly reads: boolean
  /** Given where an extension stands in the selection. */
  readonly extended?: ExtendedFields | undefined
  /** What a field is read with in place of the arguments in the document. */
  readonly changed?: ChangedArguments | undefined
  /** An extension is given these rows themselves, and may look for any of their values. */
  readonly whole?: boolean | undefined
}

/** A middleware handed on other arguments than the field was given. */
export interface ChangedArguments {
  /** All places that ask for the field; one node stands for them. */
  readonly node: FieldNode
  readonly given: Arguments
}

/** Where an extension stands, as a schema's extension says it. */
export interface ExtendedFields {
  touches(typeName: string, fieldName: string): boolean
  opens(typeName: string, fieldName: string): boolean
  handsOver(typeName: string, fieldName: string): boolean
}

/** A field of a model's type, and where it stands. */
interface AttributeField {
  readonly schema: Schema
  readonly name: string
  readonly asked: AskedField
  /** `Type.field`. */
  readonly label: string
  readonly given: Arguments
}

type Select<A extends Attribute> = (scope: SelectScope, attribute: A, field: AttributeField) => Output

/** The members of an object of one GraphQL type; `select` answers for every field but `__typename`. */
export function selectMembers(
  { document }: Pick<SelectScope, 'document'>,
  name: string,
  nodes: readonly FieldNode[],
  select: (asked: AskedField, type: GraphQLObjectType) => Output,
): OutputObject {
  const type = objectType(document, name)
  return collectFields(document, type, selectionsOf(nodes)).map((asked) => ({
    key: asked.key,
    value: asked.name === '__typename' ? typename(name) : select(asked, type),
  }))
}

export function typename(name: string): Output {
  return { kind: 'text', text: JSON.stringify(name) }
}

/** What is around entries, for resolvers in a form of its own. */
export function selectEnvelope(scope: SelectScope, envelope: Envelope): OutputObject {
  const { type, name, nodes, rows, meta } = envelope
  if (scope.extended) return envelopeForResolvers(scope, scope.extended, envelope, forResolvers)
  return selectMembers(scope, name, nodes, (asked) => {
    if (asked.name === 'data') return rows(selectEntity(scope, type, asked.nodes))
    if (asked.name !== 'meta' || !meta) return answeredElsewhere
    return { kind: 'object', members: meta(asked.nodes), absorbs: false }
  })
}

/** `XEntity`: the id and the attributes. */
function selectEntity(scope: SelectScope, type: ContentType, nodes: readonly FieldNode[]): OutputObject {
  return selectMembers(scope, derivedNames.entity(typeName(type)), nodes, (asked) => {
    if (asked.name === 'id') return idField(type)
    if (asked.name !== 'attributes') return answeredElsewhere
    return { kind: 'object', members: selectAttributes(scope, type, asked.nodes), absorbs: true }
  })
}

/** `X`, and the types of components. */
export function selectAttributes(scope: SelectScope, schema: Schema, nodes: readonly FieldNode[]): OutputObject {
  if (scope.extended) {
    const sections = [{ prefix: '', nodes }]
    return attributesForResolvers(scope, scope.extended, { schema, sections }, forResolvers)
  }
  return selectMembers(scope, typeName(schema), nodes, (asked, type) => {
    const attribute = Object.hasOwn(schema.attributes, asked.name) ? schema.attributes[asked.name] : undefined
    if (!attribute) return selectFurther(scope, schema, asked) ?? answeredElsewhere
    return asked.name === 'id' ? idField(schema) : selectAttribute(scope, { schema, attribute, asked, type })
  })
}

function selectAttribute(scope: SelectScope, { schema, attribute, asked, type }: AskedAttribute): Output {
  const label = `${type.name}.${asked.name}`
  const given = argumentsOf(scope, type, asked)
  return selectors[attribute.type](scope, attribute as never, { schema, name: asked.name, asked, label, given })
}

/** The entries that use a file. */
function selectFurther(scope: SelectScope, schema: Schema, asked: AskedField): Output | undefined {
  if (!tellsUses(schema) || asked.name !== relatedField) return undefined
  return selectUsedBy(scope, (inner, user) => selectAttributes(inner, user, asked.nodes))
}

const forResolvers: Selectors = {
  attribute: selectAttribute,
  further: selectFurther,
  value(scope, schema, name, attribute) {
    const asked = { key: name, name, nodes: [] }
    return selectors[attribute.type](scope, attribute, { schema, name, asked, label: '', given: {} })
  },
}

/** @throws GraphQLError for variables that don't fit where they stand */
export function argumentsOf(
  { document, changed }: Pick<SelectScope, 'document' | 'changed'>,
  type: GraphQLObjectType,
  { name, nodes }: Pick<AskedField, 'name' | 'nodes'>,
): Arguments {
  const field = type.getFields()[name]
  const [node] = nodes
  if (changed && changed.node === node) return changed.given
  if (!field || !node || field.args.length === 0) return {}
  return getArgumentValues(field, node, document.variables)
}

export function idField(schema: Schema): Output {
  const attribute = schema.attributes['id']
  if (!attribute || !isScalar(attribute)) throw new Error(`${schema.uid} has no id`)
  return { kind: 'field', name: 'id', attribute, form: 'id', required: null }
}

function field(formOf: (attribute: ScalarAttribute, scope: SelectScope) => FieldForm): Select<ScalarAttribute> {
  return (scope, attribute, { name, label }) => ({
    kind: 'field',
    name,
    attribute,
    form: formOf(attribute, scope),
    required: attribute.required ? label : null,
  })
}

/** An error in place of each value counts as an entry does: it takes no less to tell. */
function refused(scope: SelectScope, error: ApiError): Output {
  scope.budget.spend(scope.count)
  return { kind: 'refused', error }
}

const forbidden = (scope: SelectScope) => refused(scope, new ApiError('ForbiddenError'))

const plain = field(() => 'plain')

const enumeration = field(({ enum: values = [] }, { extended }) => {
  // The schema's own enumerations rename the values then.
  if (extended) return 'plain'
  const renamed = values.filter((value) => enumValueName(value) !== value)
  return renamed.length === 0 ? 'plain' : new Map(renamed.map((value) => [value, enumValueName(value)]))
})

const media: Select<Extract<Attribute, { type: 'media' }>> = (scope, { multiple }, at) => {
  const target = fileContentType(scope.context.registry)
  return selectLinked(scope, target, multiple, at, scope.publicationState)
}

const relation: Select<Extract<Attribute, { type: 'relation' }>> = (scope, attribute, at) => {
  const open = scope.extended?.opens(typeName(at.schema), at.name) ?? false
  if (!open && !mayFollow(at.name, attribute, scope.context)) return forbidden(scope)
  const many = relatesToMany(attribute)
  const publicationState = readState(at.given, scope.publicationState)
  const target = linkTarget(attribute, scope.context.registry)
  if (target?.model === 'contentType') return selectLinked(scope, target, many, at, publicationState)
  return {
    kind: 'morph',
    name: at.name,
    many,
    publicationState,
    targets: shownTypes(scope, open).map((type) => ({ type, members: selectAttributes(scope, type, at.asked.nodes) })),
  }
}

const component: Select<Extract<Attribute, { type: 'component' }>> = (scope, attribute, at) => {
  const target = scope.context.registry.component(attribute.component)
  const { repeatable } = attribute
  const rows = rowsOf(scope, target, repeatable, at, scope.publicationState)
  if (rows instanceof ApiError) return refused(scope, rows)
  const inner: SelectScope = { ...scope, count: scope.count * (repeatable ? (rows.limit ?? 1) : 1) }
  return {
    kind: 'linked',
    rows,
    many: repeatable,
    required: attribute.required && !repeatable ? at.label : null,
    members: selectAttributes(inner, target, at.asked.nodes),
  }
}

const dynamiczone: Select<Extract<Attribute, { type: 'dynamiczone' }>> = (scope, { components }, { name, asked }) => ({
  kind: 'zone',
  name,
  items: components
    .map((uid) => scope.context.registry.component(uid))
    .filter((component) => isObjectType(scope.document.schema.getType(typeName(component))))
    .map((component) => ({ component, members: selectAttributes(scope, component, asked.nodes) })),
})

const selectors = {
  string: plain,
  text: plain,
  richtext: plain,
  enumeration,
  email: plain,
  // No schema has a field for it.
  password: forbidden,
  uid: plain,
  date: plain,
  time: plain,
  datetime: plain,
  timestamp: field(() => 'instant'),
  integer: plain,
  biginteger: field(() => 'long'),
  float: plain,
  decimal: plain,
  boolean: plain,
  array: plain,
  json: plain,
  blocks: plain,
  media,
  relation,
  component,
  dynamiczone,
} as const satisfies { readonly [Type in AttributeType]: Select<Extract<Attribute, { type: Type }>> }

/** `XEntityResponse` or `XRelationResponseCollection` around the rows of a link. */
function selectLinked(
  scope: SelectScope,
  target: ContentType,
  many: boolean,
  at: AttributeField,
  publicationState: PublicationState,
): Output {
  const name = (many ? derivedNames.relation : derivedNames.response)(typeName(target))
  const rows = rowsOf(scope, target, many, at, publicationState)
  if (rows instanceof ApiError) return refused(scope, rows)
  const inner: SelectScope = { ...scope, publicationState, count: scope.count * (many ? (rows.limit ?? 1) : 1) }
  const members = selectEnvelope(inner, {
    type: target,
    name,
    nodes: at.asked.nodes,
    many,
    rows: (members) => ({ kind: 'linked', rows, many, required: null, members }),
  })
  return { kind: 'object', members, absorbs: false }
}

/** The rows of a link, or what is wrong with its arguments: in a read the rest of the query is answered all the same. */
function rowsOf(
  scope: SelectScope,
  target: Schema,
  many: boolean,
  { name, given }: AttributeField,
  publicationState: PublicationState,
): LinkedRows | ApiError {
  if (!many) return { name, target, filters: null, sort: [], start: 0, limit: null, publicationState, locale: null }
  let options: ReturnType<typeof readLinkedList>
  try {
    options = readLinkedList(target, given, { context: scope.context, publicationState })
  } catch (error) {
    if (error instanceof ApiError && scope.reads) return error
    throw error
  }
  scope.budget.spend(scope.count * (options.limit ?? 1))
  return { name, target, ...options, publicationState, locale: null }
}
