import {
  type Attribute,
  type AttributeType,
  type ContentType,
  type ScalarAttribute,
  type Schema,
  isScalar,
} from '@content-api/model'
import { isObjectType } from 'graphql'
import { ApiError } from '../../errors/api-error.js'
import { fileContentType, linkTarget, relatesToMany } from '../../query/link-target.js'
import type { FieldForm, LinkedRows, Output, PublicationState } from '../../query/read-plan.js'
import { mayFollow } from '../../query/usable-attributes.js'
import { derivedNames, enumValueName, typeName } from '../naming.js'
import type { AskedField } from './collect-fields.js'
import { type Arguments, readLinkedList, readState } from './list-arguments.js'
import { type AskedAttribute, argumentsOf, type SelectScope } from './select-scope.js'
import { shownTypes } from './shown-types.js'

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

/** The output of a requested attribute. What a link leads to is written in the form of the scope. */
export function selectAttribute(scope: SelectScope, { schema, attribute, asked, type }: AskedAttribute): Output {
  const label = `${type.name}.${asked.name}`
  const given = argumentsOf(scope, type, asked)
  return selectors[attribute.type](scope, attribute as never, { schema, name: asked.name, asked, label, given })
}

/** The output of a value that no field may have requested. */
export function selectValue(scope: SelectScope, schema: Schema, name: string, attribute: ScalarAttribute): Output {
  const asked = { key: name, name, nodes: [] }
  return selectors[attribute.type](scope, attribute, { schema, name, asked, label: '', given: {} })
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
  return { kind: 'rejected', error }
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
  if (!open && !mayFollow(at.schema, at.name, attribute, scope.context)) return forbidden(scope)
  const many = relatesToMany(attribute)
  const publicationState = readState(at.given, scope.publicationState)
  const target = linkTarget(attribute, scope.context.registry)
  if (target?.model === 'contentType') return selectLinked(scope, target, many, at, publicationState)
  return {
    kind: 'morph',
    name: at.name,
    many,
    publicationState,
    targets: shownTypes(scope, open).map((type) => ({
      type,
      members: scope.form.attributes(scope, type, at.asked.nodes),
    })),
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
    form: repeatable ? 'array' : 'first',
    required: attribute.required && !repeatable ? at.label : null,
    members: scope.form.attributes(inner, target, at.asked.nodes),
  }
}

const dynamiczone: Select<Extract<Attribute, { type: 'dynamiczone' }>> = (scope, { components }, { name, asked }) => ({
  kind: 'zone',
  name,
  items: components
    .map((uid) => scope.context.registry.component(uid))
    .filter((component) => isObjectType(scope.document.schema.getType(typeName(component))))
    .map((component) => ({ component, members: scope.form.attributes(scope, component, asked.nodes) })),
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
  const members = scope.form.envelope(inner, {
    type: target,
    name,
    nodes: at.asked.nodes,
    many,
    rows: (members) => ({ kind: 'linked', rows, form: many ? 'array' : 'first', required: null, members }),
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
    options = readLinkedList(target, given, { ...scope, publicationState })
  } catch (error) {
    if (error instanceof ApiError && scope.reads) return error
    throw error
  }
  scope.budget.spend(scope.count * (options.limit ?? 1))
  return { name, target, ...options, publicationState, locale: null }
}
