import type { Registry } from '@content-api/model'
import { readStrapiContentTypes } from '@content-api/strapi-tables/accounts'
import { preparePatterns } from '@content-api/engine/attributes'
import { ownEnvironment, readDotEnv } from '@content-api/project-files/dot-env'
import { readStrapiFiles } from '@content-api/project-files/strapi/read-strapi-files'
import { ConfigError } from '@content-api/core/config/config-error'
import { allActions, checkActions } from '@content-api/capabilities/accounts/actions'
import { nameOfLocale } from '@content-api/capabilities/i18n/locales'
import { type FirstLocale, hasStrapiTables } from '@content-api/strapi-tables/schema'
import { at } from '@content-api/project-files/strapi/settings'
import type { ForwardReason } from '@content-api/strapi-reads/forward-reason'
import type { BesideSettings } from '@content-api/strapi-reads/settings/beside-settings'
import { readBesideSettings } from '@content-api/strapi-reads/settings/read-beside-settings'
import { loadBesideModel } from '@content-api/strapi-reads/verdicts/beside-model'
import { decideVerdicts } from '@content-api/strapi-reads/verdicts/decide-verdicts'
import { projectModules } from '@content-api/strapi-reads/verdicts/project-modules'
import type { Verdicts } from '@content-api/strapi-reads/verdicts/verdicts'
import { withSystemTables } from './open-system-tables.js'

export interface DocumentProjectOptions {
  /** The folder of a Strapi 5 project. */
  readonly project: string
  /** A configuration that takes precedence over the files of the project. */
  readonly overrides?: unknown
}

/** What the files of a Strapi 5 project say. */
export interface DocumentProject {
  readonly settings: BesideSettings
  readonly registry: Registry
  readonly verdicts: Verdicts
  /** Whether required relations and media must have a partner (`api.documents.strictRelations`). */
  readonly strictRelations: boolean
  /** The locales of a new database, the default one first. */
  readonly locales: readonly [FirstLocale, ...FirstLocale[]]
  /** Why nothing can be served: code of the project may change everything. */
  readonly rejection: ForwardReason | null
  /** What this server doesn't do for the project, in sentences. */
  readonly notes: readonly string[]
}

/**
 * Reads a Strapi 5 project. Its code is read, and doesn't run: what it decides is rejected.
 * @throws ConfigError, ModelError for mistakes in the files of the project
 * @throws Error when the database can't be opened
 */
export async function readDocumentProject(options: DocumentProjectOptions): Promise<DocumentProject> {
  const { project, overrides } = options
  const settings = await readBesideSettings(project, { ...(overrides !== undefined && { overrides }), minor: 'any' })
  // Those of plugins and custom fields are used. A new database has none.
  const storedTypes = await withSystemTables(settings, async (system) =>
    (await hasStrapiTables(system)) ? readStrapiContentTypes(system) : null,
  )
  const modules = projectModules(project)
  const { registry, unknown } = await loadBesideModel({ project, settings, storedTypes, modules })
  checkPermissions(settings, registry)
  await preparePatterns(registry)
  // The schema files count, not what Strapi has stored.
  const verdicts = await decideVerdicts({ project, modules, settings, registry, unknown })
  const env = ownEnvironment(project)
  const variables = { ...readDotEnv(project, env), ...env }
  const strictRelations = await readStrictRelations(project, variables)
  const locales = firstLocales(settings, variables)
  const [rejection = null] = verdicts.everyReason.filter(({ kind }) => kind === 'code')
  const notes = verdicts.everyReason.filter((reason) => reason.kind !== 'code').map(({ message }) => message)
  return { settings, registry, verdicts, strictRelations, locales, rejection, notes }
}

/** @throws ConfigError for actions in `permissions` that don't exist */
function checkPermissions({ config }: BesideSettings, registry: Registry): void {
  // Strapi 5 has no action for locales: they are written with their document.
  const known = allActions(registry, []).filter((action) => !action.endsWith('.createLocalization'))
  const mistakes = checkActions(config.permissions ?? {}, known)
  if (mistakes.length > 0) throw new ConfigError(mistakes.map((mistake) => ({ file: 'the configuration', ...mistake })))
}

/** Returns the locales of a new database. Strapi reads the default one from the environment. */
function firstLocales(
  { config }: BesideSettings,
  variables: NodeJS.ProcessEnv,
): readonly [FirstLocale, ...FirstLocale[]] {
  const { defaultLocale, locales } = config.i18n
  const first = variables['STRAPI_PLUGIN_I18N_INIT_LOCALE_CODE'] || defaultLocale
  const others = locales.filter((code) => code !== defaultLocale && code !== first)
  const locale = (code: string): FirstLocale => ({ code, name: nameOfLocale(code) })
  return [locale(first), ...others.map(locale)]
}

async function readStrictRelations(project: string, variables: NodeJS.ProcessEnv): Promise<boolean> {
  const { files } = await readStrapiFiles(project, ['api'], variables)
  return at(files.api?.value, 'documents.strictRelations') === true
}
