import { isScalar, type LinkAttribute, type ScalarAttribute, type Schema } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import { fileContentType, type FieldForm, linkTarget, type Output, type OutputObject } from '@content-api/engine/plan'
import { type FieldNode, type GraphQLObjectType, isNonNullType } from 'graphql'
import { derivedNames, typeName } from '@content-api/interfaces/graphql/naming'
import { type SelectedField, selectMembers } from '@content-api/interfaces/graphql/plan/collect-fields'
import {
  enumForm,
  idField,
  selectAttribute,
  selectField,
  selectUsedBy,
} from '@content-api/interfaces/graphql/plan/select-attribute'
import {
  documentArguments,
  type LinkedList,
  type SelectionForm,
  type SelectScope,
} from '@content-api/interfaces/graphql/plan/select-scope'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { LeftToStrapi, leftToStrapi } from '../../left-to-strapi.js'
import { type Versions, versionCondition } from '../../rest5/versions.js'
import { oldEnvelopes } from '../old-fields.js'
import type { DocumentQueryRules } from '../query-rules.js'
import { bothConditions, readDocumentList, withIds } from './document-arguments.js'

/** The versions of documents at every level, and the rules that the query follows. */
interface DocumentForm {
  readonly versions: Versions
  readonly rules: DocumentQueryRules
}

/** Returns the form of documents: flat objects, and lists without an envelope. */
export function documentForm(form: DocumentForm): SelectionForm {
  return {
    entries: (scope, { type, nodes, required = null, rows }) =>
      rows(scope.form.attributes(scope, type, nodes), required),
    attributes: (scope, schema, nodes) => selectRow(scope, form, schema, nodes),
    linkedList: (target, args, scope) => linkedList(form, target, args, scope),
    linkedOne: (target) => conditionOf(target, form),
    isNonNull: ({ required = false }, many) => many || required,
    hasStoredEnums: false,
    isOpen: () => false,
    replacedArguments: () => undefined,
  }
}

/** The limit of entries counts a list without a limit as this many. The cost of a query knows the sizes of tables. */
const mostCounted = 100

export const countedRows = (limit: number | null): number => Math.min(limit ?? mostCounted, mostCounted)

/**
 * Selects the fields of a document or a component. In a query, a field that can't be read is marked: it is an
 * error only if there is a row.
 */
function selectRow(scope: SelectScope, form: DocumentForm, schema: Schema, nodes: readonly FieldNode[]): OutputObject {
  return selectMembers(scope, typeName(schema), nodes, (selected, type) =>
    orRejected(scope, { schema, selected, type }, (member) => selectMember(scope, form, member)),
  )
}

function orRejected<Selected extends Output | undefined>(
  scope: SelectScope,
  member: Member,
  select: (member: Member) => Selected,
): Selected | Output {
  try {
    return select(member)
  } catch (error) {
    const rejection = rejectionOf(error)
    if (!scope.reads) throw rejection
    const isNonNull = isNonNullType(member.type.getFields()[member.selected.name]?.type)
    return { kind: 'rejected', error: rejection, ...(isNonNull && { nonNull: true }) }
  }
}

/** Returns how the links of rows are read that resolvers get. */
export function documentLinks(form: DocumentForm) {
  const { linkedList, linkedOne, isNonNull } = documentForm(form)
  return {
    linkedList,
    linkedOne,
    isNonNull,
    /** Returns the output of a link; undefined for other fields. */
    selectLink: (scope: SelectScope, member: Member): Output | undefined =>
      orRejected(scope, member, () => selectLink(scope, form, member)),
  }
}

/** Returns the error of a part of a query that can't be read. @throws the argument, if it is another one */
export function rejectionOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof LeftToStrapi) return new ApiError('ValidationError', error.message)
  throw error
}

export interface Member {
  readonly schema: Schema
  readonly selected: SelectedField
  /** The type of the row in GraphQL. */
  readonly type: GraphQLObjectType
}

function selectMember(scope: SelectScope, form: DocumentForm, member: Member): Output {
  const { schema, selected } = member
  const { name } = selected
  const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
  if (attribute && name === 'id') return idField(schema)
  if (attribute && isScalar(attribute)) return selectValue(schema, name, attribute, form)
  if (!attribute && oldEnvelopes.includes(name)) return selectAgain(scope, form, member)
  const link = selectLink(scope, form, member)
  if (!link) throw leftToStrapi(`selects ${name}, on which Strapi fails`)
  return link
}

function selectLink(scope: SelectScope, form: DocumentForm, member: Member): Output | undefined {
  const { schema, selected, type } = member
  const { name } = selected
  const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
  if (attribute && isScalar(attribute)) return undefined
  if (attribute) {
    checkLink(scope, form, schema, { name, attribute })
    // As many rows as the document has paths to them are read, also without a list.
    scope.counts.addEntries(scope.count)
    return selectAttribute(scope, { schema, attribute, selected, type })
  }
  if (connectionOf(schema, name)) return selectConnection(scope, form, member)
  return form.rules.servesAll ? selectUsedBy(scope, schema, selected) : undefined
}

