import type { ContentStore } from '@content-api/migrate/entries'
import type { ExportedToStrapi, StrapiImport, StrapiImportOptions, ToStrapiOptions } from '@content-api/migrate/strapi'
import { authenticatedDefaults, publicDefaults } from '@content-api/capabilities/accounts/actions'
import { builtInRoles } from '@content-api/capabilities/accounts/roles'
import type { Accounts } from '@content-api/capabilities/accounts/accounts'
import type { Service } from '@content-api/core/composition/service'
import { ConfigError } from '@content-api/core/config/config-error'
import { parseConfig } from '@content-api/core/config/parse'
import { hashPassword } from '@content-api/core/secrets/password-hash'
import { RevertibleStore } from '@content-api/capabilities/uploads/revertible-store'
import { createUploadFolder } from '@content-api/capabilities/uploads/upload-folders'
import type { Uploads } from '@content-api/capabilities/uploads/uploads'

interface ContentParts extends Pick<Service, 'database' | 'config' | 'loadedConfig' | 'events'> {
  readonly accounts: Accounts
  readonly uploads: Uploads
}

/** Returns the content of a service and what belongs to it, for imports and exports. */
export function contentStoreOf({
  database,
  config,
  loadedConfig,
  accounts,
  uploads,
  events,
}: ContentParts): ContentStore {
  const { provider, directory } = uploads
  const { recorder } = events
  const { register, resetPasswordUrl, confirmedUrl } = config.auth
  return {
    database,
    files: {
      provider: provider.name,
      directory,
      sizeLimit: config.upload.sizeLimit,
      url: (name) => provider.url(name),
      begin: () => new RevertibleStore(provider, directory),
      createFolder: createUploadFolder,
    },
    settings: {
      i18n: config.i18n,
      signUp: { register, resetPasswordUrl, confirmedUrl },
      hasUrl: config.url !== undefined,
      hasPermissions: config.permissions !== undefined,
      isChosen: loadedConfig.isChosen,
      isValid: isValidConfig,
    },
    accounts: {
      actions: accounts.scope.actions,
      requiredRoles: builtInRoles,
      defaultActions: { public: publicDefaults, authenticated: authenticatedDefaults },
      configuredRoles: accounts.configured,
      hashPassword: (password) => hashPassword(password),
      prepare: () => accounts.prepare(),
    },
    recordImport: recorder && ((transaction, types) => recorder.recordImport(transaction, types)),
  }
}

function isValidConfig(section: Readonly<Record<string, unknown>>): boolean {
  try {
    parseConfig(section)
    return true
  } catch (error) {
    if (error instanceof ConfigError) return false
    throw error
  }
}

/** A service whose content is imported or exported: the result of `createContentApi`. */
interface MigratedService {
  readonly content: ContentStore
}

/**
 * Imports the content of a Strapi 4 project into a service: all of it, or none if there is a mistake.
 * @param from an export archive, an SQLite file or a PostgreSQL URL, which is never changed
 * @throws StrapiSourceError for an unreadable source; ImportError with up to 1,000 mistakes of the content
 */
export async function importStrapi(
  { content }: MigratedService,
  from: string,
  options?: StrapiImportOptions,
): Promise<StrapiImport> {
  // Loaded on demand, because most services never use it.
  const { importFromStrapi } = await import('@content-api/migrate/strapi')
  return importFromStrapi(content, from, options)
}

/**
 * Writes all content of a service as an archive that `strapi import` of Strapi 4.26 reads.
 * @param file ends in `.tar` or `.tar.gz`
 */
export async function exportToStrapi(
  { content }: MigratedService,
  file: string,
  options?: ToStrapiOptions,
): Promise<ExportedToStrapi> {
  const migrate = await import('@content-api/migrate/strapi')
  return migrate.exportToStrapi(content, file, options)
}
