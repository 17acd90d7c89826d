import {
  type Attribute,
  type ComponentAttribute,
  type DynamicZoneAttribute,
  isScalar,
  type LinkAttribute,
  type LinkType,
  type MediaAttribute,
  type RelationAttribute,
  type ScalarAttribute,
  type Schema,
} from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import {
  type FieldForm,
  fileContentType,
  linkTarget,
  type Output,
  type OutputObject,
  relatesToMany,
} from '@content-api/engine/plan'
import type { FieldNode } from 'graphql'
import { enumValueNames } from '@content-api/interfaces/graphql/enum-values'
import { derivedNames, typeName } from '@content-api/interfaces/graphql/naming'
import {
  type OperationDocument,
  objectType,
  type SelectedField,
  selectMembers,
} from '@content-api/interfaces/graphql/plan/collect-fields'
import { documentArguments } from '@content-api/interfaces/graphql/plan/select-scope'
import type { FilterScope } from '@content-api/core/query/filters'
import { object } from '@content-api/core/query/populate/response-form'
import { mayFollow } from '@content-api/core/query/usable-attributes'
import { LeftToStrapi, leftToStrapi } from '../../left-to-strapi.js'
import { type Versions, versionCondition } from '../../rest5/versions.js'
import { bothConditions, type DocumentList, readDocumentList, withIds } from './document-arguments.js'

/** Everything that the output of a selection depends on. */
export interface SelectionScope extends FilterScope {
  readonly document: OperationDocument
  /** The versions of documents at every level. */
  readonly versions: Versions
  /** The maximum number of rows that the selection applies to. */
  readonly count: number
}

/**
 * Selects the fields of a document or a component. Those that the caller may not read, and those that Strapi
 * fails on or shows by mistake, are marked: Strapi looks at them only if there is a row.
 */
export function selectRow(scope: SelectionScope, schema: Schema, nodes: readonly FieldNode[]): OutputObject {
  return selectMembers(scope, typeName(schema), nodes, (selected) => {
    try {
      return selectField(scope, schema, selected)
    } catch (error) {
      return { kind: 'rejected', error: rejectionOf(error) }
    }
  })
}

/** Returns what a row has in place of a field. The response isn't sent then, so nobody sees the error. */
function rejectionOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof LeftToStrapi) return new ApiError('ValidationError', error.message)
  throw error
}

function selectField(scope: SelectionScope, schema: Schema, selected: SelectedField): Output {
  const { name } = selected
  const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
  if (attribute) return selectAttribute(scope, { schema, name, attribute, selected })
  const listed = name.endsWith(connectionEnd) ? name.slice(0, -connectionEnd.length) : null
  const link = listed === null ? undefined : schema.attributes[listed]
  if (listed === null || !link || isScalar(link)) throw leftToStrapi(`selects ${name}, on which Strapi fails`)
  return selectConnection(scope, { schema, name: listed, attribute: link, selected })
}

const connectionEnd = '_connection'

interface AttributeField<A extends Attribute = Attribute> {
  readonly schema: Schema
  readonly name: string
  readonly attribute: A
  readonly selected: SelectedField
}

function selectAttribute(scope: SelectionScope, field: AttributeField): Output {
  const { attribute, name, schema } = field
  if (isScalar(attribute)) {
    const isRequired = attribute.required === true || name === 'id' || name === 'documentId'
    return {
      kind: 'field',
      name,
      attribute,
      form: formOf(name, attribute),
      required: isRequired ? `${typeName(schema)}.${name}` : null,
      // Strapi has errors for other values.
      ...((attribute.type === 'integer' || hasValues(attribute)) && { isChecked: true }),
    }
  }
  return linkSelectors[attribute.type](scope, field as never)
}

const hasValues = ({ type, enum: values = [] }: ScalarAttribute) => type === 'enumeration' && values.length > 0

function formOf(name: string, attribute: ScalarAttribute): FieldForm {
  if (name === 'id') return 'id'
  switch (attribute.type) {
    case 'password':
      // Strapi 5 shows the hash.
      throw leftToStrapi(`selects ${name}, which is a password`)
    case 'timestamp':
      throw leftToStrapi(`selects ${name}, on which Strapi fails`)
    case 'time':
      return 'time'
    case 'biginteger':
      return 'long'
    case 'enumeration': {
      const renamed = [...enumValueNames(attribute.enum ?? [])].filter(([value, shown]) => shown !== value)
      return renamed.length === 0 ? 'plain' : new Map(renamed)
    }
    default:
      return 'plain'
  }
}

