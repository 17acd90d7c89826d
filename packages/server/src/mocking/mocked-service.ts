import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewUser } from '@content-api/capabilities/accounts/administration'
import type { NewApiToken } from '@content-api/capabilities/accounts/api-tokens'
import { loadProjectConfig } from '@content-api/project-files/load-config'
import type { ConfigInput } from '@content-api/core/config/schema'
import type { ContentApi, ContentApiOptions } from '../content-api.js'
import { newSecret } from '@content-api/core/secrets/digest'
import { createContentApi } from '../service.js'
import { servedPath } from '@content-api/capabilities/uploads/local-folder'
import { type MemoryFiles, memoryFiles } from './memory-files.js'
import { createAccounts, lineFormOf, loadSeed, type SeedEntries } from './seed.js'

/** The service and its content at the start and after each reset. */
export interface MockedServiceOptions
  extends Pick<
    ContentApiOptions,
    'project' | 'contentTypes' | 'components' | 'register' | 'policies' | 'middlewares' | 'seed'
  > {
  /** The entries at the start and after each reset, besides those of `seed`. */
  readonly entries?: SeedEntries
  /** The users who can sign in. They are created before the entries, which may refer to them by ids from 1. */
  readonly users?: readonly NewUser[]
  /** API tokens. Requests send the `accessKey`. */
  readonly tokens?: readonly NewApiToken[]
  /** The actions of each role. Without it, and without permissions of the project, every request is allowed. */
  readonly permissions?: ConfigInput['permissions']
  /** Takes precedence over the project's file, key by key. */
  readonly config?: Omit<ConfigInput, 'database' | 'permissions'>
}

/** A service in memory that responds to requests of Node. */
export interface MockedService {
  readonly api: ContentApi
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Restores the content of the start, then adds entries. @throws Error with the path of each mistake */
  reset(entries?: SeedEntries): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a service with a database in memory and a temporary folder of uploaded files. It sends no mails and
 * calls no webhooks.
 * @throws ModelError, ConfigError with every mistake of the schemas or the configuration
 * @throws Error with the path of each mistake in `entries`, or of the first in `users` and `tokens`
 */
export async function openMockedService(options: MockedServiceOptions): Promise<MockedService> {
  const { entries = {}, users = [], tokens = [], permissions, config, ...sources } = options
  const maxAge = () => api.config.upload.maxAge
  // Files of a project that stores them elsewhere, such as in S3, stay in memory.
  const files = (await storesElsewhere(options)) ? memoryFiles(maxAge) : null
  const directory = await mkdtemp(join(tmpdir(), 'content-api-uploads-'))
  const removeFiles = () => rm(directory, { recursive: true, force: true })
  let api: ContentApi
  try {
    api = await createContentApi({
      ...sources,
      development: true,
      database: ':memory:',
      config: {
        ...config,
        ...(permissions && { permissions }),
        upload: { ...config?.upload, directory, ...(files && { provider: files.provider }) },
        mail: { ...config?.mail, provider: { send: () => Promise.resolve() } },
        auth: { ...config?.auth, jwt: { secret: newSecret(), ...config?.auth?.jwt } },
        webhooks: [],
      },
    })
  } catch (error) {
    await removeFiles()
    throw error
  }
  const close = async () => {
    await api.close()
    await removeFiles()
  }
  const add = (seed: SeedEntries) => loadSeed(seed, (lines) => api.importEntries(lines), lineFormOf(options.project))
  try {
    await createAccounts(api, users, tokens)
    await add(entries)
    await api.snapshots.save()
  } catch (error) {
    await close()
    throw error
  }
  return {
    api,
    close,
    async handle(request, response) {
      if (files && (await sendFile(files, request, response))) return
      api.projectServer.handle(request, response, api.app)
    },
    async reset(more = {}) {
      await api.snapshots.restore()
      files?.clear()
      await add(more)
    },
  }
}

async function storesElsewhere({ project, config }: MockedServiceOptions): Promise<boolean> {
  const loaded = await loadProjectConfig({ project, overrides: config, development: true })
  return loaded.config.upload.provider !== undefined
}

/** Sends a file that is kept in memory. Returns whether there is one at the path of the request. */
async function sendFile(files: MemoryFiles, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (!pathname.startsWith(`${servedPath}/`)) return false
  const { method = 'GET' } = request
  const found = files.respond({ method }, pathname)
  if (!found) return false
  response.writeHead(found.status, Object.fromEntries(found.headers)).end(Buffer.from(await found.arrayBuffer()))
  return true
}
