import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { isStrapiProject } from './strapi/strapi-project.js'

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Reads one variable. Returns the default if it is missing or empty. @throws Error for a value of another type */
type ReadVariable<Value> = {
  (name: string): Value | undefined
  (name: string, otherwise: Value): Value
}

/** Reads the environment in the same way as configuration files of Strapi 4. */
export interface EnvHelper extends ReadVariable<string> {
  readonly int: ReadVariable<number>
  readonly float: ReadVariable<number>
  readonly bool: ReadVariable<boolean>
  /** Reads a list that is separated by commas. */
  readonly array: ReadVariable<string[]>
  readonly json: ReadVariable<unknown>
}

/**
 * Creates the `env` function of configuration files. It throws an Error when a variable has a value of
 * another type.
 */
export function envHelper(variables: Variables): EnvHelper {
  const reader = <Value>(kind: string, parse: (text: string) => Value | undefined) =>
    ((name: string, otherwise?: Value) => {
      const text = variables[name]
      if (text === undefined || text === '') return otherwise
      const value = parse(text)
      if (value === undefined) throw new Error(`the variable ${name} must be ${kind}.`)
      return value
    }) as ReadVariable<Value>
  return Object.assign(
    reader('text', (text) => text),
    {
      int: reader('a whole number', (text) => (/^[+-]?\d+$/.test(text.trim()) ? Number(text) : undefined)),
      float: reader('a number', (text) =>
        text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text),
      ),
      bool: reader('true or false', (text) => (text === 'true' ? true : text === 'false' ? false : undefined)),
      array: reader('a list', (text) =>
        text
          .replace(/^\[|\]$/g, '')
          .split(',')
          .map((item) => item.trim()),
      ),
      json: reader('JSON', parseJson),
    },
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Returns the variables of a project's `.env`, or of the file that `ENV_PATH` names; none if it doesn't exist. */
export function readDotEnv(project: string, { ENV_PATH: path }: Variables = process.env): Variables {
  const file = resolve(project, path || '.env')
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}

/** Variables that configure the service. In other projects than Strapi's, they only come from the environment. */
const serviceVariables = ['DATABASE_URL', 'HOST', 'PORT', 'JWT_SECRET', 'API_TOKEN_SALT']

/** The variables that were set from a file. A later version of the file may replace them. */
const provided = new Map<string, string>()

/**
 * Sets the variables of a project's `.env` in the environment, for the project's code. Variables that are
 * already set stay, unless an earlier call set them.
 */
export function provideDotEnv(project: string): void {
  const left = isStrapiProject(project) ? [] : serviceVariables
  for (const [name, value] of Object.entries(readDotEnv(project))) {
    const current = process.env[name]
    if (value === undefined || left.includes(name)) continue
    if (current !== undefined && current !== provided.get(name)) continue
    process.env[name] = value
    provided.set(name, value)
  }
}

/**
 * Returns the variables of the environment that configure the service. In a Strapi project a variable with
 * the same value as in `.env` is Strapi's: another process, or an earlier start in this one, may have read
 * that file.
 */
export function ownEnvironment(project: string): Variables {
  const written = isStrapiProject(project) ? readDotEnv(project) : {}
  const own = Object.entries(process.env).filter(
    ([name, value]) => value !== written[name] && value !== provided.get(name),
  )
  return Object.fromEntries(own)
}
