import {
  type Attribute,
  type AttributeType,
  type ComponentAttribute,
  type ContentType,
  type DynamicZoneAttribute,
  type MediaAttribute,
  type RelationAttribute,
  type ScalarAttribute,
  type Schema,
  isScalar,
} from '@content-api/model'
import { isObjectType } from 'graphql'
import { ApiError } from '@content-api/engine/errors'
import {
  type FieldForm,
  fileContentType,
  fileType,
  fileUses,
  hasRelatedField,
  type LinkedRows,
  linkTarget,
  type Output,
  type PublicationState,
  relatedField,
  relatesToMany,
} from '@content-api/engine/plan'
import { mayFollow } from '@content-api/core/query/usable-attributes'
import { enumValueNames } from '../enum-values.js'
import { typeName } from '../naming.js'
import type { SelectedField } from './collect-fields.js'
import { type Arguments, requestedState } from './list-arguments.js'
import { type LinkedList, type SelectedAttribute, type SelectScope, documentArguments } from './select-scope.js'

/** A field for an attribute, and its context. */
export interface AttributeField {
  readonly schema: Schema
  readonly name: string
  readonly selected: SelectedField
  /** The name in messages: `Type.field`. */
  readonly label: string
  readonly args: Arguments
}

type Select<A extends Attribute> = (scope: SelectScope, attribute: A, field: AttributeField) => Output

/** Returns the output of a selected attribute. Linked rows have the form of the scope. */
export function selectAttribute(scope: SelectScope, { schema, attribute, selected, type }: SelectedAttribute): Output {
  const label = `${type.name}.${selected.name}`
  const args = scope.form.replacedArguments(selected.nodes[0]) ?? documentArguments(scope.document, type, selected)
  return selectField(scope, attribute, { schema, name: selected.name, selected, label, args })
}

/** Returns the output of an attribute that a field shows. Other fields than the one of its name may do so. */
export function selectField(scope: SelectScope, attribute: Attribute, field: AttributeField): Output {
  return selectors[attribute.type](scope, attribute as never, field)
}

