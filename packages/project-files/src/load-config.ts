import { isRecord } from '@content-api/model'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { ConfigError } from '@content-api/core/config/config-error'
import type { LoadedConfig } from '@content-api/core/config/loaded-config'
import { envHelper, type Variables } from '@content-api/core/config/env-helper'
import { packageExports, createModuleLoader } from './project-modules.js'
import { parseConfig } from '@content-api/core/config/parse'
import type { Config } from '@content-api/core/config/schema'
import { clientSecretVariable } from '@content-api/core/config/sign-in-providers'
import { at } from './strapi/settings.js'
import { missingProviders } from './strapi/missing-providers.js'
import { readStrapiFiles } from './strapi/read-strapi-files.js'
import { dependenciesOf, isStrapiProject } from './strapi/strapi-project.js'
import { type StrapiSettings, strapiSettings } from './strapi/strapi-settings.js'
import { unreadableFile } from './unreadable-file.js'
import { ownEnvironment, readDotEnv } from './dot-env.js'

export const configFiles = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `content-api.config.${extension}`)

export interface LoadConfigOptions {
  /** The project folder, which may hold configuration files. Without it only `overrides` apply. */
  readonly project: string | undefined
  /**
   * `DATABASE_URL`, `HOST`, `PORT`, `JWT_SECRET` and `API_TOKEN_SALT` take precedence over the file.
   * Variables such as `GITHUB_CLIENT_SECRET` complete it.
   */
  readonly env?: Variables
  /** Takes precedence over the file and the environment. */
  readonly overrides?: unknown
  /** In development `host` of `config/server` doesn't apply, because other machines need no access. */
  readonly development?: boolean
  /** In production no origin is allowed by default, because any program may serve pages on `localhost`. */
  readonly production?: boolean
}

/**
 * Loads the configuration of a project, from the files of Strapi in `config/`, `content-api.config`, the
 * environment, and `overrides`. Each of them takes precedence over the former ones, key by key.
 * @throws ConfigError with every mistake of the first source that has any: `content-api.config`, the
 * environment, then `overrides`. Mistakes in files of Strapi are warnings
 */
export async function loadProjectConfig(options: LoadConfigOptions): Promise<LoadedConfig> {
  const { project, overrides = {}, production = false } = options
  const base = production ? { cors: { origins: [] } } : {}
  if (project === undefined) {
    return layered({ values: {}, warnings: [] }, overrides, { project, hasOwnSecret: true, base })
  }
  const { env = ownEnvironment(project), development = false } = options
  const file = findConfigFile(project)
  const variables = { ...readDotEnv(project, env), ...env }
  const written = file === undefined ? {} : await readConfigFile(project, file, variables)
  if (file !== undefined) parseConfig(written, file)
  const strapi = await readStrapi(project, variables, { host: !development })
  // In a Strapi project `JWT_SECRET` of the environment usually is the short secret of Strapi's generator.
  const ofSecret = isStrapiProject(project) ? { ...env, JWT_SECRET: undefined } : env
  const layersOf = (from: Variables) => merge(merge(written, fromEnvironment(from)), overrides)
  return layered(strapi, layersOf(env), { project, variables, hasOwnSecret: hasSecret(layersOf(ofSecret)), base })
}

const hasSecret = (layers: unknown) => at(layers, 'auth.jwt.secret') !== undefined

interface Origin {
  readonly project: string | undefined
  readonly variables?: Variables
  readonly hasOwnSecret: boolean
  /** Defaults that replace those of the schema. */
  readonly base: unknown
}

function layered(
  strapi: StrapiSettings,
  chosen: unknown,
  { project, variables = {}, hasOwnSecret, base }: Origin,
): LoadedConfig {
  const withStored = (stored: Readonly<Record<string, unknown>>) => {
    const input = withClientSecrets(merge(merge(strapi.values, stored), chosen), variables)
    const allowed = at(input, 'permissions') === undefined ? withoutAnyOrigin(input, chosen) : input
    const config = parseConfig(merge(base, allowed))
    return project === undefined ? config : inProject(config, project)
  }
  const config = withStored({})
  const isChosen = (path: string) => at(chosen, path) !== undefined
  const missing = project === undefined ? [] : missingProviders(config, project, isChosen)
  return {
    config,
    warnings: [...strapi.warnings, ...missing],
    isChosen,
    hasOwnSecret,
    withStored,
  }
}

/** Does the same as `loadProjectConfig`, and only returns the configuration. */
export async function loadConfig(options: LoadConfigOptions): Promise<Config> {
  return (await loadProjectConfig(options)).config
}

