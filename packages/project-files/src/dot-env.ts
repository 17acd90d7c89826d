import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { Variables } from '@content-api/core/config/env-helper'
import { isStrapiProject } from './strapi/strapi-project.js'

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