/** Selects the row once more, below a field of Strapi 4. */
function selectAgain(scope: SelectScope, form: DocumentForm, { schema, selected }: Member): Output {
  // A short document may nest these fields without an end.
  scope.counts.addEntries(scope.count)
  return { kind: 'object', members: selectRow(scope, form, schema, selected.nodes), absorbs: false }
}

function selectValue(schema: Schema, name: string, attribute: ScalarAttribute, { rules }: DocumentForm): Output {
  const isRequired = attribute.required === true || name === 'documentId'
  return {
    kind: 'field',
    name,
    attribute,
    form: formOf(name, attribute, rules),
    required: isRequired ? `${typeName(schema)}.${name}` : null,
    // Strapi has errors for other values.
    ...(!rules.servesAll && (attribute.type === 'integer' || hasValues(attribute)) && { isChecked: true }),
  }
}

const hasValues = ({ type, enum: values = [] }: ScalarAttribute) => type === 'enumeration' && values.length > 0

function formOf(name: string, attribute: ScalarAttribute, { servesAll }: DocumentQueryRules): FieldForm {
  switch (attribute.type) {
    case 'password':
      throw leftToStrapi(`selects ${name}, which is a password`)
    case 'timestamp':
      if (servesAll) return 'instant'
      throw leftToStrapi(`selects ${name}, on which Strapi fails`)
    case 'time':
      return 'time'
    case 'biginteger':
      return 'long'
    case 'enumeration':
      return enumForm(attribute)
    default:
      return 'plain'
  }
}

interface NamedLink {
  readonly name: string
  readonly attribute: LinkAttribute
}

/** @throws LeftToStrapi for links that only Strapi reads */
function checkLink({ context }: SelectScope, { rules }: DocumentForm, schema: Schema, link: NamedLink): void {
  if (rules.servesAll) return
  const { name, attribute } = link
  if (name === 'localizations' && context.locales.codes.length > 2) {
    throw leftToStrapi(`selects ${name}, which has no order`)
  }
  if (attribute.type === 'dynamiczone') {
    if (attribute.components.length === 0) throw leftToStrapi(`selects ${name}, which has no components`)
  } else if (!targetOf(context, attribute)) throw leftToStrapi(`selects ${name} of ${schema.uid}, which is polymorphic`)
}

const targetOf = ({ registry }: Pick<PlanContext, 'registry'>, attribute: LinkAttribute): Schema | undefined =>
  attribute.type === 'media' ? fileContentType(registry) : linkTarget(attribute, registry)

const connectionEnd = '_connection'

/** Returns the relation or media that a field shows as a connection; undefined for other fields. */
function connectionOf(schema: Schema, field: string): NamedLink | undefined {
  if (!field.endsWith(connectionEnd)) return undefined
  const name = field.slice(0, -connectionEnd.length)
  const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
  return attribute && !isScalar(attribute) ? { name, attribute } : undefined
}

/** Selects `nodes` of the rows of a relation. */
function selectConnection(scope: SelectScope, form: DocumentForm, { schema, selected, type }: Member): Output {
  const link = connectionOf(schema, selected.name)
  const target = link && targetOf(scope.context, link.attribute)
  if (!link || !target) throw leftToStrapi(`selects ${selected.name}, on which Strapi fails`)
  const { name, attribute } = link
  checkLink(scope, form, schema, { name, attribute })
  const label = `${type.name}.${selected.name}`
  const args = scope.form.replacedArguments(selected.nodes[0]) ?? documentArguments(scope.document, type, selected)
  const select = (inner: SelectedField) => {
    const output = selectField(scope, attribute, { schema, name, selected: inner, label, args })
    return output.kind === 'linked' ? { ...output, nonNull: true } : output
  }
  const members = selectMembers(scope, derivedNames.relation(typeName(target)), selected.nodes, select)
  const linked = members.some(({ value }) => value.kind !== 'text')
  // The arguments and permissions of a field are checked even if no rows are selected.
  const rejected = linked ? undefined : select({ key: selected.key, name, nodes: [] })
  if (rejected?.kind === 'rejected') return rejected
  return { kind: 'object', members, absorbs: attribute.required !== true }
}

/** Returns the condition of the versions that a link shows. */
const conditionOf = (target: Schema, { versions }: DocumentForm) =>
  target.model === 'contentType' ? versionCondition(target, versions) : null

/** Returns the rows of a link, whose documents have the version of the others. */
function linkedList(
  form: DocumentForm,
  target: Schema,
  args: Readonly<Record<string, unknown>>,
  scope: SelectScope,
): LinkedList {
  const { rules } = form
  // Rows of a single type have no arguments. Their default is a page too.
  const list = readDocumentList(target, { pagination: {}, ...args }, scope, rules)
  const { filters, sort, start, limit } = list
  if (!rules.servesAll && sort.some(({ path }) => path.length > 0)) {
    throw leftToStrapi('sorts linked rows by another entry')
  }
  return {
    rows: {
      filters: bothConditions(filters, conditionOf(target, form), rules),
      // Without a sort, rows have the order of the link.
      sort: sort.length > 0 ? withIds(target, sort, scope) : sort,
      start,
      limit,
    },
    count: countedRows(limit),
  }
}
