import { isRecord } from '@content-api/model'
import { type ConfigMistake, ConfigError } from '@content-api/core/config/config-error'
import { parseConfig } from '@content-api/core/config/parse'
import { middlewareSettings } from './middleware-settings.js'
import { optionalPluginSettings } from './optional-plugins.js'
import type { ReadFile, ReadStrapiFiles } from './read-strapi-files.js'
import { mailSettings, uploadSettings } from './provider-settings.js'
import { type Settings, at, collector, numberOf, durationOf, intervalOf } from './settings.js'
import { graphql } from '@content-api/core/config/graphql'

export interface StrapiSettings {
  /** A configuration of this service. It only has values that are valid. */
  readonly values: Readonly<Record<string, unknown>>
  /** Settings that have no effect here, with their files. */
  readonly warnings: readonly ConfigMistake[]
}

/** The database of a Strapi project, so that the server never opens Strapi's own. */
const database = '.tmp/content.db'

/** What is read without its file has the default. */
const withDefaults: Readonly<Record<string, string>> = {
  api: 'the settings of the REST API',
  middlewares: 'cors and the limits of bodies',
  plugins: 'the settings of GraphQL, users, uploads and mail',
  server: 'host, port and the settings of the server',
}

/**
 * Turns the files of `config/` and the variables of `.env` into a configuration of this service.
 * @param options.host whether the host of `config/server` applies
 * @param options.dependencies the names of the packages that the project depends on
 */
export function strapiSettings(
  { files, mistakes }: ReadStrapiFiles,
  variables: Readonly<Record<string, string | undefined>>,
  { host, dependencies }: { readonly host: boolean; readonly dependencies: readonly string[] },
): StrapiSettings {
  const all = collector()
  all.set('package.json', '', 'database', database)
  all.set('package.json', '', 'api.rest.strictParams', false)
  all.set('.env', 'JWT_SECRET', 'auth.jwt.secret', variables['JWT_SECRET'] || undefined)
  all.set('.env', 'API_TOKEN_SALT', 'auth.apiTokenSalt', variables['API_TOKEN_SALT'] || undefined)
  const failed = new Set(mistakes.map(({ name }) => name))
  if (!failed.has('api')) apiSettings(files.api, all)
  if (!failed.has('middlewares')) middlewareSettings(files.middlewares, publicFolder(files.server), all)
  if (files.server) serverSettings(files.server, all, { host, prefix: at(files.api?.value, 'rest.prefix') })
  if (files.plugins) pluginSettings(files.plugins, dependencies, all)
  if (!failed.has('plugins')) optionalPluginSettings(files.plugins, dependencies, all)
  // Strapi only has the interfaces of the plugins that its owner installed.
  const isWithoutGraphql = dependencies.includes('@strapi/strapi') && !dependencies.includes('@strapi/plugin-graphql')
  if (isWithoutGraphql) all.set('package.json', 'dependencies', 'graphql.enabled', false)
  const unread = mistakes.map(({ name, ...mistake }) => ({
    ...mistake,
    message: `${mistake.message.replace(/\.?$/, '.')} So ${withDefaults[name] ?? `config/${name}`} have their defaults.`,
  }))
  const { values, rejected } = applicable(all.found)
  return { values, warnings: [...unread, ...all.lost, ...rejected] }
}

function serverSettings(
  { file, value }: ReadFile,
  all: Settings,
  { host, prefix }: { readonly host: boolean; readonly prefix: unknown },
): void {
  if (host) all.set(file, 'host', 'host', at(value, 'host'))
  all.set(file, 'port', 'port', numberOf(at(value, 'port')))
  const url = at(value, 'url')
  if (typeof url === 'string' && /^https?:\/\//.test(url)) {
    // Bounded input: the URL in config/server, which the operator sets.
    const base = url.replace(/\/+$/, '')
    const path = typeof prefix === 'string' ? withSlash(prefix) : '/api'
    all.set(file, 'url', 'url', base)
    all.set(file, 'url', 'auth.confirmEmailUrl', `${base}${path}/auth/email-confirmation`)
  }
  const proxy = at(value, 'proxy')
  if (proxy === true || at(proxy, 'koa') === true) all.set(file, 'proxy', 'trustProxy', 1)
  const outgoing = ['global', 'fetch', 'http', 'https'].filter((name) => Boolean(at(proxy, name)))
  if (outgoing.length > 0 || Boolean(at(value, 'globalProxy'))) {
    all.lose(file, 'proxy', 'has no effect on outgoing requests here. Set HTTPS_PROXY where your code needs it.')
  }
  if (at(value, 'dirs.public') !== undefined) {
    all.set(file, 'dirs.public', 'upload.directory', `${publicFolder({ value })}/uploads`)
  }
  all.set(file, 'webhooks.defaultHeaders', 'webhookDefaults.headers', at(value, 'webhooks.defaultHeaders'))
  if (at(value, 'webhooks.populateRelations') === true) {
    all.lose(file, 'webhooks.populateRelations', 'has no effect here. Webhooks get entries without relations.')
  }
  if (at(value, 'transfer.remote.enabled') === true) {
    all.lose(file, 'transfer.remote.enabled', 'has no effect here. Use "content-api export" and "content-api import".')
  }
  if (at(value, 'socket')) all.lose(file, 'socket', 'has no effect here. Set host and port.')
  if (at(value, 'http.serverOptions')) {
    all.lose(file, 'http.serverOptions', 'has no effect here. The server has time limits of its own.')
  }
}