/** Returns the output of a value, even if no field selects it. */
export function selectValue(scope: SelectScope, schema: Schema, name: string, attribute: ScalarAttribute): Output {
  const selected = { key: name, name, nodes: [] }
  return selectors[attribute.type](scope, attribute, { schema, name, selected, label: '', args: {} })
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

/** Returns an error in place of each value. An error counts as an entry, since it takes as much work. */
function rejected(scope: SelectScope, error: ApiError, nonNull = false): Output {
  scope.counts.addEntries(scope.count)
  return { kind: 'rejected', error, ...(nonNull ? { nonNull } : {}) }
}

const forbidden = (scope: SelectScope, nonNull = false) => rejected(scope, new ApiError('ForbiddenError'), nonNull)

const plain = field(() => 'plain')

const enumeration = field((attribute, { form }) => (form.hasStoredEnums ? 'plain' : enumForm(attribute)))

/** Returns the form of an enumeration with the names of its values in the schema. */
export function enumForm({ enum: values = [] }: ScalarAttribute): FieldForm {
  const renamed = [...enumValueNames(values)].filter(([value, name]) => name !== value)
  return renamed.length === 0 ? 'plain' : new Map(renamed)
}

const media: Select<MediaAttribute> = (scope, attribute, at) => {
  const target = fileContentType(scope.context.registry)
  const { multiple, required } = attribute
  const linked = selectLinked(scope, target, { many: multiple, required, at, state: scope.publicationState })
  return nonNullIf(scope.form.isNonNull(attribute, multiple), linked)
}

const relation: Select<RelationAttribute> = (scope, attribute, at) => {
  const open = scope.form.isOpen(typeName(at.schema), at.name)
  const many = relatesToMany(attribute)
  const target = linkTarget(attribute, scope.context.registry)
  const nonNull = target !== undefined && scope.form.isNonNull(attribute, many)
  if (!open && !mayFollow(at.schema, at.name, attribute, scope.context)) return forbidden(scope, nonNull)
  const publicationState = scope.context.reading.stateOfLinked(requestedState(at.args), scope.publicationState, many)
  if (target?.model === 'contentType') {
    const { required } = attribute
    return nonNullIf(nonNull, selectLinked(scope, target, { many, required, at, state: publicationState }))
  }
  return {
    kind: 'morph',
    name: at.name,
    many,
    publicationState,
    targets: shownTypes(scope, open).map((type) => ({
      type,
      members: scope.form.attributes(scope, type, at.selected.nodes),
    })),
  }
}

/** Marks a rejected output whose field is non-null. */
function nonNullIf(isNonNull: boolean, output: Output): Output {
  return isNonNull && output.kind === 'rejected' ? { ...output, nonNull: true } : output
}

const component: Select<ComponentAttribute> = (scope, attribute, at) => {
  const target = scope.context.registry.component(attribute.component)
  const { repeatable } = attribute
  const rows = rowsOf(scope, target, repeatable, at, scope.publicationState)
  if (rows instanceof ApiError) return rejected(scope, rows)
  const inner: SelectScope = { ...scope, count: scope.count * rows.count }
  return {
    kind: 'linked',
    rows: rows.linked,
    form: repeatable ? 'array' : 'first',
    required: attribute.required && !repeatable ? at.label : null,
    members: scope.form.attributes(inner, target, at.selected.nodes),
  }
}

const dynamiczone: Select<DynamicZoneAttribute> = (scope, { components }, { name, selected }) => ({
  kind: 'zone',
  name,
  items: components
    .map((uid) => scope.context.registry.component(uid))
    .filter((component) => isObjectType(scope.document.schema.getType(typeName(component))))
    .map((component) => ({ component, members: scope.form.attributes(scope, component, selected.nodes) })),
})

const selectors = {
  string: plain,
  text: plain,
  richtext: plain,
  enumeration,
  email: plain,
  // No schema has an output field for it.
  password: (scope) => forbidden(scope),
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

interface LinkedField {
  readonly many: boolean
  readonly required?: boolean | undefined
  readonly at: AttributeField
  readonly state: PublicationState
}

/** Returns the output of linked entries. */
function selectLinked(scope: SelectScope, target: ContentType, { many, required, at, state }: LinkedField): Output {
  const rows = rowsOf(scope, target, many, at, state)
  if (rows instanceof ApiError) return rejected(scope, rows)
  const inner: SelectScope = { ...scope, publicationState: state, count: scope.count * rows.count }
  const form = many ? 'array' : 'first'
  return scope.form.entries(inner, {
    type: target,
    nodes: at.selected.nodes,
    many,
    required: required && !many ? at.label : null,
    rows: (members, label = null) => ({ kind: 'linked', rows: rows.linked, form, required: label, members }),
  })
}

interface CountedRows {
  readonly linked: LinkedRows
  readonly count: number
}

/** Returns the rows of a link, or the error in its arguments: in a query, the other fields are still returned. */
function rowsOf(
  scope: SelectScope,
  target: Schema,
  many: boolean,
  { name, args }: AttributeField,
  publicationState: PublicationState,
): CountedRows | ApiError {
  const of = { name, target, publicationState, locale: null }
  if (!many) {
    const filters = scope.form.linkedOne(target)
    return { linked: { ...of, filters, sort: [], start: 0, limit: null }, count: 1 }
  }
  let list: LinkedList
  try {
    list = scope.form.linkedList(target, args, { ...scope, publicationState })
  } catch (error) {
    if (error instanceof ApiError && scope.reads) return error
    throw error
  }
  scope.counts.addEntries(scope.count * list.count)
  return { linked: { ...of, ...list.rows }, count: list.count }
}

/**
 * In the budget, the search of one type counts as this number of entries. Databases take long to prepare the
 * search: a statement with many such fields takes seconds.
 */
const entriesPerType = 50

/**
 * Returns the output of `related` of a file: the entries that use it, of the types that the caller may find.
 * Returns undefined for other fields. Drafts are left out even for callers who may read them, because files
 * are often shown to people who may not know of drafts. Attributes without a field in the schema are left out
 * too.
 */
export function selectUsedBy(scope: SelectScope, schema: Schema, selected: SelectedField): Output | undefined {
  if (!hasRelatedField(schema) || selected.name !== relatedField) return undefined
  const { context, document, form, counts } = scope
  const { registry } = context
  const limit = context.limits.maxLimit
  const publicationState = 'live'
  const count = scope.count * (limit ?? 1)
  const inner: SelectScope = { ...scope, publicationState, count }
  const shows = (schema: Schema, name: string) => {
    const type = document.schema.getType(typeName(schema))
    return isObjectType(type) && Object.hasOwn(type.getFields(), name)
  }
  const open = form.isOpen(typeName(registry.contentType(fileType)), relatedField)
  const targets = shownTypes(scope, open)
    .map((type) => ({ type, uses: fileUses(type, registry, shows) }))
    .filter(({ uses }) => uses.length > 0)
  counts.addEntries(count + targets.length * entriesPerType)
  return {
    kind: 'usedBy',
    targets: targets.map((target) => ({
      ...target,
      members: scope.form.attributes(inner, target.type, selected.nodes),
    })),
    limit,
    publicationState,
  }
}

/**
 * Returns the types of a polymorphic field that the caller may find. Returns all types if the field is
 * `open`, as `SelectionForm.isOpen` describes.
 */
function shownTypes({ context, document }: Pick<SelectScope, 'context' | 'document'>, open: boolean): ContentType[] {
  const { can, registry } = context
  return [...registry.contentTypes.values()].filter(
    (type) =>
      !type.uid.startsWith('admin::') &&
      isObjectType(document.schema.getType(typeName(type))) &&
      (open || can('find', type)),
  )
}
