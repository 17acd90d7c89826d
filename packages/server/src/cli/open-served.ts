import { resolve } from 'node:path'
import { strapiVersionOf } from '@content-api/model'
import type { ContentApi } from '../content-api.js'
import type { ServedApi } from '../served-api.js'
import { CliError } from './report-error.js'
import { configOf, contentChoices, type ServeOptions } from './serve-options.js'

/** How a command serves a project. */
interface Serving {
  readonly development?: boolean
  readonly extendLater?: boolean
  readonly workers?: number
}

/** Returns whether a folder is a project of Strapi 5, whose content lies in Strapi's own tables. */
export function isDocumentProject(project: string): boolean {
  const version = strapiVersionOf(resolve(project))
  return version !== null && version.major >= 5
}

/** Returns whether content can be imported: not into the tables of Strapi 5, which have it already. */
export const importsContent = (api: ServedApi): api is ContentApi => 'importEntries' in api

/**
 * Opens a project of either generation of Strapi.
 * @throws CliError for an option that the project can't have; and every error of its files and its database
 */
export async function openServed(options: ServeOptions, serving: Serving): Promise<ServedApi> {
  const project = resolve(options.project)
  if (!isDocumentProject(project)) {
    const { createContentApi } = await import('../service.js')
    const choices = { config: configOf(options), ...contentChoices(options) }
    return createContentApi({ project, ...choices, ...serving, logRequests: true })
  }
  rejectOtherOptions(options)
  const { openDocumentServer } = await import('../documents/open-document-server.js')
  const { database, ...others } = configOf(options)
  const overrides = { ...others, ...(database === undefined ? {} : { beside: { database } }) }
  return openDocumentServer({ project, overrides, ...serving, logRequests: true })
}

function rejectOtherOptions({ seed, allowDataLoss, drafts, localizations }: ServeOptions): void {
  const given = { '--seed': seed, '--allow-data-loss': allowDataLoss || undefined, '--drafts': drafts, localizations }
  const other = Object.entries(given).find(([, value]) => value !== undefined)
  if (other) throw new CliError(`${other[0]} is for projects of Strapi 4. This is one of Strapi 5.`)
}