/** Returns the folder whose files Strapi serves. */
function publicFolder(server: Pick<ReadFile, 'value'> | undefined): string {
  const folder = at(server?.value, 'dirs.public')
  return typeof folder === 'string' ? folder : 'public'
}

function apiSettings(read: ReadFile | undefined, all: Settings): void {
  const { file, value } = read ?? { file: 'config/api', value: {} }
  all.set(file, 'rest.defaultLimit', 'api.rest.defaultLimit', numberOf(at(value, 'rest.defaultLimit')))
  // In Strapi pages have no maximum without this setting.
  const most = Number(at(value, 'rest.maxLimit') ?? 0)
  all.set(file, 'rest.maxLimit', 'api.rest.maxLimit', most > 0 ? most : null)
  all.set(file, 'rest.withCount', 'api.rest.withCount', at(value, 'rest.withCount'))
  all.set(file, 'rest.strictParams', 'api.rest.strictParams', at(value, 'rest.strictParams'))
  const prefix = at(value, 'rest.prefix')
  all.set(file, 'rest.prefix', 'api.rest.prefix', typeof prefix === 'string' ? withSlash(prefix) : prefix)
  const hidden = 'responses.privateAttributes'
  all.set(file, hidden, `api.${hidden}`, at(value, hidden) ?? undefined)
}

const withSlash = (path: string) => (path.startsWith('/') ? path : `/${path}`)

/** Checks each value by itself, so that an invalid one only loses its own effect. */
function applicable(found: Settings['found']) {
  const values: Record<string, unknown> = {}
  const rejected: ConfigMistake[] = []
  for (const { file, path, to, value } of found) {
    try {
      const single = nested(to, value)
      parseConfig(single)
      assign(values, single)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      for (const { message } of error.mistakes) rejected.push({ file, path, message: `${message} It has no effect.` })
    }
  }
  return { values, rejected }
}

const nested = (path: string, value: unknown) =>
  path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Record<string, unknown>

function assign(target: Record<string, unknown>, source: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(source)) {
    const existing = target[key]
    if (isRecord(existing) && isRecord(value)) assign(existing, value)
    else target[key] = value
  }
}

/** The plugins whose parts are built in, with the function that reads their settings. */
const builtIn: Readonly<
  Record<string, (file: string, config: unknown, all: Settings, dependencies: readonly string[]) => void>
> = {
  graphql: graphqlSettings,
  'users-permissions': userSettings,
  upload: uploadSettings,
  email: mailSettings,
  i18n: () => undefined,
}

const builtInAlways = 'has no effect here: the plugin is built in.'

/** What happens here if a plugin is disabled, unless that has no effect. */
const effectOfDisabled: Readonly<Record<string, string>> = {
  email:
    'leaves out the settings of the plugin, so mail is not configured by config/plugins. The plugin itself is built in.',
  upload:
    'has no effect here: files are built in. Without the permissions plugin::upload.content-api.* nobody can use their endpoints.',
}

/** Reads `config/plugins`. */
function pluginSettings({ file, value }: ReadFile, dependencies: readonly string[], all: Settings): void {
  if (!isRecord(value)) return
  for (const [name, plugin] of Object.entries(value)) {
    const isEnabled = plugin !== false && at(plugin, 'enabled') !== false
    const read = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined
    if (name === 'graphql') all.set(file, 'graphql.enabled', 'graphql.enabled', isEnabled)
    else if (read && !isEnabled) all.lose(file, `${name}.enabled`, effectOfDisabled[name] ?? builtInAlways)
    if (read && (isEnabled || name !== 'email')) read(file, at(plugin, 'config'), all, dependencies)
  }
}

/** Options of the GraphQL plugin without an effect on responses. */
const silent = [
  'artifacts',
  'generateArtifacts',
  'landingPage',
  'subscriptions',
  'maxLimit',
  'apolloServer',
  'v4CompatibilityMode',
]

