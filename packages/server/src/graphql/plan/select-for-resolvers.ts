import { type Attribute, type ContentType, type ScalarAttribute, type Schema, isScalar } from '@content-api/model'
import type { FieldNode, GraphQLObjectType } from 'graphql'
import { type Output, type OutputMember, type OutputObject, paginationFigures } from '../../query/read-plan.js'
import { derivedNames, typeName } from '../naming.js'
import { type AskedField, collectFields, objectType, selectionsOf } from './collect-fields.js'
import { rowForResolvers } from './for-resolvers.js'
import type { ExtendedFields, SelectScope } from './select-output.js'

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

/** An attribute that is asked for as a field of its schema's type. */
export interface AskedAttribute {
  readonly schema: Schema
  readonly attribute: Attribute
  readonly asked: AskedField
  readonly type: GraphQLObjectType
}

/** What attributes are read as. */
export interface Selectors {
  readonly attribute: (scope: SelectScope, asked: AskedAttribute) => Output
  /** A value that nobody may have asked for. */
  readonly value: (scope: SelectScope, schema: Schema, name: string, attribute: ScalarAttribute) => Output
  /** What leads to other rows and is no attribute. */
  readonly further?: (scope: SelectScope, schema: Schema, asked: AskedField) => Output | undefined
}

/** `nodes` or `value`, once, whatever they are asked for as, and all figures of `meta`. */
export function envelopeForResolvers(
  scope: SelectScope,
  extended: ExtendedFields,
  { type, name, nodes, many, rows, meta }: Envelope,
  select: Selectors,
): OutputObject {
  const asked = collectFields(scope.document, objectType(scope.document, name), selectionsOf(nodes))
  const whole = scope.whole === true || asked.some((field) => extended.touches(name, field.name))
  const data = asked.filter((field) => field.name === 'data')
  const members: OutputMember[] = []
  if (data.length > 0 || whole) {
    const row = entityRow({ ...scope, whole }, extended, { type, data }, select)
    members.push({ key: many ? 'nodes' : 'value', value: rows(row) })
  }
  if (meta && asked.some((field) => field.name === 'meta')) {
    members.push({ key: 'meta', value: { kind: 'object', members: figures, absorbs: false } })
  }
  return members
}

const figures: OutputObject = paginationFigures.map((figure) => ({
  key: figure,
  value: { kind: 'pagination', figure },
}))

/** An entry, for all the places that ask for it as `data`. */
function entityRow(
  scope: SelectScope,
  extended: ExtendedFields,
  { type, data }: { readonly type: ContentType; readonly data: readonly AskedField[] },
  select: Selectors,
): OutputObject {
  const { document } = scope
  const name = derivedNames.entity(typeName(type))
  const asked = data.flatMap(({ key, nodes }) =>
    collectFields(document, objectType(document, name), selectionsOf(nodes)).map((field) => ({ key, field })),
  )
  const whole = scope.whole === true || asked.some(({ field }) => extended.touches(name, field.name))
  const sections = asked.flatMap(({ key, field }) =>
    field.name === 'attributes' ? [{ prefix: `${key}.${field.key}.`, nodes: field.nodes }] : [],
  )
  return attributesForResolvers({ ...scope, whole }, extended, { schema: type, sections }, select)
}

/** A place that asks for attributes of a row. */
interface Section {
  /** What leads there from the field that answers the row. */
  readonly prefix: string
  readonly nodes: readonly FieldNode[]
}

/**
 * A row, with all of its values where an extension stands at a field of it: it may look for any of them. A field that is asked
 * for again under another name counts as an entry for each row: resolvers run once more for it.
 */
export function attributesForResolvers(
  scope: SelectScope,
  extended: ExtendedFields,
  { schema, sections }: { readonly schema: Schema; readonly sections: readonly Section[] },
  select: Selectors,
): OutputObject {
  const { document, publicationState } = scope
  const name = typeName(schema)
  const values = new Set(['id'])
  const names = new Set<string>()
  const links: OutputMember[] = []
  let whole = scope.whole === true
  for (const { prefix, nodes } of sections) {
    const type = objectType(document, name)
    for (const asked of collectFields(document, type, selectionsOf(nodes))) {
      if (names.has(asked.name)) scope.budget.spend(scope.count)
      names.add(asked.name)
      whole ||= extended.touches(name, asked.name)
      const attribute = Object.hasOwn(schema.attributes, asked.name) ? schema.attributes[asked.name] : undefined
      if (attribute && isScalar(attribute)) {
        values.add(asked.name)
        continue
      }
      const inner = { ...scope, whole: extended.handsOver(name, asked.name) }
      const value = attribute
        ? select.attribute(inner, { schema, attribute, asked, type })
        : select.further?.(inner, schema, asked)
      if (value) links.push({ key: `${prefix}${asked.key}`, value })
    }
  }
  return rowForResolvers({
    typeName: name,
    publicationState,
    values: (whole ? Object.keys(schema.attributes) : [...values]).flatMap((value) =>
      valueOf(scope, schema, value, select),
    ),
    links,
  })
}

/** Passwords are nobody's to look for. */
function valueOf(scope: SelectScope, schema: Schema, name: string, select: Selectors): OutputObject {
  const attribute = schema.attributes[name]
  if (!attribute || !isScalar(attribute) || attribute.type === 'password') return []
  const value = select.value(scope, schema, name, attribute)
  // That a value is missing is told by graphql-js, which completes what resolvers have left of it.
  return [{ key: name, value: value.kind === 'field' ? { ...value, required: null } : value }]
}
