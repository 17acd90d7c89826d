import { isRecord } from '@content-api/model'
import { isInMemory, type ReadOnlyConnection } from '@content-api/engine/database'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { ConfigError } from '@content-api/core/config/config-error'
import { type Variables } from '@content-api/core/config/env-helper'
import { loadProjectConfig } from '@content-api/project-files/load-config'
import type { Config } from '@content-api/core/config/schema'
import { type ReadFile, readStrapiFiles } from '@content-api/project-files/strapi/read-strapi-files'
import { at, numberOf } from '@content-api/project-files/strapi/settings'
import { strapiDatabase } from '@content-api/project-files/strapi/strapi-database'
import { dependenciesOf } from '@content-api/project-files/strapi/strapi-project'
import type { BesideSettings, ConfiguredMiddleware, WrittenValue } from './beside-settings.js'
import { postgresOfStrapi } from './postgres-connection.js'
import { readableVersionOf } from './strapi-version.js'
import { ownEnvironment, provideDotEnv, readDotEnv } from '@content-api/project-files/dot-env'

export interface ReadBesideOptions {
  /** The default is the environment of this process. */
  readonly env?: Variables
  /** A configuration that takes precedence over files and the environment. */
  readonly overrides?: unknown
  /** `any`: every minor version of Strapi 5 is read as 5.54. By default, other versions are errors. */
  readonly minor?: 'any'
}

/**
 * Reads the settings of a Strapi project from `.env`, `config/` and the section `beside` of
 * `content-api.config`. Runs the files in `config/`, and no code in `src`.
 * @throws ConfigError
 */
export async function readBesideSettings(project: string, options: ReadBesideOptions = {}): Promise<BesideSettings> {
  const version = readableVersionOf(project, options.minor)
  // Files in `config/` may read `process.env`.
  if (options.env === undefined) provideDotEnv(project)
  const { env = ownEnvironment(project), overrides } = options
  const variables = { ...readDotEnv(project, env), ...env }
  const names = ['admin', 'middlewares', 'plugins', 'server'] as const
  const { files, mistakes } = await readStrapiFiles(project, names, variables)
  const loadedConfig = await loadProjectConfig({ project, env, ...(overrides !== undefined && { overrides }) })
  const { config: loaded, isChosen } = loadedConfig
  const { beside } = loaded
  // The defaults could differ from what Strapi does. `config/server` only has its port.
  const fatal = mistakes.filter(({ name }) => name !== 'server' || beside.strapi === undefined)
  if (fatal.length > 0) throw new ConfigError(fatal)
  const plugins = written('config/plugins', files.plugins)
  const server = written('config/server', files.server)
  const connection = await connectionOf(project, env, loaded)
  const jwtSecret = secretOf(at(plugins.value, 'users-permissions.config.jwtSecret'), variables['JWT_SECRET'])
  const config: Config = {
    ...loaded,
    database: connection,
    graphql: withDepthOf(loaded.graphql, plugins.value),
    // `proxy` of Strapi lets Strapi trust this server. It doesn't say that a proxy is in front of this one.
    trustProxy: isChosen('trustProxy') ? loaded.trustProxy : 0,
  }
  return {
    version,
    config,
    loadedConfig: { ...loadedConfig, config },
    connection,
    timeZone: beside.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    strapi: new URL(beside.strapi ?? `http://127.0.0.1:${portOf(server.value, variables)}`),
    jwtSecret: hasOtherTokens(plugins.value) ? null : jwtSecret,
    apiTokenSalt: secretOf(at(files.admin?.value, 'apiToken.salt'), variables['API_TOKEN_SALT']),
    prefix: config.api.rest.prefix,
    hasGraphql: config.graphql.enabled && dependenciesOf(project).includes('@strapi/plugin-graphql'),
    graphqlMaxLimit: graphqlLimit(plugins.value, 'maxLimit'),
    hasOldFields: hasOldFields(plugins.value, variables),
    middlewares: middlewaresOf(files.middlewares?.value),
    middlewaresFile: files.middlewares?.file ?? 'config/middlewares',
    plugins,
    server,
    trust: beside.trust,
    verify: beside.verify,
    logBodies: beside.logBodies,
    forward: beside.forward,
  }
}

