import type { ContentType, Schema } from '@content-api/model'
import type { FieldNode, GraphQLObjectType } from 'graphql'
import type { Output, OutputObject } from '@content-api/engine/plan/read-plan'
import { derivedNames, typeName } from '../naming.js'
import { type SelectedField, collectFields, objectType, selectionsOf } from './collect-fields.js'
import { resolvedElsewhere } from './for-resolvers.js'
import { idField, selectAttribute } from './select-attribute.js'
import type { Envelope, SelectionForm, SelectScope } from './select-scope.js'
import { selectUsedBy } from './select-used-by.js'

/** Builds objects for the text of the response, with the selected keys. */
export const responseForm: SelectionForm = { envelope: selectEnvelope, attributes: selectAttributes }

/**
 * Returns the members of an object of one GraphQL type. `select` returns the output of each field except
 * `__typename`.
 */
export function selectMembers(
  { document }: Pick<SelectScope, 'document'>,
  name: string,
  nodes: readonly FieldNode[],
  select: (selected: SelectedField, type: GraphQLObjectType) => Output,
): OutputObject {
  const type = objectType(document, name)
  return collectFields(document, type, selectionsOf(nodes)).map((selected) => ({
    key: selected.key,
    value: selected.name === '__typename' ? { kind: 'text', text: JSON.stringify(name) } : select(selected, type),
  }))
}

function selectEnvelope(scope: SelectScope, { type, name, nodes, rows, meta }: Envelope): OutputObject {
  return selectMembers(scope, name, nodes, (selected) => {
    if (selected.name === 'data') return rows(selectEntity(scope, type, selected.nodes))
    if (selected.name !== 'meta' || !meta) return resolvedElsewhere
    return { kind: 'object', members: meta(selected.nodes), absorbs: false }
  })
}

/** Selects the fields of `XEntity`: the id and the attributes. */
function selectEntity(scope: SelectScope, type: ContentType, nodes: readonly FieldNode[]): OutputObject {
  return selectMembers(scope, derivedNames.entity(typeName(type)), nodes, (selected) => {
    if (selected.name === 'id') return idField(type)
    if (selected.name !== 'attributes') return resolvedElsewhere
    return { kind: 'object', members: selectAttributes(scope, type, selected.nodes), absorbs: true }
  })
}

/** Selects the fields of `X` (the attributes of an entry), or of a component. */
function selectAttributes(scope: SelectScope, schema: Schema, nodes: readonly FieldNode[]): OutputObject {
  return selectMembers(scope, typeName(schema), nodes, (selected, type) => {
    const attribute = Object.hasOwn(schema.attributes, selected.name) ? schema.attributes[selected.name] : undefined
    if (!attribute) return selectUsedBy(scope, schema, selected) ?? resolvedElsewhere
    return selected.name === 'id' ? idField(schema) : selectAttribute(scope, { schema, attribute, selected, type })
  })
}
