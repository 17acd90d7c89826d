import type { Attribute, Component, ContentType, Registry, Schema } from '@content-api/model'
import { fileContentType, fileType } from './link-target.js'

/** The field of files, in GraphQL, that leads to the entries that use them. */
export const relatedField = 'related'

/** Whether a type has the field: a project may have given its files an attribute of this name. */
export function tellsUses({ uid, attributes }: Schema): boolean {
  return uid === fileType && !Object.hasOwn(attributes, relatedField)
}

/** A link by which rows come to files: a media attribute, or one to components that come to files in their turn. */
export interface FileUse {
  readonly name: string
  readonly target: Schema
  /** How the target's rows come to files; empty where the target is the file. */
  readonly within: readonly FileUse[]
}

/**
 * All ways in which the entries of a type use files, through their components too, by attributes that `shows` says yes to.
 * A component is not followed into itself.
 */
export function fileUses(
  type: ContentType,
  registry: Registry,
  shows: (schema: Schema, name: string) => boolean,
): readonly FileUse[] {
  const usesOf = (schema: Schema, above: readonly Component[]): FileUse[] =>
    Object.entries(schema.attributes).flatMap(([name, attribute]): FileUse[] => {
      if (!shows(schema, name)) return []
      if (attribute.type === 'media') return [{ name, target: fileContentType(registry), within: [] }]
      return componentsOf(attribute)
        .map((uid) => registry.component(uid))
        .filter((component) => !above.includes(component))
        .map((target) => ({ name, target, within: usesOf(target, [...above, target]) }))
        .filter(({ within }) => within.length > 0)
    })
  return usesOf(type, [])
}

function componentsOf(attribute: Attribute): readonly string[] {
  if (attribute.type === 'component') return [attribute.component]
  return attribute.type === 'dynamiczone' ? attribute.components : []
}
