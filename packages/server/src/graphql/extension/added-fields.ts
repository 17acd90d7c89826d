import { type DocumentNode, Kind, parse } from 'graphql'
import { ExtensionError } from '../../project/extension-error.js'

/** `Type.field` of every field that SDL adds, whether to a type that there is or in one of its own. @throws ExtensionError */
export function addedFields(typeDefs: string): string[] {
  if (typeDefs.trim() === '') return []
  let document: DocumentNode
  try {
    document = parse(typeDefs)
  } catch (error) {
    throw new ExtensionError(`typeDefs can't be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  return document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OBJECT_TYPE_EXTENSION && definition.kind !== Kind.OBJECT_TYPE_DEFINITION) return []
    return (definition.fields ?? []).map(({ name }) => `${definition.name.value}.${name.value}`)
  })
}
