import type { Database } from '@content-api/engine/database'
import type { WritableLayout } from '@content-api/engine/layout'
import { deleteSetting, storeSetting } from '@content-api/strapi-tables/schema'
import { readStrapiSetting } from '@content-api/strapi-tables/accounts'
import { type Caller, unrestricted } from '@content-api/core/entries/caller'
import type { Service } from '@content-api/core/composition/service'
import { currentSession } from '@content-api/strapi-project/code/host/current-host'
import type { StoredValues } from '@content-api/strapi-project/code/host/project-store'
import { strapi5 } from '@content-api/strapi-project/code/generations/strapi-5'
import type { ProjectSource } from '@content-api/strapi-project/code/loading/load-model'
import {
  type ExtensionOptions,
  type ProjectContent,
  type RegisteredProject,
  registerProject,
} from '@content-api/strapi-project/code/register-project'
import { printed } from '@content-api/strapi-project/code/checks/finding'
import type { DocumentMiddleware } from '@content-api/strapi-documents/code/document-middlewares'
import type { CodeAccess } from '@content-api/strapi-documents/service/install-documents'
import type { CodeTypes } from '@content-api/strapi-documents/service/read-project'

/** Returns the content types that the code of a project defines and changes. */
export const typesOf = ({ plugins, extended }: ProjectSource): CodeTypes => ({
  pluginTypes: { ...plugins.types, ...extended.added },
  changedTypes: extended.changed,
})

/** Returns the caller for whom code of a project reads and writes: everything is allowed. */
export const callerOfCode = (): Caller => ({ ...unrestricted, session: currentSession() })

interface HostedProject {
  readonly source: ProjectSource
  /** Code that a program adds to that of the project. */
  readonly options: ExtensionOptions
  /** The salt of API tokens; null if the project has none. */
  readonly apiTokenSalt: string | null
}

/** Registers the code of a Strapi 5 project: hooks, routes, controllers, services, middlewares, plugins. */
export async function hostCode(
  service: Service<WritableLayout>,
  { documents, middlewares, ...access }: CodeAccess,
  { source, options, apiTokenSalt }: HostedProject,
  parts: Omit<ProjectContent, 'database' | keyof Service['hooks']>,
): Promise<RegisteredProject> {
  const { folder, registry, config, logger, database, hooks } = service
  const registered = await registerProject({
    ...options,
    project: folder,
    source,
    registry,
    config,
    logger,
    content: { database, ...parts, ...hooks },
    generation: strapi5({
      ...access,
      registry: database.registry,
      documents: Object.assign((uid: string) => documents.documents(uid), {
        use: (middleware: DocumentMiddleware) => documents.use(middleware),
      }),
      hasMiddlewares: () => middlewares.exist,
      storedValues: settingsOf(database),
      apiTokenSalt,
    }),
  })
  for (const finding of registered.findings) logger.warn(printed(finding))
  return registered
}

/** Returns the values of `strapi.store`, which Strapi has in a table of its own. */
const settingsOf = (database: Database<WritableLayout>): StoredValues => ({
  read: (key) => readStrapiSetting(database, key),
  write: (key, value) => database.write((tx) => storeSetting(tx, key, value)),
  remove: (key) => database.write((tx) => deleteSetting(tx, key)),
})
