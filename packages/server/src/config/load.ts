import { isRecord } from '@content-api/model'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { ConfigError } from './config-error.js'
import { readDotEnv } from './dot-env.js'
import { envHelper } from './env-helper.js'
import { parseConfig } from './parse.js'
import { createModuleLoader } from './project-modules.js'
import type { Config } from './schema.js'
import { unreadableFile } from './unreadable-file.js'

export const configFiles = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `content-api.config.${extension}`)

type Variables = Readonly<Record<string, string | undefined>>

export interface LoadConfigOptions {
  /** The project folder, which may hold a configuration file. */
  readonly project: string
  /** `DATABASE_URL`, `HOST`, `PORT`, `JWT_SECRET` and `API_TOKEN_SALT` take precedence over the file. */
  readonly env?: Variables
  /** Takes precedence over the file and the environment. */
  readonly overrides?: unknown
}

/**
 * Loads the configuration of a project. The environment takes precedence over the file, and `overrides` over
 * both.
 * @throws ConfigError with every mistake of the first source that has any: the file, the environment, then
 * `overrides`
 */
export async function loadConfig({ project, env = process.env, overrides = {} }: LoadConfigOptions): Promise<Config> {
  const file = findConfigFile(project)
  const written = file === undefined ? {} : await readConfigFile(project, file, { ...readDotEnv(project), ...env })
  if (file !== undefined) parseConfig(written, file)
  const config = parseConfig(merge(merge(written, fromEnvironment(env)), overrides))
  return {
    ...config,
    database: inProject(config.database, project),
    upload: { ...config.upload, directory: resolve(project, config.upload.directory) },
  }
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
  const modules = await createModuleLoader(resolve(project))
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

function merge(below: unknown, above: unknown): unknown {
  if (above === undefined) return below
  // A connection is replaced as a whole: parts of two connections don't fit together.
  if (!isRecord(below) || !isRecord(above)) return above
  const merged: Record<string, unknown> = { ...below }
  for (const [key, value] of Object.entries(above)) {
    merged[key] = key === 'database' ? (value ?? merged[key]) : merge(merged[key], value)
  }
  // A provider from a higher source replaces `smtp` from a lower one.
  if ('provider' in above && 'smtp' in below && !('smtp' in above)) delete merged['smtp']
  return merged
}

function inProject(database: Config['database'], project: string): Config['database'] {
  if (database.dialect === 'postgres' && database.passwordFile !== undefined) {
    return { ...database, passwordFile: resolve(project, database.passwordFile) }
  }
  if (database.dialect !== 'sqlite' || database.file === ':memory:' || isAbsolute(database.file)) return database
  return { ...database, file: resolve(project, database.file) }
}