const written = (file: string, read: ReadFile | undefined): WrittenValue => read ?? { file, value: {} }

/** Returns a limit of Strapi's GraphQL; null without a setting, because Strapi then has no limit. */
function graphqlLimit(plugins: unknown, name: 'depthLimit' | 'maxLimit'): number | null {
  const limit = numberOf(at(plugins, `graphql.config.${name}`))
  return typeof limit === 'number' && limit > 0 ? limit : null
}

/** The setting takes precedence over the variable, as in Strapi. */
function hasOldFields(plugins: unknown, variables: Variables): boolean {
  const setting = at(plugins, 'graphql.config.v4CompatibilityMode')
  if (setting !== undefined) return setting === true
  return variables['STRAPI_GRAPHQL_V4_COMPATIBILITY_MODE'] === 'true'
}

/** Limits the depth as Strapi does. Estimates of costs limit what is read here. */
function withDepthOf(graphql: Config['graphql'], plugins: unknown): Config['graphql'] {
  const depthLimit = graphqlLimit(plugins, 'depthLimit') ?? Number.POSITIVE_INFINITY
  return { ...graphql, config: { ...graphql.config, depthLimit } }
}

/** In Strapi a list of secrets signs with the first one. */
function secretOf(value: unknown, otherwise: string | undefined): string | null {
  const [secret] = [value].flat<unknown[]>()
  return typeof secret === 'string' && secret !== '' ? secret : otherwise || null
}

/** Whether only Strapi 5 can check the tokens of users: they have sessions, or another algorithm than usual. */
function hasOtherTokens(plugins: unknown): boolean {
  const management = at(plugins, 'users-permissions.config.jwtManagement') ?? 'legacy-support'
  const algorithm = at(plugins, 'users-permissions.config.jwt.algorithm') || 'HS256'
  return management !== 'legacy-support' || algorithm !== 'HS256'
}

function portOf(server: unknown, variables: Variables): number {
  const port = numberOf(at(server, 'port') ?? variables['PORT'])
  return typeof port === 'number' ? port : 1337
}

/** Leaves the other half to Strapi's statements. */
const halfOfProcessors = () => Math.max(1, Math.floor(availableParallelism() / 2))

async function connectionOf(project: string, env: Variables, { beside }: Config): Promise<ReadOnlyConnection> {
  const { database, poolSize = halfOfProcessors() } = beside
  // A database in memory is that of a mock.
  if (database && isInMemory(database)) return database
  if (database?.dialect === 'sqlite') return { dialect: 'sqlite', file: resolve(project, database.file) }
  if (database) return { ...database, poolSize }
  const found = await strapiDatabase(project, env)
  if (found.kind === 'sqlite') return { dialect: 'sqlite', file: found.file }
  if (found.kind === 'postgres') return { ...postgresOfStrapi(found.url, found.ssl), poolSize }
  throw new ConfigError([
    {
      file: 'config/database',
      path: 'connection.client',
      message: `is ${found.client}, which can't be read beside Strapi. SQLite and PostgreSQL can.`,
    },
  ])
}

function middlewaresOf(value: unknown): readonly ConfiguredMiddleware[] | null {
  if (!Array.isArray(value)) return null
  return value.flatMap((item: unknown): ConfiguredMiddleware[] => {
    if (typeof item === 'string') return [{ name: item, resolve: null, config: {} }]
    // Strapi skips empty items.
    if (!isRecord(item)) return []
    const { name, resolve, config = {} } = item
    return [
      { name: typeof name === 'string' ? name : null, resolve: typeof resolve === 'string' ? resolve : null, config },
    ]
  })
}
