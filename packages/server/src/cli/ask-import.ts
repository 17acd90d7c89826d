import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { createInterface } from 'node:readline/promises'
import { loadConfig } from '@content-api/project-files/load-config'
import { hasStrapiDatabase } from '@content-api/project-files/strapi/strapi-database'
import { isStrapiProject } from '@content-api/project-files/strapi/strapi-project'
import { type ProjectOptions, withProject } from './open-project.js'
import { reportError } from './report-error.js'
import type { ContentApi } from '../content-api.js'
import { countEntriesByType } from '@content-api/engine/transfer'

type Terminal<Stream> = Stream & { readonly isTTY?: boolean }

interface Asking {
  readonly input?: Terminal<Readable>
  readonly output?: Terminal<Writable>
  readonly importNow?: (options: ProjectOptions) => Promise<void>
}

const question = 'Import content, users and permissions from the database of Strapi now? (Y/n) '

/**
 * Asks at the first start of a Strapi project in a terminal whether to import the content of Strapi's
 * database, and imports it. Does nothing without a terminal. A failed import is printed, and the start
 * continues without content.
 */
export async function askImport(options: ProjectOptions, asking: Asking = {}): Promise<void> {
  const { input = process.stdin, output = process.stdout, importNow = importFromDatabase } = asking
  if (input.isTTY !== true || output.isTTY !== true) return
  const project = resolve(options.project)
  if (!isStrapiProject(project) || !hasStrapiDatabase(project) || !(await isFirstStart(options))) return
  if (!(await isConfirmed(input, output))) return
  try {
    await importNow(options)
  } catch (error) {
    reportError(error)
    output.write('Nothing was imported. The service starts without content.\n')
  }
}

/** Imported on demand, because most starts import nothing. */
async function importFromDatabase(options: ProjectOptions): Promise<void> {
  await (await import('./import-from-strapi.js')).importFromStrapi(true, options)
}

/** Returns whether the service has no content. A SQLite file that exists counts as content. */
async function isFirstStart({ project, database }: ProjectOptions): Promise<boolean> {
  try {
    const overrides = database === undefined ? {} : { database }
    const { database: own } = await loadConfig({ project: resolve(project), overrides, development: true })
    if (own.dialect === 'sqlite') return own.file !== ':memory:' && !existsSync(own.file)
    const options = { project, silent: true, ...(database !== undefined && { database }) }
    return (await withProject(options, countContent)) === 0
  } catch {
    // The start reports the mistake.
    return false
  }
}

async function isConfirmed(input: Readable, output: Writable): Promise<boolean> {
  const lines = createInterface({ input, output, terminal: true })
  const ended = new Promise<string>((done) => lines.once('close', () => done('no')))
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    const answer = await Promise.race([lines.question(question).catch(() => 'no'), ended])
    return ['', 'y', 'yes'].includes(answer.trim().toLowerCase())
  } finally {
    lines.close()
  }
}

/**
 * Prints how to import the content of a Strapi project, if it seems to have a database and the service has no
 * content.
 * @param named the project as the user named it
 */
export async function offerImport(project: string, named: string, api: ContentApi): Promise<void> {
  if (api.logger.format === 'json' || !isStrapiProject(project) || !hasStrapiDatabase(project)) return
  if ((await countContent(api)) > 0) return
  const option = named === '.' ? '' : ` --project ${named}`
  console.log(
    `\nThere is no content yet. To import content, users and permissions from the database of Strapi, stop this service and run\n\n` +
      `  npx content-api import --from-strapi${option}\n`,
  )
}

/** Returns the number of users and of entries of the project's content types. */
async function countContent({ registry, database }: ContentApi): Promise<number> {
  const types = [...registry.contentTypes.keys()].filter((uid) => uid.startsWith('api::'))
  const counts = await countEntriesByType(database, [...types, 'plugin::users-permissions.user'])
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
