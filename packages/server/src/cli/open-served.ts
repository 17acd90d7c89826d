import { resolve } from 'node:path'
import type { ContentApi } from '../content-api.js'
import { isDocumentProject } from '../project-generation.js'
import { CliError } from './report-error.js'
import { configOf, contentChoices, type ServeOptions } from './serve-options.js'

/** How a command serves a project. */
interface Serving {
  readonly development?: boolean
  readonly extendLater?: boolean
  readonly workers?: number
}

/**
 * Opens a project of either generation of Strapi.
 * @throws CliError for an option that the project can't have; and every error of its files and its database
 */
export async function openServed(options: ServeOptions, serving: Serving): Promise<ContentApi> {
  const project = resolve(options.project)
  if (isDocumentProject(project)) rejectOtherOptions(options)
  const { createContentApi } = await import('../service.js')
  return createContentApi({
    project,
    config: configOf(options),
    ...contentChoices(options),
    ...serving,
    logRequests: true,
  })
}

function rejectOtherOptions({ allowDataLoss, drafts, localizations }: ServeOptions): void {
  const given = {
    '--allow-data-loss': allowDataLoss || undefined,
    '--drafts': drafts,
    '--localizations': localizations,
  }
  const other = Object.entries(given).find(([, value]) => value !== undefined)
  if (other) throw new CliError(`${other[0]} is for projects of Strapi 4. This is one of Strapi 5.`)
}
