import { type ContentType, type Schema, isScalar } from '@content-api/model'
import type { FieldNode, GraphQLObjectType } from 'graphql'
import {
  type Output,
  type OutputMember,
  type OutputObject,
  pageFigures,
  type PublicationState,
} from '@content-api/engine/plan'
import { derivedNames, typeName } from '@content-api/interfaces/graphql/naming'
import {
  type SelectedField,
  collectFields,
  objectType,
  selectionsOf,
} from '@content-api/interfaces/graphql/plan/collect-fields'
import type { Arguments } from '@content-api/interfaces/graphql/plan/list-arguments'
import { envelopeName } from '@content-api/interfaces/graphql/plan/plan-root'
import { selectValue } from '@content-api/interfaces/graphql/plan/select-attribute'
import type { EntriesField, SelectionForm, SelectScope } from '@content-api/interfaces/graphql/plan/select-scope'
import { object } from '@content-api/core/query/populate/response-form'

/** The fields that an extension handles, by type and field. */
export interface ExtendedFields {
  /** Whether the extension has a resolver, policy or middleware for a field. */
  isExtended(typeName: string, fieldName: string): boolean
  /**
   * Whether code receives the result of a field, as middlewares do from `next`. If so, entries are read with
   * all values.
   */
  exposesResult(typeName: string, fieldName: string): boolean
  /**
   * Whether `auth` of the extension replaces the permission that a field requires by default. Such a field is
   * read without that permission, and the extension's own check decides who receives it.
   */
  replacesPermission(typeName: string, fieldName: string): boolean
}

/** The arguments that a middleware passed to `next`. */
export interface ChangedArguments {
  /** The first node of the field. */
  readonly node: FieldNode
  readonly args: Arguments
}

/** How the links of rows are read. */
export interface LinkForm extends Pick<SelectionForm, 'linkedList' | 'linkedOne' | 'isNonNull'> {
  /** The publication state of the linked rows. */
  readonly state: PublicationState
  /** Whether entries are in envelopes with `data` and `attributes`. */
  readonly hasEnvelopes: boolean
  /** Whether a field of an entry shows the entry itself. */
  readonly isSelf: (name: string) => boolean
  /** Returns the output of a link; undefined for other fields. */
  readonly selectLink: (scope: SelectScope, member: LinkMember) => Output | undefined
}

/** A selected field of a row. */
export interface LinkMember {
  readonly schema: Schema
  readonly selected: SelectedField
  /** The type of the row in GraphQL. */
  readonly type: GraphQLObjectType
}

interface ResolverFormOptions {
  readonly extended: ExtendedFields
  readonly links: LinkForm
  /** Whether to read all values of the rows: an extension receives these rows, and may use any value. */
  readonly allValues?: boolean
  readonly changed?: ChangedArguments | undefined
}

/** The keys of a row that is read for resolvers. */
export const rowKeys = { type: 'type', state: 'state', values: 'values', links: 'links' } as const

/** Returns the form of rows that resolvers of an extension receive. graphql-js renames the values of enumerations. */
export function resolverForm(options: ResolverFormOptions): SelectionForm {
  const { extended, changed, links } = options
  const { linkedList, linkedOne, isNonNull, hasEnvelopes } = links
  return {
    linkedList,
    linkedOne,
    isNonNull,
    entries: (scope, field) => {
      if (hasEnvelopes) return object(selectEnvelope(scope, options, field))
      const { type, nodes, required = null, rows } = field
      return rows(scope.form.attributes(scope, type, nodes), required)
    },
    attributes: (scope, schema, nodes) => selectRow(scope, options, { schema, sections: [{ prefix: '', nodes }] }),
    hasStoredEnums: true,
    isOpen: (typeName, fieldName) => extended.replacesPermission(typeName, fieldName),
    replacedArguments: (node) => (changed?.node === node ? changed?.args : undefined),
  }
}

/**
 * Selects the entries once for all aliases of `data`, as `nodes` or `value`, and all pagination figures if
 * `meta` is selected.
 */
