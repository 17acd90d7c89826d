import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StrapiVersion } from '@content-api/strapi-tables/layout'
import { writeProject } from '../support/write-project.js'
import { createStrapiProject, type StrapiProject } from '../strapi-round-trip/strapi-project.js'
import { type DatabaseAddress, fillWithRecordedRows } from './recorded-rows.js'
import { recordedVersions } from './recorded-versions.js'

/** The secrets of the recorded project, with which the tokens of its content are made. */
export const recordedSecrets = { jwt: 'oracle-jwt-secret', apiTokenSalt: 'oracle-api-token-salt' }

/** The configuration in the form that `create-strapi-app` writes: secrets and addresses are in `.env`. */
const files: Readonly<Record<string, string>> = {
  'config/admin.js': `module.exports = ({ env }) => ({
  serveAdminPanel: false,
  auth: { secret: env('ADMIN_JWT_SECRET') },
  apiToken: { salt: env('API_TOKEN_SALT') },
  transfer: { token: { salt: env('TRANSFER_TOKEN_SALT') } },
  secrets: { encryptionKey: env('ENCRYPTION_KEY') },
})
`,
  'config/database.js': `const path = require('path')

module.exports = ({ env }) => {
  const client = env('DATABASE_CLIENT', 'sqlite')
  const connections = {
    postgres: { connection: { connectionString: env('DATABASE_URL') }, pool: { min: 0, max: 10 } },
    sqlite: {
      connection: { filename: path.join(__dirname, '..', env('DATABASE_FILENAME', '.tmp/data.db')) },
      useNullAsDefault: true,
    },
  }
  return { connection: { client, ...connections[client], acquireConnectionTimeout: 300000 } }
}
`,
  'config/plugins.js': `const path = require('path')

module.exports = ({ env }) => ({
  email: { config: { provider: path.join(__dirname, '../providers/mail-file.js') } },
  'users-permissions': {
    config: { jwtSecret: env('JWT_SECRET'), jwt: { expiresIn: '30d' }, ratelimit: { enabled: false } },
  },
})
`,
  'config/server.js': `module.exports = ({ env }) => ({
  host: env('HOST', '127.0.0.1'),
  port: env.int('PORT', 1337),
  proxy: true,
  app: { keys: env.array('APP_KEYS') },
})
`,
  // No mail leaves this machine.
  'providers/mail-file.js': `const fs = require('fs')
const path = require('path')

const send = async (mail) => fs.appendFileSync(path.join(__dirname, '../mails.jsonl'), JSON.stringify(mail) + '\\n')
module.exports = { init: () => ({ send }) }
`,
}

export type DatabaseName = 'sqlite' | 'postgres'

/** What a part of the proof runs with. */
export interface ProofTarget {
  /** The major version of Strapi. */
  readonly version: StrapiVersion
  readonly name: DatabaseName
}

/** Returns the code in the last mail that Strapi sent, such as that for a new password. */
export async function lastMailCode(folder: string): Promise<string | undefined> {
  const lines = await readFile(join(folder, 'mails.jsonl'), 'utf8').catch(() => '')
  return /[0-9a-f]{40,}/.exec(lines.trim().split('\n').at(-1) ?? '')?.[0]
}

/** A Strapi project with the recorded model, on a database with the recorded rows. */
export interface RecordedProject extends StrapiProject {
  readonly folder: string
  readonly database: DatabaseAddress
}

export interface RecordedProjectOptions {
  /** The major version of Strapi, by default 4. */
  readonly version?: StrapiVersion
  /** The address of an empty PostgreSQL database; without it, the project has a SQLite file in WAL mode. */
  readonly postgres?: string | undefined
  /** The folder of the schema files; by default those of the recorded model. */
  readonly schemas?: string
  /** Whether the database gets only the recorded users, roles and API tokens, and no content. */
  readonly accountsOnly?: boolean
  /** The time zone of Strapi. */
  readonly timeZone: string
  readonly say: (line: string) => void
}

/**
 * Writes the project. Strapi creates its tables by a first start, which get the recorded rows: the recorded
 * dump has no indexes and sequences.
 */
export async function createRecordedProject(
  folder: string,
  { version = 4, postgres, schemas, accountsOnly = false, timeZone, say }: RecordedProjectOptions,
): Promise<RecordedProject> {
  const recorded = recordedVersions[version]
  const { dependencies } = recorded
  await writeProject(folder, { 'package.json': JSON.stringify({ dependencies }) })
  const modules = await recorded.install(folder, say)
  const project = await createStrapiProject(folder, schemas ?? recorded.schemas, modules, {
    dependencies,
    files: { ...files, 'config/api.js': `module.exports = ${JSON.stringify(recorded.api)}\n` },
    environment: { NODE_ENV: 'production', TZ: timeZone },
  })
  await writeFile(join(folder, '.env'), environmentFile(postgres))
  const database: DatabaseAddress =
    postgres === undefined
      ? { dialect: 'sqlite', file: join(folder, '.tmp/data.db') }
      : { dialect: 'postgres', url: postgres }
  say('Strapi creates its tables …')
  const first = await project.start()
  await first.stop('SIGTERM')
  await fillWithRecordedRows(database, { ...recorded, folder, accountsOnly })
  return { ...project, folder, database }
}

function environmentFile(postgres: string | undefined): string {
  const variables = {
    APP_KEYS: 'key-a,key-b',
    ADMIN_JWT_SECRET: 'an-admin-secret',
    API_TOKEN_SALT: recordedSecrets.apiTokenSalt,
    TRANSFER_TOKEN_SALT: 'a-transfer-salt',
    ENCRYPTION_KEY: 'an-encryption-key-0123456789abcde',
    JWT_SECRET: recordedSecrets.jwt,
    ...(postgres !== undefined && { DATABASE_CLIENT: 'postgres', DATABASE_URL: postgres }),
  }
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}