function graphqlSettings(file: string, config: unknown, all: Settings): void {
  if (!isRecord(config)) return
  const known = Object.keys(graphql._zod.def.shape)
  for (const [key, value] of Object.entries(config)) {
    if (silent.includes(key)) continue
    if (known.includes(key)) all.set(file, `graphql.config.${key}`, `graphql.config.${key}`, numberOf(value))
    else all.lose(file, `graphql.config.${key}`, 'is not known here. It has no effect.')
  }
  if (config['subscriptions'] === true) {
    all.lose(file, 'graphql.config.subscriptions', 'has no effect here: subscriptions are not supported.')
  }
  // Strapi limits lists by `maxLimit`, and not at all without it.
  const [most, usual] = [Number(config['maxLimit']), Number(config['defaultLimit'])]
  const listed = Number(config['amountLimit'] ?? 100)
  if (most > 0) all.set(file, 'graphql.config.maxLimit', 'graphql.config.amountLimit', most)
  else if (usual > listed) all.set(file, 'graphql.config.defaultLimit', 'graphql.config.amountLimit', usual)
  const apollo = config['apolloServer']
  for (const [key, value] of Object.entries(isRecord(apollo) ? apollo : {})) {
    all.set(file, `graphql.config.apolloServer.${key}`, `graphql.config.apolloServer.${key}`, value)
  }
}

/** The lifetimes of Strapi 5 in seconds, and the keys of this server. */
const lifespans = {
  accessTokenLifespan: 'accessToken',
  idleRefreshTokenLifespan: 'idle',
  maxRefreshTokenLifespan: 'total',
}

/** Reads the sessions of Strapi 5, which exist with `jwtManagement: 'refresh'`. */
function sessionSettings(file: string, config: unknown, all: Settings): void {
  if (at(config, 'jwtManagement') !== 'refresh') return
  const [from, to] = ['users-permissions.config.sessions', 'auth.sessions']
  all.set(file, `${from}.httpOnly`, `${to}.httpOnly`, at(config, 'sessions.httpOnly') ?? false)
  for (const [name, key] of Object.entries(lifespans)) {
    const seconds = numberOf(at(config, `sessions.${name}`))
    all.set(file, `${from}.${name}`, `${to}.${key}`, typeof seconds === 'number' ? `${seconds}s` : seconds)
  }
  for (const key of ['name', 'path', 'domain', 'sameSite', 'secure']) {
    all.set(file, `${from}.cookie.${key}`, `${to}.cookie.${key}`, at(config, `sessions.cookie.${key}`))
  }
  if (at(config, 'sessions.cookie.maxAge') !== undefined) {
    all.lose(file, `${from}.cookie.maxAge`, 'has no effect here: the cookie expires with the refresh token.')
  }
}

const readOfRateLimit = ['enabled', 'max', 'interval']

function userSettings(file: string, config: unknown, all: Settings): void {
  const plugin = 'users-permissions.config'
  const [secret] = [at(config, 'jwtSecret')].flat<unknown[]>()
  if (secret !== undefined && secret !== '') all.set(file, `${plugin}.jwtSecret`, 'auth.jwt.secret', secret)
  const expiresIn = at(config, 'jwt.expiresIn')
  if (expiresIn !== undefined) {
    all.set(file, `${plugin}.jwt.expiresIn`, 'auth.jwt.expiresIn', durationOf(expiresIn) ?? expiresIn)
  }
  const jwt = at(config, 'jwt')
  for (const key of Object.keys(isRecord(jwt) ? jwt : {})) {
    if (key !== 'expiresIn') all.lose(file, `${plugin}.jwt.${key}`, 'has no effect here.')
  }
  sessionSettings(file, config, all)
  all.set(file, `${plugin}.register.allowedFields`, 'auth.register.allowedFields', at(config, 'register.allowedFields'))
  const limit = at(config, 'ratelimit')
  if (at(limit, 'enabled') === false) {
    all.lose(file, `${plugin}.ratelimit.enabled`, 'has no effect here: attempts to sign in are always limited.')
  }
  for (const key of Object.keys(isRecord(limit) ? limit : {})) {
    if (!readOfRateLimit.includes(key)) all.lose(file, `${plugin}.ratelimit.${key}`, 'has no effect here.')
  }
  if (at(config, 'callback.validate') !== undefined) {
    all.lose(
      file,
      `${plugin}.callback.validate`,
      'has no effect here. Set "callbacks" of the provider in auth.providers.',
    )
  }
  all.set(file, `${plugin}.ratelimit.max`, 'auth.rateLimit.attempts', at(limit, 'max'))
  const interval = at(limit, 'interval')
  if (interval !== undefined) {
    all.set(file, `${plugin}.ratelimit.interval`, 'auth.rateLimit.seconds', intervalOf(interval) ?? interval)
  }
}