function selectEnvelope(scope: SelectScope, options: ResolverFormOptions, field: EntriesField): OutputObject {
  const { extended } = options
  const { type, nodes, many, rows, meta } = field
  const name = envelopeName(field)
  const selected = collectFields(scope.document, objectType(scope.document, name), selectionsOf(nodes))
  const allValues = options.allValues === true || selected.some((field) => extended.isExtended(name, field.name))
  const data = selected.filter((field) => field.name === 'data')
  const members: OutputMember[] = []
  if (data.length > 0 || allValues) {
    const row = selectEntity(scope, { ...options, allValues }, { type, data })
    members.push({ key: many ? 'nodes' : 'value', value: rows(row) })
  }
  if (meta && selected.some((field) => field.name === 'meta')) {
    members.push({ key: 'meta', value: object(figures) })
  }
  return members
}

const figures: OutputObject = pageFigures.map((figure) => ({ key: figure, value: { kind: 'pagination', figure } }))

/** Selects an entry's row, with what all `data` fields of its envelope need. */
function selectEntity(
  scope: SelectScope,
  options: ResolverFormOptions,
  { type, data }: { readonly type: ContentType; readonly data: readonly SelectedField[] },
): OutputObject {
  const { document } = scope
  const { extended } = options
  const name = derivedNames.entity(typeName(type))
  const selected = data.flatMap(({ key, nodes }) =>
    collectFields(document, objectType(document, name), selectionsOf(nodes)).map((field) => ({ key, field })),
  )
  const allValues = options.allValues === true || selected.some(({ field }) => extended.isExtended(name, field.name))
  const sections = selected.flatMap(({ key, field }) =>
    field.name === 'attributes' ? [{ prefix: `${key}.${field.key}.`, nodes: field.nodes }] : [],
  )
  return selectRow(scope, { ...options, allValues }, { schema: type, sections })
}

/** A selection of attributes of a row. */
interface Section {
  /** The response keys between the envelope and the attributes, each before a dot: `data.attributes.`, or empty. */
  readonly prefix: string
  readonly nodes: readonly FieldNode[]
}

/**
 * Selects a row. It contains each value once, by the name of its attribute, so that code finds it even if the
 * operation uses aliases. Links are separate, by the path of response keys from the row's field to them: they
 * depend on the arguments and the selection of their field.
 *
 * If an extension handles one of the fields, the row contains all values, since the extension may use any of
 * them. A field that is selected again with an alias spends the budget of one more entry per row, since
 * resolvers run again for it.
 */
function selectRow(
  scope: SelectScope,
  options: ResolverFormOptions,
  { schema, sections }: { readonly schema: Schema; readonly sections: readonly Section[] },
): OutputObject {
  const { document, publicationState } = scope
  const { extended } = options
  const name = typeName(schema)
  const values = new Set(['id'])
  const names = new Set<string>()
  const links: OutputMember[] = []
  let allValues = options.allValues === true
  const pending = [...sections]
  for (const { prefix, nodes } of pending) {
    const type = objectType(document, name)
    for (const selected of collectFields(document, type, selectionsOf(nodes))) {
      if (names.has(selected.name)) scope.counts.addEntries(scope.count)
      names.add(selected.name)
      allValues ||= extended.isExtended(name, selected.name)
      const attribute = Object.hasOwn(schema.attributes, selected.name) ? schema.attributes[selected.name] : undefined
      if (attribute && isScalar(attribute)) {
        values.add(selected.name)
        continue
      }
      if (!attribute && options.links.isSelf(selected.name)) {
        pending.push({ prefix: `${prefix}${selected.key}.`, nodes: selected.nodes })
        continue
      }
      const form = resolverForm({ ...options, allValues: extended.exposesResult(name, selected.name) })
      const value = options.links.selectLink({ ...scope, form }, { schema, selected, type })
      if (value) links.push({ key: `${prefix}${selected.key}`, value })
    }
  }
  const shown = allValues ? Object.keys(schema.attributes) : [...values]
  return [
    { key: rowKeys.type, value: text(name) },
    { key: rowKeys.state, value: text(publicationState) },
    // A separate object can be passed to resolvers as it is. Copying some members of an object takes as long
    // as reading it.
    { key: rowKeys.values, value: object(shown.flatMap((value) => valueOf(scope, schema, value))) },
    { key: rowKeys.links, value: object(links) },
  ]
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

const text = (value: string): Output => ({ kind: 'text', text: JSON.stringify(value) })
