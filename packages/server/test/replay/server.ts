import { fileURLToPath } from 'node:url'
import type { Connection } from '../../src/config/connection.js'
import type { Mail } from '../../src/mail/mail-provider.js'
import { type ContentApi, createContentApi } from '../../src/server.js'
import { grantedBy } from './granted.js'
import { type Ids, createIds } from './ids.js'
import { namedOrigin } from './rules/http.js'
import { type Seed, readSeed, seedLines } from './seed.js'
import { type World, createWorld } from './world.js'

export interface ReplayServer {
  readonly port: number
  readonly world: World
  readonly ids: Ids
  readonly granted: (role: string, action: string, uid: string) => boolean
  /** The code in the last mail. */
  readonly lastMailCode: () => string | undefined
  close(): Promise<void>
}

const project = fileURLToPath(new URL('../../../model/test/fixtures/oracle-model', import.meta.url))

/** The secret of the recording is shorter than this server takes one; tokens are signed anew anyway. */
export const jwtSecret = 'oracle-jwt-secret-of-32-bytes-or-more'

/** A server on the recorded model and content, configured as the recorded one was. */
export async function startServer(connection: Connection): Promise<ReplayServer> {
  const seed = readSeed()
  const mails: Mail[] = []
  const api = await createContentApi({
    project,
    development: true,
    config: {
      database: connection,
      api: { rest: { strictParams: false, maxLimit: 100 } },
      i18n: { defaultLocale: 'en', locales: ['fr'] },
      cors: { origins: [namedOrigin] },
      permissions: {},
      auth: { jwt: { secret: jwtSecret } },
      mail: { provider: { send: async (mail) => void mails.push(mail) } },
    },
  })
  try {
    await plant(api, seed)
    const { port } = await api.listen({ host: '127.0.0.1', port: 0 })
    return {
      port,
      world: createWorld(api.database),
      ids: createIds(api.database),
      granted: grantedBy(seed),
      lastMailCode: () => /[0-9a-f]{20,}|[\w-]{20,}/.exec(mails.at(-1)?.text ?? '')?.[0],
      close: () => api.close(),
    }
  } catch (error) {
    await api.close()
    throw error
  }
}

async function plant(api: ContentApi, seed: Seed): Promise<void> {
  await api.importEntries(seedLines(seed, api.registry), { replace: true })
  for (const { type, permissions } of seed.roles) await api.accounts.grant(type, permissions)
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
