import type { LoadOptions, Registry } from '@content-api/model'
import { readStrapiContentTypes } from '@content-api/strapi-tables/accounts'
import { preparePatterns } from '@content-api/engine/attributes'
import { ownEnvironment, readDotEnv } from '@content-api/project-files/dot-env'
import { readStrapiFiles } from '@content-api/project-files/strapi/read-strapi-files'
import { ConfigError, type ConfigMistake } from '@content-api/core/config/config-error'
import { nameOfLocale } from '@content-api/capabilities/i18n/locales'
import { type FirstLocale, hasStrapiTables } from '@content-api/strapi-tables/schema'
import { at } from '@content-api/project-files/strapi/settings'
import type { BesideSettings } from '@content-api/strapi-reads/settings/beside-settings'
import { readBesideSettings } from '@content-api/strapi-reads/settings/read-beside-settings'
import { loadBesideModel } from '@content-api/strapi-reads/verdicts/beside-model'
import { projectModules } from '@content-api/strapi-reads/verdicts/project-modules'
import type { AllowedTypes } from '../files/document-files.js'
import { withSystemTables } from './open-system-tables.js'

/** The content types that code of a project defines and changes. */
export type CodeTypes = Pick<LoadOptions, 'pluginTypes' | 'changedTypes'>

export interface DocumentProjectOptions {
  /** The folder of a Strapi 5 project. */
  readonly project: string
  /** The content types that its code defines, besides those of its schema files. */
  readonly codeTypes?: CodeTypes
  /** A configuration that takes precedence over the files of the project. */
  readonly overrides?: unknown
}

/** What the files of a Strapi 5 project say. */
export interface DocumentProject {
  readonly settings: BesideSettings
  readonly registry: Registry
  /** Whether required relations and media must have a partner (`api.documents.strictRelations`). */
  readonly strictRelations: boolean
  /** The locales of a new database, the default one first. */
  readonly locales: readonly [FirstLocale, ...FirstLocale[]]
}

/**
 * Reads the settings and content types of a Strapi 5 project.
 * @throws ConfigError, ModelError for mistakes in the files of the project
 * @throws Error when the database can't be opened
 */
export async function readDocumentProject(options: DocumentProjectOptions): Promise<DocumentProject> {
  const { project, overrides, codeTypes } = options
  const settings = await readBesideSettings(project, { ...(overrides !== undefined && { overrides }), minor: 'any' })
  // Those of plugins and custom fields are used. A new database has none.
  const storedTypes = await withSystemTables(settings, async (system) =>
    (await hasStrapiTables(system)) ? readStrapiContentTypes(system) : null,
  )
  const modules = projectModules(project)
  const { registry } = await loadBesideModel({ project, settings, storedTypes, modules, codeTypes })
  checkTokens(settings)
  await preparePatterns(registry)
  const env = ownEnvironment(project)
  const variables = { ...readDotEnv(project, env), ...env }
  const strictRelations = await readStrictRelations(project, variables)
  const locales = firstLocales(settings, variables)
  return { settings, registry, strictRelations, locales }
}

/** Returns the kinds of files that `config/plugins` allows and denies. */
export function allowedTypesOf({ plugins }: Pick<BesideSettings, 'plugins'>): AllowedTypes {
  const listAt = (name: string): readonly string[] | null => {
    const value = at(plugins.value, `upload.config.security.${name}`)
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : null
  }
  return { allowed: listAt('allowedTypes'), denied: listAt('deniedTypes') ?? [] }
}

/** @throws ConfigError for tokens of users that this server can't issue */
function checkTokens({ plugins: { file, value } }: BesideSettings): void {
  const plugin = 'users-permissions.config'
  const mistakes: ConfigMistake[] = []
  const management = at(value, `${plugin}.jwtManagement`) ?? 'legacy-support'
  if (management !== 'legacy-support' && management !== 'refresh') {
    const message = 'must be "legacy-support" or "refresh".'
    mistakes.push({ file, path: `${plugin}.jwtManagement`, message })
  }
  const algorithm = at(value, `${plugin}.jwt.algorithm`) ?? 'HS256'
  if (algorithm !== 'HS256') {
    mistakes.push({ file, path: `${plugin}.jwt.algorithm`, message: 'must be "HS256", which signs tokens here.' })
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
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
