import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type TypeExtensionNode,
  extendSchema,
  isObjectType,
  parse,
} from 'graphql'
import { ExtensionError } from '../../project/extension-error.js'

const extensionKinds = {
  [Kind.ENUM_TYPE_DEFINITION]: Kind.ENUM_TYPE_EXTENSION,
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: Kind.INPUT_OBJECT_TYPE_EXTENSION,
  [Kind.INTERFACE_TYPE_DEFINITION]: Kind.INTERFACE_TYPE_EXTENSION,
  [Kind.OBJECT_TYPE_DEFINITION]: Kind.OBJECT_TYPE_EXTENSION,
  [Kind.SCALAR_TYPE_DEFINITION]: Kind.SCALAR_TYPE_EXTENSION,
  [Kind.UNION_TYPE_DEFINITION]: Kind.UNION_TYPE_EXTENSION,
}

/** Whether an extension has a resolver of its own for a field, by `Type.field`. */
export type IsResolved = (path: string) => boolean

/**
 * The schema with the types of an extension. A type that is there already is added to: in Strapi 4 `type Query` says the
 * same as `extend type Query`. So is a field that is there already, which the extension's takes the place of when it comes
 * with a resolver: the given schema has lost it then, and is not to be used any more.
 * @throws ExtensionError for SDL that doesn't fit the schema
 */
export function extendBySdl(schema: GraphQLSchema, typeDefs: string, isResolved: IsResolved): GraphQLSchema {
  try {
    const document = parse(typeDefs)
    removeReplacedFields(schema, document, isResolved)
    const known = new Set(Object.keys(schema.getTypeMap()))
    const definitions = document.definitions.map((definition) => {
      if (!definesType(definition)) return definition
      const name = definition.name.value
      if (known.has(name)) return { ...definition, kind: extensionKinds[definition.kind] } as TypeExtensionNode
      known.add(name)
      return definition
    })
    return extendSchema(schema, { ...document, definitions })
  } catch (error) {
    if (error instanceof ExtensionError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new ExtensionError(`The types of an extension don't fit the schema: ${reason}`)
  }
}

/** @throws ExtensionError for a field that is there already, and that nothing would answer in its new form */
function removeReplacedFields(schema: GraphQLSchema, { definitions }: DocumentNode, isResolved: IsResolved): void {
  for (const definition of definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) continue
    const type = schema.getType(definition.name.value)
    if (!isObjectType(type)) continue
    const known = type.getFields()
    for (const { name } of definition.fields ?? []) {
      if (!Object.hasOwn(known, name.value)) continue
      const path = `${type.name}.${name.value}`
      if (!isResolved(path)) {
        const message = `The types of an extension define ${path}, which is there already. With a resolver for it they take its place`
        throw new ExtensionError(`${message}: add one, or leave the field out.`)
      }
      delete known[name.value]
    }
  }
}

function definesType(
  definition: DefinitionNode,
): definition is Extract<DefinitionNode, { readonly kind: keyof typeof extensionKinds }> {
  return Object.hasOwn(extensionKinds, definition.kind)
}
