import type { Registry } from '@content-api/model'
import { readStrapiContentTypes } from '@content-api/strapi-tables/accounts'
import { preparePatterns } from '@content-api/engine/attributes'
import type { DatabaseObserver } from '@content-api/engine/database'
import { ownEnvironment, readDotEnv } from '@content-api/project-files/dot-env'
import { readStrapiFiles } from '@content-api/project-files/strapi/read-strapi-files'
import { at } from '@content-api/project-files/strapi/settings'
import type { ForwardReason } from '@content-api/strapi-reads/forward-reason'
import type { BesideSettings } from '@content-api/strapi-reads/settings/beside-settings'
import { readBesideSettings } from '@content-api/strapi-reads/settings/read-beside-settings'
import { loadBesideModel } from '@content-api/strapi-reads/verdicts/beside-model'
import { decideVerdicts } from '@content-api/strapi-reads/verdicts/decide-verdicts'
import { projectModules } from '@content-api/strapi-reads/verdicts/project-modules'
import type { Verdicts } from '@content-api/strapi-reads/verdicts/verdicts'
import { type DocumentService, openDocuments } from './open-documents.js'
import { withSystemTables } from './open-system-tables.js'

export interface DocumentProjectOptions {
  /** The folder of a Strapi 5 project. */
  readonly project: string
  /** A configuration that takes precedence over the files of the project. */
  readonly overrides?: unknown
  readonly observer?: DatabaseObserver | null
}

/** A Strapi 5 project that is open. */
export interface DocumentProject {
  readonly settings: BesideSettings
  readonly registry: Registry
  readonly service: DocumentService
  /** Why nothing can be served: code of the project may change everything. */
  readonly rejection: ForwardReason | null
  /** What this server doesn't do for the project, in sentences. */
  readonly notes: readonly string[]
  /** Returns why requests to a path aren't served. */
  ofPath: Verdicts['ofPath']
}

/**
 * Opens a Strapi 5 project on its own database. Its code is read, and doesn't run: what it decides is rejected.
 * @throws ConfigError, ModelError for mistakes in the files of the project
 * @throws Error when the database can't be opened
 */
export async function openDocumentProject(options: DocumentProjectOptions): Promise<DocumentProject> {
  const { project, overrides, observer = null } = options
  const settings = await readBesideSettings(project, { ...(overrides !== undefined && { overrides }), minor: 'any' })
  // Those of plugins and custom fields are used.
  const storedTypes = await withSystemTables(settings, (system) => readStrapiContentTypes(system))
  const modules = projectModules(project)
  const { registry, unknown } = await loadBesideModel({ project, settings, storedTypes, modules })
  await preparePatterns(registry)
  // The schema files count, not what Strapi has stored.
  const verdicts = await decideVerdicts({ project, modules, settings, registry, unknown })
  const strictRelations = await readStrictRelations(project)
  const service = await openDocuments({ registry, settings, strictRelations, verdicts, observer })
  const [rejection = null] = verdicts.everyReason.filter(({ kind }) => kind === 'code')
  const notes = verdicts.everyReason.filter((reason) => reason.kind !== 'code').map(({ message }) => message)
  return { settings, registry, service, rejection, notes, ofPath: (method, path) => verdicts.ofPath(method, path) }
}

async function readStrictRelations(project: string): Promise<boolean> {
  const env = ownEnvironment(project)
  const { files } = await readStrapiFiles(project, ['api'], { ...readDotEnv(project, env), ...env })
  return at(files.api?.value, 'documents.strictRelations') === true
}
