import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Connection } from '@content-api/engine/database'
import type { ConfigInput } from '@content-api/core/config/schema'
import type { Register } from '@content-api/strapi-project/code/project-types'
import type { Mail } from '@content-api/core/config/mail-provider'
import type { ContentApi } from '../../src/content-api.js'
import { createContentApi } from '../../src/service.js'
import { grantedBy } from './granted.js'
import { type Ids, createIds } from './ids.js'
import { createRemovedComponents, type RemovedComponents } from './removed-components.js'
import { namedOrigin } from './rules/http.js'
import { type Seed, readSeed, seedLines } from './seed.js'
import { type World, createWorld } from './world.js'
import { ownDatabase } from '../support/own-database.js'

export interface ReplayServer {
  readonly port: number
  readonly world: World
  readonly ids: Ids
  readonly components: RemovedComponents
  readonly granted: (role: string, action: string, uid: string) => boolean
  /** Returns the code in the next email, which arrives after the response. */
  readonly nextMailCode: () => Promise<string | undefined>
  close(): Promise<void>
}

/** The recorded model, as the folder of a project. */
export const recordedModel = fileURLToPath(new URL('../../../model/test/fixtures/oracle-model', import.meta.url))

/** The public files of the recorded project. */
const publicDirectory = fileURLToPath(new URL('./public', import.meta.url))

/** The recorded secret is too short for this server. Tokens are signed again anyway. */
export const jwtSecret = 'oracle-jwt-secret-of-32-bytes-or-more'

/** `API_TOKEN_SALT` of the recorded project, for tokens that are imported from it. */
const apiTokenSalt = 'oracle-api-token-salt'

/** Differences from the server of most exchanges. */
export interface ServerVariant {
  readonly development?: boolean
  readonly register?: Register
  readonly graphql?: NonNullable<ConfigInput['graphql']>['config']
  /** A folder with the recorded model and code. */
  readonly project?: string
  /** Loads the recorded content from another source than `seed.json`. */
  readonly seedWith?: (api: ContentApi, seed: Seed) => Promise<void>
}

/** Starts a server with the recorded model, content and configuration. */
export async function startServer(
  connection: Connection,
  { development = true, register, graphql = {}, project = recordedModel, seedWith = loadSeed }: ServerVariant = {},
): Promise<ReplayServer> {
  const seed = readSeed()
  const mails: Mail[] = []
  const uploads = await mkdtemp(join(tmpdir(), 'content-api-replay-'))
  const api = await createContentApi({
    project,
    development,
    ...(register && { register }),
    config: {
      database: connection,
      graphql: { config: graphql },
      api: { rest: { strictParams: false, maxLimit: 100 } },
      i18n: { defaultLocale: 'en', locales: ['fr'] },
      cors: { origins: [namedOrigin] },
      permissions: {},
      auth: { jwt: { secret: jwtSecret }, apiTokenSalt },
      upload: { directory: uploads },
      http: { publicDirectory },
      mail: { provider: { send: async (mail) => void mails.push(mail) } },
    },
  })
  try {
    await seedWith(api, seed)
    const { port } = await api.listen({ host: '127.0.0.1', port: 0 })
    return {
      port,
      world: createWorld(ownDatabase(api)),
      ids: createIds(ownDatabase(api)),
      components: createRemovedComponents(ownDatabase(api)),
      granted: grantedBy(seed),
      nextMailCode: () => codeOf(mails),
      async close() {
        await api.close()
        await rm(uploads, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await api.close()
    throw error
  }
}

/** Returns the code in the last email and removes all emails. Waits for an email, and for others being sent. */
async function codeOf(mails: Mail[]): Promise<string | undefined> {
  for (let seen = 0; mails.length === 0 || mails.length > seen; ) {
    seen = mails.length
    await setTimeout(100)
  }
  const last = mails.at(-1)
  mails.length = 0
  return /[0-9a-f]{75}/.exec(last?.text ?? '')?.[0]
}

async function loadSeed(api: ContentApi, seed: Seed): Promise<void> {
  await api.importEntries(seedLines(seed, api.registry), { replace: true })
  for (const { type, permissions } of seed.roles) await api.accounts.grant(type, permissions)
  await seedTokens(api, seed)
}

export async function seedTokens(api: ContentApi, seed: Seed): Promise<void> {
  for (const { name, type, accessKey, permissions, expiresAt } of seed.apiTokens) {
    await api.accounts.createToken({
      name,
      type,
      accessKey,
      ...(permissions && { permissions }),
      ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
    })
  }
}
