import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { access, modelDocument, strapiProject } from '../../packages/conformance/dist/index.js'
import { createContentApi } from '../../packages/server/dist/index.js'

const configuration = {
  profile: 'full',
  capabilities: { arrayAttribute: true },
  limits: { defaultLimit: 25, maxLimit: 100 },
  tokens: { full: access.tokens.full.key, restricted: access.tokens.restricted.key },
}

/**
 * Starts the reference server on a free port, over the content model of the suite and with the roles and tokens that it
 * asks for. `database` is a PostgreSQL URL or a SQLite file; without it there is a new file that goes when it is closed.
 * Resolves to its address, the path of the configuration that the suite takes for it, that configuration, and `close`.
 */
export async function startReferenceTarget({ database } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'content-api-conformance-'))
  for (const { path, text } of strapiProject({ array: true })) writeFile(join(folder, path), text)
  const configurationFile = join(folder, 'reference.config.json')
  writeFile(configurationFile, JSON.stringify(configuration))
  const api = await createContentApi({
    project: folder,
    database: database ?? join(folder, 'data.db'),
    development: true,
    config: {
      api: { rest: { defaultLimit: 25, maxLimit: 100 } },
      i18n: { defaultLocale: modelDocument.locales.default, locales: Object.values(modelDocument.locales) },
      permissions: access.roles,
      // The suite signs in more often than people do.
      auth: { rateLimit: { attempts: 10_000 } },
    },
  })
  for (const [name, { key: accessKey, type, actions: permissions }] of Object.entries(access.tokens)) {
    await api.accounts.createToken({ name, type, accessKey, ...(type === 'custom' && { permissions }) })
  }
  const { url } = await api.listen({ port: 0 })
  const close = async () => {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, configurationFile, configuration, close }
}

function writeFile(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
