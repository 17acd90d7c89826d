import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, relative, resolve } from 'node:path'
import { isRecord } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import { isForThisMachine, loopback, otherHost, ownHosts } from '@content-api/core/composition/own-hosts'
import { configFiles } from '@content-api/project-files/load-config'
import { requireOwnCaller } from './http/development-endpoints.js'
import { healthPaths } from '@content-api/core/transport/health'
import { jsonType } from '@content-api/core/message/message'
import { type MockedService, type MockedServiceOptions, openMockedService } from './mocking/mocked-service.js'
import { MockedSessions } from './mocking/mocked-sessions.js'
import type { SeedEntries } from './mocking/seed.js'
import { servedPath } from '@content-api/capabilities/uploads/local-folder'

export type { SeedEntries, SeedEntry } from './mocking/seed.js'

/** The options of {@link contentApi}. Paths are relative to the root of Vite. */
export type ContentApiPluginOptions = MockedServiceOptions

type Next = (error?: unknown) => void
type Middleware = (request: IncomingMessage, response: ServerResponse, next: Next) => void

/** The part of Vite's servers that the plugin uses. It is the same in Vite 5 to 8. */
interface ServerOfVite {
  readonly middlewares: { use(middleware: Middleware): unknown }
  readonly config: { readonly root: string; readonly logger: LoggerOfVite }
  readonly httpServer: { once(event: 'close', listener: () => void): unknown } | null
}

interface LoggerOfVite {
  info(message: string): void
  error(message: string): void
}

interface DevelopmentServerOfVite extends ServerOfVite {
  readonly watcher: {
    add(paths: readonly string[]): unknown
    on(event: 'all', listener: (event: string, path: string) => void): unknown
  }
  readonly ws: { send(payload: { readonly type: 'full-reload' }): void }
}

/** A plugin for Vite 5 to 8. */
export interface ContentApiPlugin {
  readonly name: string
  readonly apply: 'serve'
  config(): { optimizeDeps: { exclude: string[] } }
  configureServer(server: DevelopmentServerOfVite): void
  configurePreviewServer(server: ServerOfVite): void
  closeBundle(): Promise<void>
}

/**
 * Creates a plugin that serves a project in Vite's development server, its preview and Vitest's browser mode:
 * `/api`, `/graphql`, `/uploads` and the other paths of the service, on the origin of the page. The database
 * is new and in memory. The service opens with the first request, and again when schemas, code or
 * configuration of the project change.
 * @example
 * ```ts
 * import { contentApi } from '@content-api/server/vite'
 * import { defineConfig } from 'vite'
 *
 * export default defineConfig({ plugins: [contentApi({ project: './cms', seed: './cms/content.jsonl' })] })
 * ```
 */
export function contentApi(options: ContentApiPluginOptions): ContentApiPlugin {
  const opened = new Set<MockedSessions>()
  const serve = (server: ServerOfVite): MockedSessions => {
    const sessions = new MockedSessions(() => openMockedService(absolute(options, server.config.root)))
    opened.add(sessions)
    server.httpServer?.once('close', () => void sessions.close())
    server.middlewares.use(serviceMiddleware(sessions, server.config.logger))
    return sessions
  }
  return {
    name: 'content-api',
    apply: 'serve',
    // Vite would otherwise reload the page of the first test that imports it.
    config: () => ({ optimizeDeps: { exclude: ['@content-api/server/vite/client'] } }),
    configureServer: (server) => followChanges(serve(server), server, options),
    configurePreviewServer: (server) => void serve(server),
    // Servers in middleware mode have no `httpServer`. Vite calls this when they close.
    closeBundle: async () => {
      for (const sessions of opened) await sessions.close()
    },
  }
}

function absolute({ project, seed, ...options }: MockedServiceOptions, root: string): MockedServiceOptions {
  return {
    ...options,
    ...(project !== undefined && { project: resolve(root, project) }),
    ...(seed !== undefined && { seed: resolve(root, seed) }),
  }
}

/** The path that restores the content. `@content-api/server/vite/client` sends requests to it. */
const resetPath = '/content-api/reset'

function serviceMiddleware(sessions: MockedSessions, logger: LoggerOfVite): Middleware {
  let lastFailure = ''
  const handle = async (request: IncomingMessage, response: ServerResponse, next: Next) => {
    const path = pathOf(request)
    let service: MockedService | null = null
    try {
      service = await sessions.serviceFor(request)
      lastFailure = ''
    } catch (error) {
      const message = messageOf(error)
      if (message !== lastFailure) logger.error(`content-api: ${message}`)
      lastFailure = message
      if (!isServed(path, defaultPaths)) return next()
      return sendError(response, new ApiError('ServiceUnavailableError', message))
    }
    if (!isServed(path, pathsOf(service))) return next()
    try {
      rejectOthers(service, request)
      if (path === resetPath) await reset(sessions, service, request, response)
      else await service.handle(request, response)
    } catch (error) {
      if (error instanceof ApiError) sendError(response, error)
      else next(error)
    }
  }
  return (request, response, next) => void handle(request, response, next)
}

