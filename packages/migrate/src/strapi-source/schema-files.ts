import {
  type ComponentFile,
  type ContentTypeFile,
  type Registry,
  createRegistry,
  standardAttributeNames,
  toSchemaFiles,
} from '@content-api/model'
import type { LeftOut } from '../entries/import-summary.js'
import { openStrapiArchive, isArchive } from './archive/archive-source.js'
import type { StrapiSchema } from './source.js'

/** The types of plugins that a project may extend. */
const extensible: ReadonlySet<string> = new Set(['plugin::users-permissions.user', 'plugin::upload.file'])

export interface WrittenSchemas {
  /** By their paths in the project. */
  readonly files: readonly { readonly path: string; readonly json: object }[]
  readonly leftOut: readonly LeftOut[]
}

/**
 * Makes the schema files of a project from an archive.
 * @returns null if `from` is a database or has no schemas
 * @throws StrapiSourceError for an archive that can't be read; ModelError for schemas that the service does
 * not support
 */
export async function readStrapiSchemas(from: string, key?: string): Promise<WrittenSchemas | null> {
  if (!isArchive(from)) return null
  const { schemas } = await openStrapiArchive({ file: from, key }).survey()
  return schemas.size === 0 ? null : makeSchemaFiles(schemas)
}

/**
 * Makes the schema files of a project from schemas in the format of an archive.
 * @throws ModelError for schemas that the service does not support
 */
export function makeSchemaFiles(schemas: ReadonlyMap<string, StrapiSchema>): WrittenSchemas {
  const leftOut: LeftOut[] = []
  const builtin = createRegistry({})
  const isKnown = (uid: string) => uid.startsWith('api::') || builtin.contentTypes.has(uid) || schemas.has(uid)
  const contentTypes: Record<string, ContentTypeFile> = {}
  const pluginTypes: Record<string, ContentTypeFile> = {}
  const components: Record<string, ComponentFile> = {}
  for (const [uid, schema] of schemas) {
    const isComponent = schema.modelType === 'component'
    const ofPlugin = uid.startsWith('plugin::') && !builtin.contentTypes.has(uid)
    const isOwn = isComponent || uid.startsWith('api::')
    if (!isOwn && !ofPlugin && !isExtended(schema, builtin.contentTypes.get(uid)?.attributes)) continue
    const { kind, collectionName, info, options, pluginOptions } = schema
    const attributes = keepAttributes(schema, isKnown, ofPlugin ? [] : leftOut)
    if (isComponent) components[uid] = { collectionName, info, options, attributes } as ComponentFile
    else {
      const types = ofPlugin ? pluginTypes : contentTypes
      types[uid] = { kind, collectionName, info, options, pluginOptions, attributes } as ContentTypeFile
    }
  }
  // The files hold what the service has understood: options without a meaning here are dropped.
  const registry = createRegistry({ contentTypes, components, pluginTypes })
  // The code of plugins defines their content types. Files of the project only refer to them.
  const ofPlugins = new Set(Object.keys(pluginTypes).map(extensionFile))
  const files = toSchemaFiles(registry).filter(({ path }) => !ofPlugins.has(path))
  return { files, leftOut: [...leftOut, ...findLostRelations(contentTypes, registry)] }
}

const extensionFile = (uid: string) => {
  const [, plugin, name] = /^plugin::([^.]+)\.(.+)$/.exec(uid) ?? []
  return `src/extensions/${plugin}/content-types/${name}/schema.json`
}

/** Returns the relations to content types of plugins that have a mistake. */
function findLostRelations(written: Readonly<Record<string, ContentTypeFile>>, { contentTypes }: Registry): LeftOut[] {
  return Object.entries(written).flatMap(([uid, { attributes }]) =>
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const { type, target } = attribute as { readonly type: string; readonly target?: string }
      if (type !== 'relation' || target === undefined || contentTypes.has(target)) return []
      const reason = `it points at ${target}, a type of a plugin with a mistake`
      return [{ what: `${uid}.${name}`, count: 1, reason }]
    }),
  )
}

function isExtended({ uid, attributes }: StrapiSchema, known: Readonly<Record<string, unknown>> | undefined): boolean {
  if (!extensible.has(uid)) return false
  return Object.entries(attributes).some(
    ([name, { type }]) =>
      !Object.hasOwn(known ?? {}, name) &&
      !standardAttributeNames.has(name) &&
      type !== 'relation' &&
      name !== 'folderPath',
  )
}

function keepAttributes(
  { uid, attributes, modelType }: StrapiSchema,
  isKnown: (uid: string) => boolean,
  leftOut: LeftOut[],
): ComponentFile['attributes'] {
  const kept: Record<string, { readonly type: string }> = {}
  for (const [name, { customField, ...attribute }] of Object.entries(attributes)) {
    if (modelType !== 'component' && standardAttributeNames.has(name)) continue
    const { type, target } = attribute
    if (type === 'relation' && typeof target === 'string' && !isKnown(target)) {
      leftOut.push({
        what: `${uid}.${name}`,
        count: 1,
        reason: `it points at ${target}, a type of a plugin that is not in the archive`,
      })
      continue
    }
    if (customField !== undefined) {
      leftOut.push({
        what: `${uid}.${name}`,
        count: 1,
        reason: `the custom field ${JSON.stringify(customField)}: written as ${JSON.stringify(type)}`,
      })
    }
    kept[name] = attribute as { readonly type: string }
  }
  return kept
}
