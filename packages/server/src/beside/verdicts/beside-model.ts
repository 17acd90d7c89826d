import {
  isBuiltinType,
  isRecord,
  loadProject,
  type Registry,
  type SchemaSources,
  standardAttributeNames,
} from '@content-api/model'
import type { BesideSettings } from '../settings/beside-settings.js'

/** The content types that the running Strapi has stored, by uid; null if they couldn't be read. */
export type StoredTypes = Readonly<Record<string, unknown>> | null

interface LoadBesideModelOptions {
  readonly project: string
  readonly settings: BesideSettings
  readonly storedTypes: StoredTypes
}

/**
 * Loads the content types of a Strapi project without running its code: from schema files, and those of
 * plugins from what Strapi has stored.
 * @throws ModelError with every mistake of the schema files
 */
export async function loadBesideModel({
  project,
  settings,
  storedTypes,
}: LoadBesideModelOptions): Promise<{ readonly registry: Registry }> {
  const { api, customFields } = settings.config
  const registry = await loadProject(project, {
    pluginTypes: pluginTypesIn(storedTypes),
    customFields: { ...customFieldsIn(storedTypes), ...customFields },
    privateAttributes: api.responses.privateAttributes,
  })
  return { registry }
}

type PluginTypes = NonNullable<SchemaSources['pluginTypes']>
type CustomFields = NonNullable<SchemaSources['customFields']>

/** Returns the attributes of a stored type. */
export function storedAttributes(type: unknown): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const attributes = isRecord(type) ? type['attributes'] : undefined
  const found = Object.entries(isRecord(attributes) ? attributes : {})
  return Object.fromEntries(found.filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1])))
}

/** Returns the schemas of the types that plugins define. */
function pluginTypesIn(storedTypes: StoredTypes): PluginTypes {
  const own = Object.entries(storedTypes ?? {}).filter(([uid]) => uid.startsWith('plugin::') && !isBuiltinType(uid))
  return Object.fromEntries(
    own.flatMap(([uid, type]) => {
      if (!isRecord(type)) return []
      const { kind, collectionName, info, options, pluginOptions } = type
      const attributes = Object.entries(storedAttributes(type)).filter(([name]) => !standardAttributeNames.has(name))
      const schema = { kind, collectionName, info, options, pluginOptions, attributes: Object.fromEntries(attributes) }
      return [[uid, JSON.parse(JSON.stringify(schema)) as PluginTypes[string]] as const]
    }),
  )
}

/** Returns the stored types of the custom fields that content types use. */
function customFieldsIn(storedTypes: StoredTypes): CustomFields {
  const fields: Record<string, CustomFields[string]> = {}
  for (const type of Object.values(storedTypes ?? {})) {
    for (const { customField, type: stored } of Object.values(storedAttributes(type))) {
      if (typeof customField === 'string' && stored !== 'customField')
        fields[customField] = stored as CustomFields[string]
    }
  }
  return fields
}
