import type { ContentApi, ContentApiOptions } from './content-api.js'
import type { OpenService } from './open-service.js'
import { isDocumentProject } from './project-generation.js'
import { startService } from './start-service.js'

/**
 * Opens a content service (specification §1).
 * @throws ModelError, ConfigError, ExtensionError for mistakes in schemas, configuration and project code
 * @throws Error when the database can't be opened or the start would lose data
 */
export async function createContentApi(options: ContentApiOptions): Promise<ContentApi> {
  return (await startService(await openService(options), options)).api
}

/** Opens a service with its content where its project has it: in tables of its own, or in those of Strapi 5. */
async function openService(options: ContentApiOptions): Promise<OpenService> {
  const { project } = options
  if (project !== undefined && isDocumentProject(project)) {
    const { openDocumentService } = await import('./documents/open-document-service.js')
    return openDocumentService({ ...options, project })
  }
  const { openEntryService } = await import('./entries/open-entry-service.js')
  return openEntryService(options)
}
