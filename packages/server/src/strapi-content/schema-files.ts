import { type ComponentFile, type ContentTypeFile, createRegistry, toSchemaFiles } from '@content-api/model'
import type { LeftOut } from '../entries/transfer/import-summary.js'
import type { StrapiSchema } from './source.js'

/** Attributes that every content type has without declaring them. */
const standard: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
])

/** The types of plugins that a project may extend. */
const extensible: ReadonlySet<string> = new Set(['plugin::users-permissions.user', 'plugin::upload.file'])

export interface WrittenSchemas {
  /** By their paths in the project. */
  readonly files: readonly { readonly path: string; readonly json: object }[]
  readonly leftOut: readonly LeftOut[]
}

/**
 * Makes the schema files of a project from the schemas in an archive.
 * @throws ModelError for schemas that the service does not support
 */
export function schemaFilesOf(schemas: ReadonlyMap<string, StrapiSchema>): WrittenSchemas {
  const leftOut: LeftOut[] = []
  const builtin = createRegistry({})
  const isKnown = (uid: string) => uid.startsWith('api::') || builtin.contentTypes.has(uid)
  const contentTypes: Record<string, ContentTypeFile> = {}
  const components: Record<string, ComponentFile> = {}
  for (const [uid, schema] of schemas) {
    const isComponent = schema.modelType === 'component'
    if (!isComponent && !uid.startsWith('api::') && !isExtended(schema, builtin.contentTypes.get(uid)?.attributes))
      continue
    const { kind, collectionName, info, options, pluginOptions } = schema
    const attributes = attributesOf(schema, isKnown, leftOut)
    if (isComponent) components[uid] = { collectionName, info, options, attributes } as ComponentFile
    else contentTypes[uid] = { kind, collectionName, info, options, pluginOptions, attributes } as ContentTypeFile
  }
  // The files hold what the service has understood: options without a meaning here are dropped.
  return { files: toSchemaFiles(createRegistry({ contentTypes, components })), leftOut }
}

function isExtended({ uid, attributes }: StrapiSchema, known: Readonly<Record<string, unknown>> | undefined): boolean {
  if (!extensible.has(uid)) return false
  return Object.entries(attributes).some(
    ([name, { type }]) =>
      !Object.hasOwn(known ?? {}, name) && !standard.has(name) && type !== 'relation' && name !== 'folderPath',
  )
}

function attributesOf(
  { uid, attributes, modelType }: StrapiSchema,
  isKnown: (uid: string) => boolean,
  leftOut: LeftOut[],
): ComponentFile['attributes'] {
  const kept: Record<string, { readonly type: string }> = {}
  for (const [name, { customField, ...attribute }] of Object.entries(attributes)) {
    if (modelType !== 'component' && standard.has(name)) continue
    const { type, target } = attribute
    if (type === 'relation' && typeof target === 'string' && !isKnown(target)) {
      leftOut.push({ what: `${uid}.${name}`, count: 1, reason: `it points at ${target}, a type of a plugin` })
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
