import { resolve } from 'node:path'
import { strapiVersionOf } from '@content-api/model'
import type { Config } from '@content-api/core/config/schema'
import { hasRoutes } from '@content-api/interfaces/rest/routes'
import type { OpenDocumentService } from '../documents/open-document-service.js'
import type { PreparedTables } from '@content-api/strapi-tables/schema'
import { onParentExit, onStop } from './on-stop.js'
import { writeReadyFile } from './ready-file.js'
import { CliError } from './report-error.js'
import { configOf, type ServeOptions } from './serve-options.js'

/** Returns whether a folder is a project of Strapi 5. */
export function isDocumentProject(project: string): boolean {
  const version = strapiVersionOf(resolve(project))
  return version !== null && version.major >= 5
}

/** Serves the content of a Strapi 5 project from its own database. */
export async function serveDocuments(options: ServeOptions, development: boolean): Promise<void> {
  rejectOtherOptions(options)
  const { openDocumentServer } = await import('../documents/open-document-server.js')
  const { database, ...others } = configOf(options)
  const overrides = { ...others, ...(database === undefined ? {} : { beside: { database } }) }
  const server = await openDocumentServer({
    project: resolve(options.project),
    overrides,
    development,
    logRequests: true,
  })
  let removeReadyFile = () => Promise.resolve()
  const stop = onStop(async (signal) => {
    await removeReadyFile()
    await server.close({ drain: signal === 'SIGTERM' })
  })
  if (options.exitWithParent) onParentExit(() => stop('SIGINT'))
  try {
    const { url } = await server.listen(server.service.config)
    printStart(server.service, url)
    if (options.readyFile !== undefined) {
      removeReadyFile = await writeReadyFile(options.readyFile, { url, pid: process.pid })
    }
  } catch (error) {
    await server.close()
    throw error
  }
}

function rejectOtherOptions({ seed, allowDataLoss, drafts, localizations }: ServeOptions): void {
  const given = { '--seed': seed, '--allow-data-loss': allowDataLoss || undefined, '--drafts': drafts, localizations }
  const other = Object.entries(given).find(([, value]) => value !== undefined)
  if (other) throw new CliError(`${other[0]} is for projects of Strapi 4. This is one of Strapi 5.`)
}

/** Prints where the server listens, what it serves and what it doesn't serve, or logs it as one line of JSON. */
function printStart({ prepared, registry, config, logger }: OpenDocumentService, url: string): void {
  const base = `${url}${config.api.rest.prefix}`
  if (logger.format === 'json') return logger.info(`Listening on ${base}`, { url })
  const types = [...registry.contentTypes.values()].filter(hasRoutes)
  const paths = types.map(({ kind, singularName, pluralName }) => (kind === 'singleType' ? singularName : pluralName))
  const lines = [
    `Listening on ${base}, with the content of a Strapi 5 project`,
    ...paths.map((path) => `  ${base}/${path}`),
    ...preparedLines(prepared),
    ...permissionLines(prepared, config),
    'Not served yet: sign-in, uploads, GraphQL.',
  ]
  console.log(lines.join('\n'))
}

/** Says what the database has got at the start. */
function preparedLines({ isNew, tables, columns }: PreparedTables): readonly string[] {
  if (isNew) return ['Created the tables of Strapi 5 in the new database.']
  const added = [...tables.map((name) => `the table ${name}`), ...columns.map((name) => `the column ${name}`)]
  return added.length === 0 ? [] : [`Added to the database: ${added.join(', ')}.`]
}

/** Says who may do what in a new database: nobody may read or write content. */
function permissionLines({ isNew }: PreparedTables, { permissions }: Config): readonly string[] {
  if (!isNew || permissions !== undefined) return []
  return [
    'Nobody may read or write content yet. Allow actions by role in content-api.config.json, such as',
    '  { "permissions": { "public": ["api::article.article.find"] } }',
    'or in the admin panel of Strapi, which opens this database.',
  ]
}
