import type { Config } from '@content-api/core/config/schema'
import { strapiEnv } from '@content-api/project-files/strapi/strapi-env'
import { mergedInto } from '@content-api/project-files/strapi/read-strapi-files'
import { isRecord } from '@content-api/model'

export interface StrapiConfig {
  /** The first parts of all paths, as in Strapi 4: `environment`, `server`, and files of `config/`. */
  readonly [name: string]: unknown
  /** Returns the value at a path with dots. */
  // Untyped, because a configuration may hold any value.
  // oxlint-disable-next-line typescript/no-explicit-any
  get(path: string, otherwise?: unknown): any
  has(path: string): boolean
  /** Changes what `get` returns to the project's code. The settings of this server stay as they are. */
  set(path: string, value: unknown): StrapiConfig
}

/** Files of `config/` that only Strapi needs. A file that can't be read has no values, without a warning. */
export const strapiOnlyFiles: readonly string[] = [
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
  const { graphql, upload, i18n, api, host, port, auth } = config
  const { secret: jwtSecret, expiresIn } = auth.jwt
  const accounts = { jwt: { expiresIn }, ...(jwtSecret !== undefined && { jwtSecret }) }
  const { server: ownServer, api: ownApi, plugins: ownPlugins, ...ownFiles } = own
  const plugins = mergedInto(settingsOf(ownPlugins), {
    graphql: graphql.config,
    upload,
    i18n,
    'users-permissions': accounts,
  })
  const known: Record<string, unknown> = {
    ...ownFiles,
    environment: process.env['NODE_ENV'] ?? 'development',
    api: mergedInto(ownApi, api),
    server: mergedInto(ownServer, { host, port, url: valueAt(ownServer, ['url']) ?? '' }),
    plugin: plugins,
  }
  const changedPlugins = new Map<string, unknown>()
  const valueOfPlugin = (name: string) => (changedPlugins.has(name) ? changedPlugins.get(name) : pluginConfig(name))
  const at = (path: string): unknown => {
    const [first = '', ...more] = partsOf(path)
    const [plugin = '', ...inPlugin] = more
    const ofPlugin = first === 'plugin' ? valueOfPlugin(plugin) : undefined
    if (ofPlugin !== undefined) return valueAt(ofPlugin, inPlugin)
    return valueAt(Object.hasOwn(known, first) ? known[first] : undefined, more)
  }
  const strapiConfig: StrapiConfig & Record<string, unknown> = {
    ...known,
    get: (path, otherwise) => at(path) ?? otherwise,
    has: (path) => at(path) !== undefined,
    set(path, value) {
      const [first = '', ...more] = partsOf(path)
      const [plugin = '', ...inPlugin] = more
      if (first === 'plugin' && plugin !== '') {
        const before = valueOfPlugin(plugin) ?? valueAt(known['plugin'], [plugin])
        changedPlugins.set(plugin, withValue(before, inPlugin, value))
      }
      known[first] = withValue(known[first], more, value)
      // The functions keep their names.
      if (!['get', 'has', 'set'].includes(first)) strapiConfig[first] = known[first]
      return strapiConfig
    },
  }
  return strapiConfig
}

const partsOf = (path: string): readonly string[] => path.replace(/^plugin::([\w-]+)/, 'plugin.$1').split('.')

/** Returns a copy in which the value at a path is another one. */
function withValue(start: unknown, [name, ...more]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const own = isRecord(start) ? start : {}
  return { ...own, [name]: withValue(Object.hasOwn(own, name) ? own[name] : undefined, more, value) }
}

/** Returns the settings of each plugin: `config/plugins` has them in `config`. */
function settingsOf(plugins: unknown): unknown {
  if (!isRecord(plugins)) return {}
  const settings = Object.entries(plugins).map(([name, plugin]) => [name, isRecord(plugin) ? plugin['config'] : plugin])
  return Object.fromEntries(settings)
}

/** Returns the value at a path of own properties; undefined if there is none. */
export const valueAt = (start: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined), start)

/** The function `env` for files of `config/`, which reads environment variables. */
export const env = strapiEnv(process.env)
