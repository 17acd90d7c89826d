import { type ContentType, isBuiltinType, isRecord, type Registry, standardAttributeNames } from '@content-api/model'
import { isDeepStrictEqual } from 'node:util'
import type { ForwardReason } from '../forward-reason.js'
import { storedAttributes, type StoredTypes } from './stored-types.js'

/** The options of an attribute that decide how it is read. */
const compared = ['type', 'relation', 'target', 'inversedBy', 'mappedBy', 'morphBy', 'component', 'repeatable'] as const

/** Options that Strapi always stores where they matter. */
const comparedIfStored = ['components', 'multiple', 'enum'] as const

/** Types of which this server knows only what others refer to. They have no reads of their own. */
export const internalTypes: readonly string[] = ['plugin::upload.folder', 'plugin::users-permissions.permission']

/** Attributes of Strapi 4.26 that the built-in types of this server don't have. */
const notModelled: Readonly<Record<string, readonly string[]>> = {
  'plugin::upload.file': ['related', 'folder', 'folderPath'],
  'plugin::users-permissions.role': ['permissions'],
}

/**
 * Returns the content types that the running Strapi has in another form than the schema files, by uid: code
 * has changed them, or Strapi hasn't been started with the files yet.
 */
export function storedDifferences(
  registry: Registry,
  storedTypes: StoredTypes,
  version: 4 | 5 = 4,
): ReadonlyMap<string, ForwardReason> {
  const reasons = new Map<string, ForwardReason>()
  if (storedTypes === null) return reasons
  for (const type of registry.contentTypes.values()) {
    // The server knows administrators only as the creators of entries.
    if (type.uid.startsWith('admin::') || internalTypes.includes(type.uid)) continue
    const stored = Object.hasOwn(storedTypes, type.uid) ? storedTypes[type.uid] : undefined
    const difference = differenceOf(type, stored, version)
    if (difference === null) continue
    reasons.set(type.uid, { kind: 'schema', message: `In Strapi, ${type.uid} ${difference}.`, ...fileOf(type.uid) })
  }
  return reasons
}

/** Returns the schema file of a type of the project. */
export function fileOf(uid: string): { readonly file?: string } {
  const [, api, name] = /^api::([\w-]+)\.([\w-]+)$/.exec(uid) ?? []
  return api === undefined ? {} : { file: `src/api/${api}/content-types/${name}/schema.json` }
}

/** In Strapi 5, each type has both attributes: a type without localizations hides them. */
function hasFlag(stored: unknown, name: 'publishedAt' | 'localizations', version: 4 | 5): boolean {
  const attribute = storedAttributes(stored)[name]
  if (version === 4) return attribute !== undefined
  if (name === 'localizations') return attribute !== undefined && attribute['private'] !== true
  const options = isRecord(stored) ? stored['options'] : undefined
  return isRecord(options) && options['draftAndPublish'] === true
}

function differenceOf(type: ContentType, stored: unknown, version: 4 | 5): string | null {
  if (stored === undefined) return "doesn't exist"
  const attributes = storedAttributes(stored)
  const flags = [
    ['publishedAt', type.draftAndPublish],
    ['localizations', type.localized],
  ] as const
  for (const [name, isHere] of flags) {
    if (hasFlag(stored, name, version) !== isHere)
      return isHere ? `has no attribute ${name}` : `has the attribute ${name}`
  }
  const { collectionName } = stored as { readonly collectionName?: unknown }
  if (collectionName !== type.collectionName) return `has the table ${String(collectionName)}`
  for (const [name, attribute] of Object.entries(type.declared)) {
    const other = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    if (!other) return `has no attribute ${name}`
    const option = [...compared, ...comparedIfStored.filter((key) => key in other)].find((key) => {
      const own = (attribute as unknown as Record<string, unknown>)[key]
      return !isDeepStrictEqual(own || undefined, other[key] || undefined)
    })
    if (option !== undefined) return `has another ${option} of the attribute ${name}`
    if (other['private'] === true && attribute.private !== true) return `has the private attribute ${name}`
  }
  const added = Object.entries(attributes).find(([name, attribute]) => {
    // Private attributes of built-in types are never read.
    const isHidden = isBuiltinType(type.uid) && attribute['private'] === true
    if (isHidden || notModelled[type.uid]?.includes(name)) return false
    // Strapi 5 has more attributes of files than the schema of version 4, and so has the model.
    return !Object.hasOwn(type.attributes, name) && !standardAttributeNames.has(name)
  })
  return added ? `has the attribute ${added[0]}` : null
}