type SelectLink<A extends LinkAttribute> = (scope: SelectionScope, field: AttributeField<A>) => Output

const selectRelation: SelectLink<RelationAttribute> = (scope, field) =>
  selectLinked(scope, field, relatesToMany(field.attribute))

const selectMedia: SelectLink<MediaAttribute> = (scope, field) => selectLinked(scope, field, field.attribute.multiple)

const selectComponent: SelectLink<ComponentAttribute> = (scope, field) =>
  selectLinked(scope, field, field.attribute.repeatable)

const selectZone: SelectLink<DynamicZoneAttribute> = (scope, { name, attribute: { components }, selected }) => {
  if (components.length === 0) throw leftToStrapi(`selects ${name}, which has no components`)
  const { registry } = scope.context
  const items = components.map((uid) => registry.component(uid))
  return {
    kind: 'zone',
    name,
    items: items.map((component) => ({ component, members: selectRow(scope, component, selected.nodes) })),
  }
}

const linkSelectors: { readonly [Type in LinkType]: SelectLink<Extract<LinkAttribute, { type: Type }>> } = {
  relation: selectRelation,
  media: selectMedia,
  component: selectComponent,
  dynamiczone: selectZone,
}

/** Selects `nodes` of the rows of a relation. */
function selectConnection(scope: SelectionScope, field: AttributeField<LinkAttribute>): Output {
  const target = targetOf(scope, field)
  const name = derivedNames.relation(typeName(target))
  const members = selectMembers(scope, name, field.selected.nodes, ({ nodes }) =>
    selectLinked(scope, field, true, nodes),
  )
  // Strapi checks the arguments and permissions of a field even if no rows are selected.
  if (!members.some(({ value }) => value.kind === 'linked')) selectLinked(scope, field, true, [])
  return object(members)
}

/** Returns the rows of a link. @throws LeftToStrapi for rows that the caller may not read, and for polymorphic ones */
function selectLinked(
  scope: SelectionScope,
  field: AttributeField<LinkAttribute>,
  many: boolean,
  nodes: readonly FieldNode[] = field.selected.nodes,
): Output {
  const { schema, name, attribute, selected } = field
  const { context, counts, document, publicationState, versions } = scope
  const target = targetOf(scope, field)
  if (!mayFollow(schema, name, attribute, context)) throw leftToStrapi(`selects ${name}, which the caller may not read`)
  if (name === 'localizations' && context.locales.codes.length > 2) {
    throw leftToStrapi(`selects ${name}, which has no order`)
  }
  const args = documentArguments(document, objectType(document, typeName(schema)), selected)
  const list = many ? pageOf(scope, target, args) : one
  const { filters, sort, start, limit } = list
  const count = scope.count * (many ? countedRows(list) : 1)
  if (many) counts.addEntries(count)
  const version = target.model === 'contentType' ? versionCondition(target, versions) : null
  return {
    kind: 'linked',
    rows: {
      name,
      target,
      filters: bothConditions(filters, version),
      // Without a sort, rows have the order of the link.
      sort: sort.length > 0 ? withIds(target, sort, scope) : sort,
      start,
      limit,
      publicationState,
      locale: null,
    },
    form: many ? 'array' : 'first',
    required: attribute.required === true && !many ? `${typeName(schema)}.${name}` : null,
    members: selectRow({ ...scope, count }, target, nodes),
  }
}

const one: DocumentList = { filters: null, sort: [], start: 0, limit: null }

/** Returns how many rows of a list the limit of entries counts. The cost of a query knows the sizes of tables. */
export const countedRows = ({ limit }: DocumentList): number => limit ?? 100

function pageOf(scope: SelectionScope, target: Schema, args: Readonly<Record<string, unknown>>): DocumentList {
  // Rows of a single type have no arguments. Their default is a page too.
  const list = readDocumentList(target, { pagination: {}, ...args }, scope)
  if (list.sort.some(({ path }) => path.length > 0)) throw leftToStrapi('sorts linked rows by another entry')
  return list
}

function targetOf(
  { context: { registry } }: SelectionScope,
  { name, attribute }: AttributeField<LinkAttribute>,
): Schema {
  if (attribute.type === 'media') return fileContentType(registry)
  const target = linkTarget(attribute, registry)
  if (!target) throw leftToStrapi(`selects ${name}, which is polymorphic`)
  return target
}
