import type { Attribute } from './attribute.js'
import { builtinContentTypes } from './builtin/content-types.js'
import type { Component, ContentType } from './content-type.js'
import { createRegistry } from './create-registry.js'
import type { Registry } from './registry.js'
import type { AttributeFile, ComponentFile, ContentTypeFile } from './schema-file.js'
import { componentFilePath, contentTypePath, locateComponent, locateContentType } from './schema-location.js'

export interface SchemaFile {
  /** Relative to the project, with `/`. */
  readonly path: string
  readonly json: ContentTypeFile | ComponentFile
}

/**
 * Returns the schema files of a registry in the form that {@link loadProject} reads: loading them returns an
 * equal registry. Built-in types are included only if the project extends them.
 */
export function toSchemaFiles(registry: Registry): readonly SchemaFile[] {
  const contentTypes = [...registry.contentTypes.values()].filter((type) => !isUnchangedBuiltin(type))
  return [...contentTypes.map(contentTypeToFile), ...[...registry.components.values()].map(componentToFile)]
}

function contentTypeToFile(type: ContentType): SchemaFile {
  const hidden = Object.keys(type.attributes).filter((name) => isHiddenStandard(type, name))
  const json: ContentTypeFile = {
    kind: type.kind,
    collectionName: type.collectionName,
    info: { singularName: type.singularName, pluralName: type.pluralName, displayName: type.displayName },
    options: {
      draftAndPublish: type.draftAndPublish,
      ...(type.populateCreatorFields ? { populateCreatorFields: true } : {}),
      ...(hidden.length > 0 ? { privateAttributes: hidden } : {}),
    },
    pluginOptions: type.localized ? { i18n: { localized: true } } : {},
    attributes: attributesToFile(type.declared),
    ...(type.indexes.length > 0 ? { indexes: type.indexes } : {}),
  }
  return { path: pathOf(locateContentType(type.uid), contentTypePath, type.uid), json }
}

function componentToFile(component: Component): SchemaFile {
  const json: ComponentFile = {
    collectionName: component.collectionName,
    info: { displayName: component.displayName },
    options: {},
    attributes: attributesToFile(component.declared),
  }
  return { path: pathOf(locateComponent(component.uid), componentFilePath, component.uid), json }
}

function attributesToFile(declared: Readonly<Record<string, Attribute>>): Readonly<Record<string, AttributeFile>> {
  const entries = Object.entries(declared).map(([name, { localized, ...options }]) => [
    name,
    localized ? { ...options, pluginOptions: { i18n: { localized } } } : options,
  ])
  return Object.fromEntries(entries) as Readonly<Record<string, AttributeFile>>
}

/** Returns whether the type hides a standard attribute explicitly. Creators are hidden by default. */
function isHiddenStandard(type: ContentType, name: string): boolean {
  if (Object.hasOwn(type.declared, name) || !type.attributes[name]?.private) return false
  return type.populateCreatorFields || (name !== 'createdBy' && name !== 'updatedBy')
}

function isUnchangedBuiltin(type: ContentType): boolean {
  if (!builtinContentTypes.has(type.uid)) return false
  plainBuiltins ??= createRegistry({})
  return JSON.stringify(type) === JSON.stringify(plainBuiltins.contentType(type.uid))
}

let plainBuiltins: Registry | undefined

function pathOf<L>(location: L | undefined, toPath: (location: L) => string, uid: string): string {
  if (location === undefined) throw new RangeError(`${uid} is not the uid of a schema.`)
  return toPath(location)
}
