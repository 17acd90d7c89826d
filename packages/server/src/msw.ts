import { type HttpHandler, http } from 'msw'
import type { NewUser } from '@content-api/capabilities/accounts/administration'
import type { NewApiToken } from '@content-api/capabilities/accounts/api-tokens'
import type { ConfigInput } from '@content-api/core/config/schema'
import { healthPaths } from '@content-api/core/transport/health'
import type { Mail } from '@content-api/core/config/mail-provider'
import { createAccounts, lineFormOf, type Seed, loadSeed } from './mocking/seed.js'
import { memoryFiles } from './mocking/memory-files.js'
import { newSecret } from '@content-api/core/secrets/digest'
import type { ContentApi, ContentApiOptions } from './content-api.js'
import { createContentApi } from './service.js'
import { servedPath } from '@content-api/capabilities/uploads/local-folder'

export type { Seed, SeedEntry } from './mocking/seed.js'

type Sources = 'project' | 'contentTypes' | 'components' | 'register' | 'policies' | 'middlewares' | 'log'

export interface MockContentApiOptions extends Pick<ContentApiOptions, Sources> {
  /** The URL of the service for the code under test: an absolute URL, with the path if the service has one. */
  readonly baseURL: string
  /** The entries at the start and after each `reset`. */
  readonly entries?: Seed
  /** The users who can sign in. They are created before the entries, which may refer to them by ids from 1. */
  readonly users?: readonly NewUser[]
  /** API tokens. Requests send the `accessKey`. */
  readonly tokens?: readonly NewApiToken[]
  /** The actions of each role. Without it, and without permissions of the project, every request is allowed. */
  readonly permissions?: ConfigInput['permissions']
  /** Takes precedence over the project's file, key by key. */
  readonly config?: Omit<ConfigInput, 'database' | 'permissions'>
}

/** A service whose responses come from msw. */
export interface MockContentApi {
  /**
   * The handlers for `setupServer` of `msw/node`. Requests for other URLs pass to other handlers or
   * `onUnhandledRequest`.
   */
  readonly handlers: readonly HttpHandler[]
  /**
   * The service itself. Its functions bypass msw and, except for `fetch`, the permissions.
   * `api.accounts.signIn(1)` returns a JWT, `api.registry` is the model.
   */
  readonly api: ContentApi
  /** The mails that the service has sent since the last `reset`. */
  readonly mails: readonly Mail[]
  /** Adds entries, which the next `reset` removes. @throws Error with the path of each mistake */
  add(entries: Seed): Promise<void>
  /** Waits for requests under way, then restores the state of the start: entries, users, files, mail and limits. */
  reset(): Promise<void>
  close(): Promise<void>
}

/**
 * Creates handlers for msw with a real service in memory, for tests that run on Node.
 * @throws ModelError, ConfigError with every mistake of the schemas or the configuration
 * @throws Error with the path of each mistake in `entries`, or of the first in `users` and `tokens`
 * @throws TypeError for an invalid `baseURL`
 */
export async function mockContentApi(options: MockContentApiOptions): Promise<MockContentApi> {
  const { baseURL, entries = {}, users = [], tokens = [], permissions, config, ...sources } = options
  const base = readBase(baseURL)
  const files = memoryFiles(() => api.config.upload.maxAge)
  const mails: Mail[] = []
  const api = await createContentApi({
    ...sources,
    development: true,
    bootstrap: false,
    database: ':memory:',
    config: {
      ...config,
      ...(permissions && { permissions }),
      cors: { origins: ['*'], ...config?.cors },
      // Uploaded files and mails stay in memory: nothing is written, uploaded or sent.
      upload: { ...config?.upload, provider: files.provider },
      mail: { ...config?.mail, provider: { send: async (mail) => void mails.push(mail) } },
      auth: { ...config?.auth, jwt: { secret: newSecret(), ...config?.auth?.jwt } },
    },
  })
  const add = (seed: Seed) => loadSeed(seed, (lines) => api.importEntries(lines), lineFormOf(options.project))
  let restore: () => Promise<void>
  try {
    await createAccounts(api, users, tokens)
    await add(entries)
    restore = await api.snapshot()
  } catch (error) {
    await api.close()
    throw error
  }
  const pending = new Set<Promise<Response>>()
  const settled = async () => {
    while (pending.size > 0) await Promise.allSettled(pending)
  }
  const respond = async (request: Request) => {
    const inner = removeBasePath(base, request)
    return files.respond(inner, new URL(inner.url).pathname) ?? api.fetch(inner)
  }
  return {
    handlers: [
      http.all(patternOf(base, api), ({ request }) => {
        const response = respond(request)
        pending.add(response)
        return response.finally(() => pending.delete(response))
      }),
    ],
    api,
    mails,
    add,
    async reset() {
      await settled()
      await restore()
      files.clear()
      mails.length = 0
    },
    async close() {
      await settled()
      await api.close()
    },
  }
}

function readBase(baseURL: string): URL {
  const base = URL.parse(baseURL)
  if (base && /^https?:$/.test(base.protocol) && base.search === '' && base.hash === '') return base
  throw new TypeError(`baseURL must be an absolute URL such as "https://cms.example.org", but is ${quoted(baseURL)}.`)
}

const quoted = (value: unknown) => JSON.stringify(value) ?? String(value)

const pathOf = ({ pathname }: URL) => pathname.replace(/\/$/, '')

/** Returns a pattern for the URLs of the service. Other paths of the same host don't belong to it. */
function patternOf(base: URL, { config }: ContentApi): RegExp {
  const own = [config.api.rest.prefix, config.graphql.config.endpoint, servedPath, ...healthPaths, '/openapi.json']
  // Bounded input: URLs of requests in tests; the paths come from the configuration.
  return new RegExp(`^${escapePattern(base.origin + pathOf(base))}(?:${own.map(escapePattern).join('|')})(?:/.*)?$`)
}

const escapePattern = (text: string) => text.replaceAll(/[^\w/:-]/g, '\\$&')

/** Removes the path of `base` from a request, as a proxy in front of the service would. */
function removeBasePath(base: URL, request: Request): Request {
  const path = pathOf(base)
  if (path === '') return request
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(path.length)
  return new Request(url, request)
}
