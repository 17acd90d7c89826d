import {
  isBuiltinType,
  isRecord,
  type LoadOptions,
  loadProject,
  type Registry,
  type SchemaSources,
  withDocuments,
} from '@content-api/model'
import type { ForwardReason } from '../forward-reason.js'
import type { BesideSettings } from '../settings/beside-settings.js'
import { programSchemas, writtenSchema } from './program-schemas.js'
import type { SourceModule } from './source/source-module.js'
import { storedAttributes, type StoredTypes } from './stored-types.js'

interface LoadBesideModelOptions {
  readonly project: string
  readonly settings: BesideSettings
  readonly storedTypes: StoredTypes
  /** The code of the project, which is read and never run. */
  readonly modules: readonly SourceModule[]
  /** The content types that code defined when it ran, which take precedence. */
  readonly codeTypes?: Pick<LoadOptions, 'pluginTypes' | 'changedTypes'> | undefined
}

interface BesideModel {
  readonly registry: Registry
  /** Why reads of components go to Strapi whose files can't be read, by uid. */
  readonly unknown: ReadonlyMap<string, ForwardReason>
}

/**
 * Loads the content types of a Strapi project without running its code: from schema files, and those of
 * plugins and programs from what Strapi has stored.
 * @throws ModelError with every mistake of the schema files
 */
export async function loadBesideModel({
  project,
  settings,
  storedTypes,
  modules,
  codeTypes = {},
}: LoadBesideModelOptions): Promise<BesideModel> {
  const { api, customFields } = settings.config
  const { components, unknown, ...schemas } = programSchemas(project, modules, storedTypes)
  const changedTypes = { ...schemas.changedTypes, ...codeTypes.changedTypes }
  const registry = await loadProject(project, {
    pluginTypes: { ...pluginTypesIn(storedTypes), ...codeTypes.pluginTypes },
    components,
    ...(Object.keys(changedTypes).length > 0 && { changedTypes }),
    customFields: { ...customFieldsIn(storedTypes), ...customFields },
    privateAttributes: api.responses.privateAttributes,
  })
  return { registry: settings.version === 5 ? withDocuments(registry) : registry, unknown }
}

type PluginTypes = NonNullable<SchemaSources['pluginTypes']>
type CustomFields = NonNullable<SchemaSources['customFields']>

/** Returns the schemas of the types that plugins define. */
function pluginTypesIn(storedTypes: StoredTypes): PluginTypes {
  const own = Object.entries(storedTypes ?? {}).filter(([uid]) => uid.startsWith('plugin::') && !isBuiltinType(uid))
  return Object.fromEntries(
    own.flatMap(([uid, type]) => (isRecord(type) ? [[uid, writtenSchema(type) as PluginTypes[string]] as const] : [])),
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
