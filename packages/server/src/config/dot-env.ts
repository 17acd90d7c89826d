import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

type Variables = Readonly<Record<string, string | undefined>>

/** These configure the service itself, from the environment alone: a project's `.env` has them for Strapi. */
const ofTheService = ['DATABASE_URL', 'HOST', 'PORT', 'JWT_SECRET']

/** The variables of a project's `.env`; none without the file. */
export function readDotEnv(project: string): Variables {
  const file = join(project, '.env')
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}

/** What came from a file: it gives way to the file as it is now. */
const provided = new Map<string, string>()

/** Puts the variables of a project's `.env` into the environment, for its code; variables that are set already stay. */
export function provideDotEnv(project: string): void {
  for (const [name, value] of Object.entries(readDotEnv(project))) {
    const current = process.env[name]
    if (value === undefined || ofTheService.includes(name)) continue
    if (current !== undefined && current !== provided.get(name)) continue
    process.env[name] = value
    provided.set(name, value)
  }
}
