import { type ContentType, type Schema, isScalar } from '@content-api/model'
import type { FieldNode } from 'graphql'
import { type OutputMember, type OutputObject, pageFigures } from '@content-api/engine/plan'
import { derivedNames, typeName } from '../naming.js'
import { type SelectedField, collectFields, objectType, selectionsOf } from './collect-fields.js'
import { rowForResolvers } from './for-resolvers.js'
import { selectAttribute, selectValue, selectUsedBy } from './select-attribute.js'
import type { Envelope, ExtendedFields, SelectionForm, SelectScope } from './select-scope.js'

/** Builds the rows that resolvers of an extension receive (`for-resolvers.ts`). */
export function resolverForm(extended: ExtendedFields): SelectionForm {
  return {
    envelope: (scope, envelope) => selectEnvelope(scope, extended, envelope),
    attributes: (scope, schema, nodes) => selectRow(scope, extended, { schema, sections: [{ prefix: '', nodes }] }),
  }
}

/**
 * Selects the entries once for all aliases of `data`, as `nodes` or `value`, and all pagination figures if
 * `meta` is selected.
 */
function selectEnvelope(
  scope: SelectScope,
  extended: ExtendedFields,
  { type, name, nodes, many, rows, meta }: Envelope,
): OutputObject {
  const selected = collectFields(scope.document, objectType(scope.document, name), selectionsOf(nodes))
  const allValues = scope.allValues === true || selected.some((field) => extended.isExtended(name, field.name))
  const data = selected.filter((field) => field.name === 'data')
  const members: OutputMember[] = []
  if (data.length > 0 || allValues) {
    const row = selectEntity({ ...scope, allValues }, extended, { type, data })
    members.push({ key: many ? 'nodes' : 'value', value: rows(row) })
  }
  if (meta && selected.some((field) => field.name === 'meta')) {
    members.push({ key: 'meta', value: { kind: 'object', members: figures, absorbs: false } })
  }
  return members
}

const figures: OutputObject = pageFigures.map((figure) => ({
  key: figure,
  value: { kind: 'pagination', figure },
}))

/** Selects an entry's row, with what all `data` fields of its envelope need. */
function selectEntity(
  scope: SelectScope,
  extended: ExtendedFields,
  { type, data }: { readonly type: ContentType; readonly data: readonly SelectedField[] },
): OutputObject {
  const { document } = scope
  const name = derivedNames.entity(typeName(type))
  const selected = data.flatMap(({ key, nodes }) =>
    collectFields(document, objectType(document, name), selectionsOf(nodes)).map((field) => ({ key, field })),
  )
  const allValues = scope.allValues === true || selected.some(({ field }) => extended.isExtended(name, field.name))
  const sections = selected.flatMap(({ key, field }) =>
    field.name === 'attributes' ? [{ prefix: `${key}.${field.key}.`, nodes: field.nodes }] : [],
  )
  return selectRow({ ...scope, allValues }, extended, { schema: type, sections })
}

/** A selection of attributes of a row. */
interface Section {
  /** The response keys between the envelope and the attributes, each before a dot: `data.attributes.`, or empty. */
  readonly prefix: string
  readonly nodes: readonly FieldNode[]
}

/**
 * Selects a row. If an extension handles one of its fields, the row contains all values, since the extension
 * may use any of them. A field that is selected again with an alias spends the budget of one more entry per
 * row, since resolvers run again for it.
 */
function selectRow(
  scope: SelectScope,
  extended: ExtendedFields,
  { schema, sections }: { readonly schema: Schema; readonly sections: readonly Section[] },
): OutputObject {
  const { document, publicationState } = scope
  const name = typeName(schema)
  const values = new Set(['id'])
  const names = new Set<string>()
  const links: OutputMember[] = []
  let allValues = scope.allValues === true
  for (const { prefix, nodes } of sections) {
    const type = objectType(document, name)
    for (const selected of collectFields(document, type, selectionsOf(nodes))) {
      if (names.has(selected.name)) scope.budget.spend(scope.count)
      names.add(selected.name)
      allValues ||= extended.isExtended(name, selected.name)
      const attribute = Object.hasOwn(schema.attributes, selected.name) ? schema.attributes[selected.name] : undefined
      if (attribute && isScalar(attribute)) {
        values.add(selected.name)
        continue
      }
      const inner = { ...scope, allValues: extended.exposesResult(name, selected.name) }
      const value = attribute
        ? selectAttribute(inner, { schema, attribute, selected, type })
        : selectUsedBy(inner, schema, selected)
      if (value) links.push({ key: `${prefix}${selected.key}`, value })
    }
  }
  return rowForResolvers({
    typeName: name,
    publicationState,
    values: (allValues ? Object.keys(schema.attributes) : [...values]).flatMap((value) =>
      valueOf(scope, schema, value),
    ),
    links,
  })
}

/** Selects a value. Resolvers never receive passwords. */
function valueOf(scope: SelectScope, schema: Schema, name: string): OutputObject {
  const attribute = schema.attributes[name]
  if (!attribute || !isScalar(attribute) || attribute.type === 'password') return []
  const value = selectValue(scope, schema, name, attribute)
  // graphql-js reports missing required values, after resolvers may have replaced them. Only components need
  // a mark with their entry.
  const isMarked = value.kind !== 'field' || schema.model === 'component'
  return [{ key: name, value: isMarked ? value : { ...value, required: null } }]
}
