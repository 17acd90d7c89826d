import { isRecord } from '@content-api/model'
import type { ReadFile } from './read-strapi-files.js'
import { type Settings, at, numberOf } from './settings.js'

/** A plugin that is an option of this server. */
interface OptionalPlugin {
  /** The npm package. If the project depends on it, the plugin is enabled without an entry in `config/plugins`. */
  readonly package: string
  /** The key of the configuration that has its settings. */
  readonly key: string
  /** The paths of the settings that apply. */
  readonly settings: readonly string[]
  /** Settings of other versions, which change nothing here. */
  readonly ignored?: readonly string[]
}

const deepPopulate = {
  key: 'api.rest.deepPopulate',
  settings: ['defaultDepth', 'skipCreatorFields'],
}

/** The plugins that are options of this server, by name. Their own code doesn't run. */
export const optionalPlugins: Readonly<Record<string, OptionalPlugin>> = {
  'strapi-plugin-populate-deep': { package: 'strapi-plugin-populate-deep', ...deepPopulate },
  'strapi-v5-plugin-populate-deep': { package: 'strapi-v5-plugin-populate-deep', ...deepPopulate },
  transformer: {
    package: 'strapi-plugin-transformer',
    key: 'api.rest.transformer',
    settings: [
      'responseTransforms.removeAttributesKey',
      'responseTransforms.removeDataKey',
      'requestTransforms.wrapBodyWithDataKey',
      'hooks.preResponseTransform',
      'hooks.postResponseTransform',
      'contentTypeFilter.mode',
      'contentTypeFilter.uids',
    ],
    ignored: ['prefix'],
  },
}

/**
 * Switches on the options that replace plugins.
 * @param dependencies the names of the packages that the project depends on
 */
export function optionalPluginSettings(
  read: ReadFile | undefined,
  dependencies: readonly string[],
  all: Settings,
): void {
  for (const [name, plugin] of Object.entries(optionalPlugins)) {
    const entry = at(read?.value, name)
    const isInstalled = dependencies.includes(plugin.package)
    const isEnabled = typeof entry === 'boolean' ? entry : (at(entry, 'enabled') ?? isInstalled)
    if (isEnabled !== true) continue
    const file = entry === undefined ? 'package.json' : (read?.file ?? 'config/plugins')
    all.set(file, name, plugin.key, {})
    const config = at(entry, 'config')
    for (const path of plugin.settings) {
      all.set(file, `${name}.config.${path}`, `${plugin.key}.${path}`, numberOf(at(config, path)))
    }
    for (const path of unknownIn(config, plugin)) {
      all.lose(file, `${name}.config.${path}`, 'has no effect here.')
    }
  }
}

/** Returns the paths of the settings that don't apply. */
function unknownIn(config: unknown, { settings, ignored = [] }: OptionalPlugin): string[] {
  const isKnown = (path: string) => settings.some((known) => known === path || path.startsWith(`${known}.`))
  return Object.entries(isRecord(config) ? config : {}).flatMap(([key, value]) => {
    if (isKnown(key) || ignored.includes(key)) return []
    const hasParts = settings.some((known) => known.startsWith(`${key}.`))
    if (!hasParts) return [key]
    return Object.keys(isRecord(value) ? value : {})
      .map((part) => `${key}.${part}`)
      .filter((path) => !isKnown(path))
  })
}
