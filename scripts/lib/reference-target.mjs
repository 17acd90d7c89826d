import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { access, modelDocument, strapiProject } from '../../packages/conformance/dist/index.js'
import { createContentApi } from '../../packages/server/dist/index.js'

const configurationFor = (production) => ({
  profile: 'full',
  capabilities: { arrayAttribute: true, introspection: !production, playground: !production },
  limits: { defaultLimit: 25, maxLimit: 100 },
  tokens: { full: access.tokens.full.key, restricted: access.tokens.restricted.key },
})

/**
 * Opens the reference server (packages/server) with the suite's content model, roles and tokens. `database`
 * is a PostgreSQL URL or a SQLite file, by default in memory. `register` customizes its GraphQL schema.
 * `production` starts it in production mode, without introspection and GraphQL playground. Resolves to the
 * server, the suite's configuration for it, and `close`, which deletes its files.
 */
export async function openReference({ database = ':memory:', register, production = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'content-api-conformance-'))
  // src/index.js sets the permissions in Strapi. Here the configuration below sets them.
  const files = strapiProject({ array: true }).filter(({ path }) => path !== 'src/index.js')
  for (const { path, text } of files) writeFile(join(folder, path), text)
  const api = await createContentApi({
    project: folder,
    database,
    development: !production,
    ...(register && { register }),
    config: {
      // The suite's project is one of Strapi, in which unknown parameters are ignored by default.
      api: { rest: { defaultLimit: 25, maxLimit: 100, strictParams: true } },
      i18n: { defaultLocale: modelDocument.locales.default, locales: Object.values(modelDocument.locales) },
      permissions: access.roles,
      // The suite logs in more often than users do.
      auth: { rateLimit: { attempts: 10_000 }, jwt: { secret: randomBytes(32).toString('base64url') } },
    },
  })
  for (const [name, { key: accessKey, type, actions: permissions }] of Object.entries(access.tokens)) {
    await api.accounts.createToken({ name, type, accessKey, ...(type === 'custom' && { permissions }) })
  }
  const close = async () => {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { api, configuration: configurationFor(production), close }
}

/**
 * Opens the reference server like `openReference`, and serves it on a free port. Without a `database` it uses
 * a new SQLite file, which `close` deletes. Resolves to its address, the suite's configuration for it, the
 * path of a file that contains the configuration, and `close`.
 */
export async function startReferenceTarget({ database, production = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'content-api-conformance-'))
  const configurationFile = join(folder, 'reference.config.json')
  const reference = await openReference({ database: database ?? join(folder, 'data.db'), production })
  const { configuration } = reference
  writeFile(configurationFile, JSON.stringify(configuration))
  const { url } = await reference.api.listen({ port: 0 })
  const close = async () => {
    await reference.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, configurationFile, configuration, close }
}

function writeFile(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