async function readStrapi(project: string, variables: Variables, host: { host: boolean }): Promise<StrapiSettings> {
  if (!isStrapiProject(project)) return { values: {}, warnings: [] }
  const read = await readStrapiFiles(project, ['api', 'middlewares', 'plugins', 'server'], variables)
  return strapiSettings(read, variables, { ...host, dependencies: dependenciesOf(project) })
}

/**
 * Removes the origin `*` of Strapi's files. Without `permissions` every request is allowed, so pages of any
 * origin could change the content.
 */
function withoutAnyOrigin(input: unknown, chosen: unknown): unknown {
  if (!isRecord(input) || at(chosen, 'cors.origins') !== undefined) return input
  const origins = at(input, 'cors.origins')
  if (!Array.isArray(origins) || !origins.includes('*')) return input
  const { cors: _, ...others } = input
  return others
}

/** Returns the name of the project's configuration file. @throws ConfigError when there are several */
export function findConfigFile(project: string): string | undefined {
  const found = configFiles.filter((name) => existsSync(join(project, name)))
  if (found.length > 1) {
    throw new ConfigError([
      { file: found.join(', '), path: '', message: 'only one of these may exist: delete the others.' },
    ])
  }
  return found[0]
}

async function readConfigFile(project: string, file: string, env: Variables): Promise<unknown> {
  let text = ''
  try {
    // JSON is read without the module loader, which takes a tenth of a second to load.
    if (!file.endsWith('.json')) return await evaluateConfigFile(project, file, env)
    text = await readFile(join(project, file), 'utf8')
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new ConfigError([unreadableFile(project, file, error, text)])
  }
}

async function evaluateConfigFile(project: string, file: string, env: Variables): Promise<unknown> {
  const modules = await createModuleLoader(resolve(project), { '@content-api/server': packageExports })
  const config = await modules.load(resolve(project, file))
  if (typeof config !== 'function') return config
  return (config as (context: unknown) => unknown)({ env: envHelper(env) })
}

function fromEnvironment(env: Variables): Record<string, unknown> {
  const { DATABASE_URL: database, HOST: host, PORT: port, JWT_SECRET: secret, API_TOKEN_SALT: apiTokenSalt } = env
  const values = {
    ...(database ? { database } : {}),
    ...(host ? { host } : {}),
    ...(port ? { port: /^\d+$/.test(port) ? Number(port) : port } : {}),
    ...(secret || apiTokenSalt
      ? { auth: { ...(secret && { jwt: { secret } }), ...(apiTokenSalt && { apiTokenSalt }) } }
      : {}),
  }
  try {
    parseConfig(values)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const names: Record<string, string> = { database: 'DATABASE_URL', host: 'HOST', port: 'PORT' }
    throw new ConfigError(
      error.mistakes.map(({ path, message }) => ({ file: 'the environment', path: names[path] ?? path, message })),
    )
  }
  return values
}

/** Takes the secrets of sign-in providers that have none from variables such as `GITHUB_CLIENT_SECRET`. */
function withClientSecrets(input: unknown, variables: Variables): unknown {
  const providers = at(input, 'auth.providers')
  if (!isRecord(providers)) return input
  const filled = Object.entries(providers).map(([name, provider]) => {
    const clientSecret = variables[clientSecretVariable(name)]
    return [name, isRecord(provider) && clientSecret ? { clientSecret, ...provider } : provider] as const
  })
  return merge(input, { auth: { providers: Object.fromEntries(filled) } })
}

function merge(base: unknown, override: unknown): unknown {
  if (override === undefined) return base
  // A connection is replaced as a whole: parts of two connections don't fit together.
  if (!isRecord(base) || !isRecord(override)) return override
  const merged: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(override)) {
    merged[key] = key === 'database' ? (value ?? merged[key]) : merge(merged[key], value)
  }
  // Of a provider and `smtp`, that of the higher source applies.
  if ('provider' in override && 'smtp' in base && !('smtp' in override)) delete merged['smtp']
  if ('smtp' in override && 'provider' in base && !('provider' in override)) delete merged['provider']
  return merged
}

function inProject(config: Config, project: string): Config {
  return {
    ...config,
    database: databaseIn(config.database, project),
    upload: { ...config.upload, directory: resolve(project, config.upload.directory) },
    http: {
      ...config.http,
      publicDirectory: config.http.publicDirectory === null ? null : resolve(project, config.http.publicDirectory),
      icons: config.http.icons.map((icon) => resolve(project, icon)),
    },
  }
}

function databaseIn(database: Config['database'], project: string): Config['database'] {
  if (database.dialect === 'postgres' && database.passwordFile !== undefined) {
    return { ...database, passwordFile: resolve(project, database.passwordFile) }
  }
  if (database.dialect !== 'sqlite' || database.file === ':memory:' || isAbsolute(database.file)) return database
  return { ...database, file: resolve(project, database.file) }
}