const pathOf = ({ url = '/' }: IncomingMessage) => url.split('?', 1)[0] ?? '/'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const defaultPaths = ['/api', '/graphql', servedPath, '/content-api']

function pathsOf({ api: { config } }: MockedService): string[] {
  const { endpoint } = config.graphql.config
  return [config.api.rest.prefix, endpoint, servedPath, '/content-api', '/openapi.json', ...healthPaths]
}

const isServed = (path: string, paths: readonly string[]) =>
  paths.some((served) => path === served || path.startsWith(`${served}/`))

/**
 * Rejects other machines and other host names if every request is allowed: a page may resolve its own name to
 * this machine (DNS rebinding).
 * @throws ApiError ForbiddenError
 */
function rejectOthers({ api }: MockedService, request: IncomingMessage): void {
  if (!api.open) return
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  if (!isForThisMachine(request)) throw new ApiError('ForbiddenError', otherHost(request.headers.host))
  if (!loopback.test(address)) {
    throw new ApiError('ForbiddenError', 'Without "permissions" in the configuration, only this machine is served')
  }
}

async function reset(
  sessions: MockedSessions,
  { api }: MockedService,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  requireOwnCaller(ownHosts(api.config), {
    header: (name) => (name === 'host' ? request.headers.host : single(request.headers[name])),
  })
  if (request.method !== 'POST') {
    throw new ApiError('MethodNotAllowedError', `${request.method} is not allowed here. Allowed: POST`, {
      headers: { Allow: 'POST' },
    })
  }
  const text = await readText(request)
  const { service, cookie } = await sessions.ownService(request)
  try {
    await service.reset(entriesIn(text))
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('ValidationError', messageOf(error))
  }
  response.writeHead(204, { 'Cache-Control': 'no-store', ...(cookie !== null && { 'Set-Cookie': cookie }) }).end()
}

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join() : value)

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks).toString()
}

function entriesIn(text: string): SeedEntries {
  const body: unknown = text === '' ? {} : JSON.parse(text)
  if (isRecord(body)) return body as SeedEntries
  throw new ApiError('ValidationError', 'Send an object with lists of entries by the uid of their content type')
}

function sendError(response: ServerResponse, error: ApiError): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(error.status, { 'Content-Type': jsonType, ...error.headers }).end(JSON.stringify(error))
}

/** Milliseconds without further changes before the service opens again. Editors write a file in several steps. */
const quiet = 100

/** Opens the service again when files of the project or the seed change, and reloads the pages. */
function followChanges(sessions: MockedSessions, server: DevelopmentServerOfVite, options: MockedServiceOptions): void {
  const { project, seed } = absolute(options, server.config.root)
  if (project === undefined) return
  const watched = ['src', 'config', '.env', ...configFiles].map((name) => join(project, name))
  server.watcher.add(seed === undefined ? watched : [...watched, seed])
  const { logger } = server.config
  let timer: NodeJS.Timeout | undefined
  const reload = async () => {
    try {
      if (!(await sessions.replace())) return
      logger.info('content-api: the project changed, and its content is new')
      // Vitest runs tests again by itself.
      if (!process.env['VITEST']) server.ws.send({ type: 'full-reload' })
    } catch (error) {
      logger.error(`content-api: ${messageOf(error)}\nThe last version that worked is still being served.`)
    }
  }
  server.watcher.on('all', (_event, path) => {
    const file = resolve(path)
    if (file !== seed && !(seed !== undefined && isInside(seed, file)) && !isOfProject(relative(project, file))) return
    clearTimeout(timer)
    timer = setTimeout(() => void reload(), quiet)
    timer.unref()
  })
}

const isInside = (folder: string, file: string) => file.startsWith(join(folder, '/'))

/** Returns whether the service reads a file of the project's folder, which may also be that of the application. */
function isOfProject(file: string): boolean {
  const path = file.replaceAll('\\', '/')
  if (path.startsWith('src/components/')) return path.endsWith('.json')
  if (configFiles.includes(path)) return true
  return /^(?:src\/(?:api|extensions|policies|middlewares|plugins)\/|src\/index\.|config\/|\.env$)/.test(path)
}
