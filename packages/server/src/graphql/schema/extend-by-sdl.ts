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
import { ExtensionError, checkAll } from '../../project/extension-error.js'

const extensionKinds = {
  [Kind.ENUM_TYPE_DEFINITION]: Kind.ENUM_TYPE_EXTENSION,
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: Kind.INPUT_OBJECT_TYPE_EXTENSION,
  [Kind.INTERFACE_TYPE_DEFINITION]: Kind.INTERFACE_TYPE_EXTENSION,
  [Kind.OBJECT_TYPE_DEFINITION]: Kind.OBJECT_TYPE_EXTENSION,
  [Kind.SCALAR_TYPE_DEFINITION]: Kind.SCALAR_TYPE_EXTENSION,
  [Kind.UNION_TYPE_DEFINITION]: Kind.UNION_TYPE_EXTENSION,
}

/** Returns whether an extension has a resolver for a field (`Type.field`). */
export type IsResolved = (path: string) => boolean

/**
 * Adds the types of an extension to a schema. The definition of an existing type extends it: in Strapi 4
 * `type Query` means the same as `extend type Query`. The definition of an existing field replaces it, if the
 * extension has a resolver for the field. The replaced field is deleted from `schema`, which must not be used
 * afterwards.
 * @throws ExtensionError for SDL that conflicts with the schema
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

/**
 * Deletes fields that an extension replaces.
 * @throws ExtensionError if the extension has no resolver for such a field
 */
function removeReplacedFields(schema: GraphQLSchema, { definitions }: DocumentNode, isResolved: IsResolved): void {
  for (const definition of definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) continue
    const type = schema.getType(definition.name.value)
    if (!isObjectType(type)) continue
    const known = type.getFields()
    const remove = (name: string) => {
      const path = `${type.name}.${name}`
      if (!isResolved(path)) {
        const message = `The types of an extension define ${path}, which is there already`
        throw new ExtensionError(`${message}. Add a resolver for it to replace it, or remove the field.`)
      }
      delete known[name]
    }
    const names = (definition.fields ?? []).map(({ name }) => name.value)
    checkAll(names.filter((name) => Object.hasOwn(known, name)).map((name) => () => remove(name)))
  }
}

function definesType(
  definition: DefinitionNode,
): definition is Extract<DefinitionNode, { readonly kind: keyof typeof extensionKinds }> {
  return Object.hasOwn(extensionKinds, definition.kind)
}
