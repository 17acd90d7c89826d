import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Variables that `loadConfig` reads from the environment only: in the `.env` of a project they are meant for
 * Strapi.
 */
const serviceVariables = ['DATABASE_URL', 'HOST', 'PORT', 'JWT_SECRET', 'API_TOKEN_SALT']

/** Returns the variables of a project's `.env`, or none if the file doesn't exist. */
export function readDotEnv(project: string): Variables {
  const file = join(project, '.env')
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}

/** The variables that were set from a file. A later version of the file may replace them. */
const provided = new Map<string, string>()

/**
 * Sets the variables of a project's `.env` in the environment, for the project's code, except
 * `serviceVariables`. Variables that are already set stay, unless an earlier call set them.
 */
export function provideDotEnv(project: string): void {
  for (const [name, value] of Object.entries(readDotEnv(project))) {
    const current = process.env[name]
    if (value === undefined || serviceVariables.includes(name)) continue
    if (current !== undefined && current !== provided.get(name)) continue
    process.env[name] = value
    provided.set(name, value)
  }
}
