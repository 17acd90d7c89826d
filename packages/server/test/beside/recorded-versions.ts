import { fileURLToPath } from 'node:url'
import { createRegistry, loadProject, type Registry } from '@content-api/model'
import { strapiPackages } from '../../../../scripts/lib/strapi-packages.mjs'
import type { StrapiVersion } from '@content-api/strapi-tables/layout'
import { sourcesOf } from '../../src/http/model-document.js'
import { recordings } from '../replay/recordings.js'
import { recordedModel } from '../replay/server.js'
import { fillPostgres, writeSqlite } from '../strapi-content/sources.js'
import type { RecordedRows } from './recorded-rows.js'
import * as strapi5 from './strapi5/recorded-database.js'

/** What a recorded project of one major version of Strapi consists of. */
export interface RecordedVersion extends RecordedRows {
  /** The version of all packages of Strapi. */
  readonly release: string
  /**
   * Returns a folder with the installed packages of the project in `folder`. They are installed once, as for
   * `pnpm strapi`; STRAPI_PACKAGES names a folder that has them.
   */
  readonly install: (folder: string, say: (line: string) => void) => Promise<string>
  /** The folder of the schema files. */
  readonly schemas: string
  readonly loadModel: () => Promise<Registry>
  readonly dependencies: Readonly<Record<string, string>>
  /** The content of `config/api`. */
  readonly api: object
  /** Returns the id of the nth recorded entry of a type in paths and relations: that of a document in Strapi 5. */
  readonly idOf: (type: string, n: number) => number | string
  /** Files of exchanges. Each starts from the recorded rows. */
  readonly recordings: readonly string[]
}

const packages = process.env['STRAPI_PACKAGES']
const rest = { defaultLimit: 25, maxLimit: 100, withCount: true }

export const recordedVersions: Readonly<Record<StrapiVersion, RecordedVersion>> = {
  4: {
    release: '4.26.2',
    install: (_folder, say) => strapiPackages(recordedModel, { packages, say }),
    schemas: recordedModel,
    loadModel: async () => createRegistry(sourcesOf(await loadProject(recordedModel))),
    dependencies: {
      '@strapi/strapi': '4.26.2',
      '@strapi/plugin-users-permissions': '4.26.2',
      '@strapi/plugin-i18n': '4.26.2',
      '@strapi/plugin-graphql': '4.26.2',
      pg: '8.11.3',
    },
    api: { rest },
    writeSqlite,
    fillPostgres,
    completing: [],
    idOf: (_type, n) => n,
    recordings,
  },
  5: {
    release: '5.54.0',
    install: (folder, say) => strapiPackages(folder, { packages, say, version: '5.54.0' }),
    schemas: strapi5.recordedProject,
    loadModel: strapi5.loadRecordedModel,
    // In the order of the suite's project, so that both have the same installed packages.
    dependencies: {
      '@strapi/strapi': '5.54.0',
      '@strapi/plugin-users-permissions': '5.54.0',
      '@strapi/plugin-graphql': '5.54.0',
      'better-sqlite3': '12.8.0',
      pg: '8.11.3',
      react: '18.3.1',
      'react-dom': '18.3.1',
      'react-router-dom': '6.30.6',
      'styled-components': '6.6.0',
    },
    // As `create-strapi` 5.54 writes it.
    api: { rest: { ...rest, strictParams: true }, documents: { strictParams: true, strictRelations: true } },
    writeSqlite: strapi5.writeSqlite,
    fillPostgres: strapi5.fillPostgres,
    completing: [
      `INSERT INTO admin_users_roles_lnk (user_id, role_id)
        SELECT u.id, r.id FROM admin_users u, admin_roles r WHERE r.code = 'strapi-super-admin'`,
    ],
    // All ids of documents have 24 characters.
    idOf: (type, n) => `${type}${String(n).padStart(24 - type.length, '0')}`,
    recordings: [fileURLToPath(new URL('strapi5/data/exchanges.jsonl', import.meta.url))],
  },
}
