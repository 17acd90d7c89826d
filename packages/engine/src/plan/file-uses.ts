import type { Attribute, Component, ContentType, Registry, Schema } from '@content-api/model'
import { fileContentType, fileType } from './link-target.js'

/** The GraphQL field of files that returns the entries that use the file. */
export const relatedField = 'related'

/** Returns whether a type has the field `related`. A project's own file attribute of this name replaces it. */
export function hasRelatedField({ uid, attributes }: Schema): boolean {
  return uid === fileType && !Object.hasOwn(attributes, relatedField)
}

/** A link through which rows use files: a media attribute, or a component attribute whose components use files. */
export interface FileUse {
  readonly name: string
  readonly target: Schema
  /** How the target's rows use files; empty if the target is the file. */
  readonly within: readonly FileUse[]
}

/**
 * Returns all ways in which the entries of a type use files, directly and through components. Only attributes
 * accepted by `shows` are followed. A component that contains itself is followed once.
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
