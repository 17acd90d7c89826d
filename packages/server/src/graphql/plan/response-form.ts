import type { ContentType, Schema } from '@content-api/model'
import type { FieldNode, GraphQLObjectType } from 'graphql'
import type { Output, OutputObject } from '../../query/read-plan.js'
import { derivedNames, typeName } from '../naming.js'
import { type AskedField, collectFields, objectType, selectionsOf } from './collect-fields.js'
import { answeredElsewhere } from './for-resolvers.js'
import { idField, selectAttribute } from './select-attribute.js'
import type { Envelope, SelectionForm, SelectScope } from './select-scope.js'
import { selectUsedBy } from './select-used-by.js'

/** Builds objects key by key as they are selected: the text that the response holds. */
export const responseForm: SelectionForm = { envelope: selectEnvelope, attributes: selectAttributes }

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
    value: asked.name === '__typename' ? { kind: 'text', text: JSON.stringify(name) } : select(asked, type),
  }))
}

function selectEnvelope(scope: SelectScope, { type, name, nodes, rows, meta }: Envelope): OutputObject {
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
function selectAttributes(scope: SelectScope, schema: Schema, nodes: readonly FieldNode[]): OutputObject {
  return selectMembers(scope, typeName(schema), nodes, (asked, type) => {
    const attribute = Object.hasOwn(schema.attributes, asked.name) ? schema.attributes[asked.name] : undefined
    if (!attribute) return selectUsedBy(scope, schema, asked) ?? answeredElsewhere
    return asked.name === 'id' ? idField(schema) : selectAttribute(scope, { schema, attribute, asked, type })
  })
}
