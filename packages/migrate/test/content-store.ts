import { type Connection, openDatabase } from '@content-api/engine/database'
import { syncSchema } from '@content-api/engine/schema'
import { createRegistry, type SchemaSources } from '@content-api/model'
import type { ContentStore } from '../src/content-store.js'

/** Opens the content of these schemas without a service: it has no accounts, and stores no files. */
export async function openContentStore(connection: Connection, schemas: SchemaSources): Promise<ContentStore> {
  const database = await openDatabase({ registry: createRegistry(schemas), connection })
  const defaultLocale = 'en'
  await syncSchema(database, { defaultLocale })
  const storesNoFiles = () => {
    throw new Error('This store has no files.')
  }
  return {
    database,
    files: {
      provider: 'none',
      directory: null,
      sizeLimit: 0,
      url: storesNoFiles,
      begin: storesNoFiles,
      createFolder: storesNoFiles,
    },
    settings: {
      i18n: { defaultLocale, locales: [] },
      signUp: { register: { enabled: true, confirmEmail: false, role: 'authenticated' } },
      hasUrl: true,
      hasPermissions: false,
      isChosen: () => false,
      isValid: () => true,
    },
    accounts: {
      actions: [],
      requiredRoles: [],
      defaultActions: {},
      configuredRoles: new Set(),
      hashPassword: (password) => Promise.resolve(password),
      prepare: () => Promise.resolve(),
    },
    recordImport: null,
  }
}
