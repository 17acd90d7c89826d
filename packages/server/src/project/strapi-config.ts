import type { Config } from '../config/schema.js'
import { strapiEnv } from '../config/strapi/strapi-env.js'
import { mergedInto } from '../config/strapi/read-strapi-files.js'
import { MissingPart } from './extension-error.js'
import { isRecord } from '@content-api/model'

export interface StrapiConfig {
  /** The first parts of all paths, as in Strapi 4: `environment`, `server`, and files of `config/`. */
  readonly [name: string]: unknown
  /** Returns the value at a path with dots. @throws MissingPart for values of files that aren't read here */
  // Untyped, because a configuration may hold any value.
  // oxlint-disable-next-line typescript/no-explicit-any
  get(path: string, otherwise?: unknown): any
  has(path: string): boolean
}

/** Files of `config/` that only Strapi reads. They have no effect here, and may need packages of Strapi. */
export const unreadFiles: readonly string[] = [
  'admin',
  'cron-tasks',
  'database',
  'features',
  'functions',
  'hook',
  'logger',
  'middleware',
]
/** Files whose values are in the configuration of this service. */
export const replacedFiles: readonly string[] = ['api', 'plugins', 'server']

/**
 * Creates `strapi.config`: the files of `config/`, and above their values the configuration of the service.
 * @param own the values of the files by name
 * @param pluginConfig returns the settings of a plugin of the project, with its defaults
 */
export function strapiConfig(
  config: Config,
  own: Readonly<Record<string, unknown>>,
  pluginConfig: (name: string) => unknown = () => undefined,
): StrapiConfig {
  const { graphql, upload, i18n, api, host, port } = config
  const { server: ownServer, api: ownApi, plugins: ownPlugins, ...ownFiles } = own
  const plugins = mergedInto(settingsOf(ownPlugins), { graphql: graphql.config, upload, i18n })
  const known: Readonly<Record<string, unknown>> = {
    ...ownFiles,
    environment: process.env['NODE_ENV'] ?? 'development',
    api: mergedInto(ownApi, api),
    server: mergedInto(ownServer, { host, port }),
    plugin: plugins,
  }
  const at = (path: string): unknown => {
    const [first = '', ...more] = path.replace(/^plugin::([\w-]+)/, 'plugin.$1').split('.')
    if (unreadFiles.includes(first)) {
      throw new MissingPart(`strapi.config.get('${path}') does not exist here: config/${first} is not read.`)
    }
    const [plugin = '', ...inPlugin] = more
    const ofPlugin = first === 'plugin' ? pluginConfig(plugin) : undefined
    if (ofPlugin !== undefined) return valueAt(ofPlugin, inPlugin)
    return valueAt(Object.hasOwn(known, first) ? known[first] : undefined, more)
  }
  return {
    ...known,
    get: (path, otherwise) => at(path) ?? otherwise,
    has: (path) => at(path) !== undefined,
  }
}

/** Returns the settings of each plugin: `config/plugins` has them in `config`. */
function settingsOf(plugins: unknown): unknown {
  if (!isRecord(plugins)) return {}
  const settings = Object.entries(plugins).map(([name, plugin]) => [name, isRecord(plugin) ? plugin['config'] : plugin])
  return Object.fromEntries(settings)
}

const valueAt = (start: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined), start)

/** The function `env` for files of `config/`, which reads environment variables. */
export const env = strapiEnv(process.env)
