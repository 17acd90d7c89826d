import { type DefinitionNode, type GraphQLSchema, Kind, type TypeExtensionNode, extendSchema, parse } from 'graphql'
import { ExtensionError } from '../../project/extension-error.js'

const extensionKinds = {
  [Kind.ENUM_TYPE_DEFINITION]: Kind.ENUM_TYPE_EXTENSION,
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: Kind.INPUT_OBJECT_TYPE_EXTENSION,
  [Kind.INTERFACE_TYPE_DEFINITION]: Kind.INTERFACE_TYPE_EXTENSION,
  [Kind.OBJECT_TYPE_DEFINITION]: Kind.OBJECT_TYPE_EXTENSION,
  [Kind.SCALAR_TYPE_DEFINITION]: Kind.SCALAR_TYPE_EXTENSION,
  [Kind.UNION_TYPE_DEFINITION]: Kind.UNION_TYPE_EXTENSION,
}

/**
 * The schema with the types of an extension. A type that is there already is added to: in Strapi 4 `type Query` says the
 * same as `extend type Query`.
 * @throws ExtensionError for SDL that doesn't fit the schema
 */
export function extendBySdl(schema: GraphQLSchema, typeDefs: string): GraphQLSchema {
  try {
    const document = parse(typeDefs)
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
    const reason = error instanceof Error ? error.message : String(error)
    throw new ExtensionError(`The types of an extension don't fit the schema: ${reason}`)
  }
}

function definesType(
  definition: DefinitionNode,
): definition is Extract<DefinitionNode, { readonly kind: keyof typeof extensionKinds }> {
  return Object.hasOwn(extensionKinds, definition.kind)
}
