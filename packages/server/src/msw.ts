import { type HttpHandler, http } from 'msw'
import type { NewUser } from './auth/administration.js'
import type { NewApiToken } from './auth/api-tokens.js'
import type { ConfigInput } from './config/schema.js'
import { healthPaths } from './http/health.js'
import type { Mail } from './mail/mail-provider.js'
import { memoryFiles } from './mocking/memory-files.js'
import { type Seed, plantSeed } from './mocking/seed.js'
import { newSecret } from './secrets/digest.js'
import { type ContentApi, type ContentApiOptions, createContentApi } from './server.js'
import { servedPath } from './upload/local-folder.js'

export type { Seed, SeedEntry } from './mocking/seed.js'

type Sources = 'project' | 'contentTypes' | 'components' | 'register' | 'policies' | 'middlewares' | 'log'

export interface MockContentApiOptions extends Pick<ContentApiOptions, Sources> {
  /** Where the code under test finds the service: an absolute URL, with a path if the service is below one. */
  readonly baseURL: string
  /** What is there at the start and after each `reset`. */
  readonly entries?: Seed
  /** Who can sign in. They are made before the entries, which may refer to them by ids counted from 1. */
  readonly users?: readonly NewUser[]
  /** API tokens; `accessKey` is what requests then carry. */
  readonly tokens?: readonly NewApiToken[]
  /** What each role may do; without it, and without the project's own, everybody may do everything. */
  readonly permissions?: ConfigInput['permissions']
  /** Wins over the project's file, key by key. */
  readonly config?: Omit<ConfigInput, 'database' | 'permissions'>
}

/** A service that msw answers for. */
export interface MockContentApi {
  /** For `setupServer` of `msw/node`. What isn't the service's is left to other handlers and to `onUnhandledRequest`. */
  readonly handlers: readonly HttpHandler[]
  /** The service itself, past msw and every permission: `api.accounts.signIn(1)` gives a JWT, `api.registry` the model. */
  readonly api: ContentApi
  /** Mail that the service has sent since the last `reset`. */
  readonly mails: readonly Mail[]
  /** Adds entries until the next `reset`. @throws Error that names the place of the first mistake */
  add(entries: Seed): Promise<void>
  /** Waits for requests under way, then forgets whatever has happened since the start: entries, users, files, mail, limits. */
  reset(): Promise<void>
  close(): Promise<void>
}

/**
 * Makes handlers for msw over a real service in memory, for tests that run on Node.
 * @throws ModelError, ConfigError with every mistake of the schemas or the configuration
 * @throws Error that names the place of the first mistake in `entries`
 * @throws ApiError for a user or a token that the service refuses
 */
export async function mockContentApi(options: MockContentApiOptions): Promise<MockContentApi> {
  const { baseURL, entries = {}, users = [], tokens = [], permissions, config, ...sources } = options
  const base = readBase(baseURL)
  const files = memoryFiles(() => api.config.upload.maxAge)
  const mails: Mail[] = []
  const api = await createContentApi({
    ...sources,
    development: true,
    database: ':memory:',
    config: {
      ...config,
      ...(permissions && { permissions }),
      cors: { origins: ['*'], ...config?.cors },
      // Nothing is written into the project, kept elsewhere or sent to anybody.
      upload: { ...config?.upload, provider: files.provider },
      mail: { ...config?.mail, provider: { send: async (mail) => void mails.push(mail) } },
      auth: { ...config?.auth, jwt: { secret: newSecret(), ...config?.auth?.jwt } },
    },
  })
  const add = (seed: Seed) => plantSeed(seed, (lines) => api.importEntries(lines))
  let restore: () => Promise<void>
  try {
    for (const user of users) await api.accounts.createUser(user)
    for (const token of tokens) await api.accounts.createToken(token)
    await add(entries)
    restore = await api.snapshot()
  } catch (error) {
    await api.close()
    throw error
  }
  const underWay = new Set<Promise<Response>>()
  const settled = async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay)
  }
  const answer = async (request: Request) => {
    const inner = below(base, request)
    return files.answer(inner, new URL(inner.url).pathname) ?? api.fetch(inner)
  }
  return {
    handlers: [
      http.all(patternOf(base, api), ({ request }) => {
        const response = answer(request)
        underWay.add(response)
        return response.finally(() => underWay.delete(response))
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

/** The paths that the service has; another one on the same host is somebody else's. */
function patternOf(base: URL, { config }: ContentApi): RegExp {
  const own = [config.api.rest.prefix, config.graphql.config.endpoint, servedPath, ...healthPaths, '/openapi.json']
  return new RegExp(`^${literally(base.origin + pathOf(base))}(?:${own.map(literally).join('|')})(?:/.*)?$`)
}

const literally = (text: string) => text.replaceAll(/[^\w/:-]/g, '\\$&')

/** The request as the service gets it from the proxy that stands before it. */
function below(base: URL, request: Request): Request {
  const path = pathOf(base)
  if (path === '') return request
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(path.length)
  return new Request(url, request)
}
