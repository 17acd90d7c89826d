import { isRecord } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { ExtensionError, type Attempt } from '@content-api/core/errors/extension-error'
import { findFile } from '../loading/project-code.js'
import type { ExtensionHost, RouteMiddleware } from '../project-types.js'
import { type FindRegistered, bindMiddleware } from './policies-and-middlewares.js'
import { ApiError } from '@content-api/engine/errors'

/** A middleware of `config/middlewares`. */
export interface GlobalMiddleware {
  /** `strapi::errors`, `global::stamp`, or the path of a file. */
  readonly name: string
  /**
   * Null for a middleware of Strapi that has no function of its own here: it marks the place of the server's
   * own work.
   */
  readonly run: RouteMiddleware | null
  /** Whether every request must pass it. Others only matter around code of the project. */
  readonly isForAll: boolean
}

export interface MiddlewareScope {
  /** The folder of the project. */
  readonly project: string
  readonly strapi: ExtensionHost
  readonly find: FindRegistered
  readonly load: (file: string) => Promise<unknown>
  readonly attempt: Attempt
  /** Returns whether the project has a plugin with this name. */
  readonly isPlugin: (name: string) => boolean
  readonly warn: (file: string, message: string) => void
}

/** An item of the list, with its options. */
export interface ListedMiddleware {
  readonly name: string
  readonly config: Values
  /** Whether `name` is the path or the package of a file. */
  readonly isFile: boolean
}

const file = 'config/middlewares'

/** Reads the list of `config/middlewares`. @throws ExtensionError for an invalid item */
export function listedMiddlewares(list: unknown): readonly ListedMiddleware[] {
  if (list === undefined) return []
  if (!Array.isArray(list)) throw new ExtensionError(`${file} must export a list of middlewares.`)
  return list.map((item: unknown) => {
    if (typeof item === 'string') return { name: item, config: {}, isFile: false }
    const { name, resolve: path, config } = isRecord(item) ? item : {}
    const options = isRecord(config) ? config : {}
    if (typeof name === 'string' && name !== '') return { name, config: options, isFile: false }
    if (typeof path === 'string' && path !== '') return { name: path, config: options, isFile: true }
    throw new ExtensionError(`Each item of ${file} must be a name, { name, config } or { resolve, config }.`)
  })
}

/**
 * Loads the middlewares of a project in their order, and finds the places of Strapi's own ones.
 * @throws ExtensionError for unknown names and invalid factories
 */
export async function globalMiddlewares(
  list: readonly ListedMiddleware[],
  scope: MiddlewareScope,
): Promise<readonly GlobalMiddleware[]> {
  const found: GlobalMiddleware[] = []
  for (const item of list) {
    const loaded = await scope.attempt(() => loadMiddleware(item, scope), null, `${file}: ${item.name}`)
    if (loaded) found.push(loaded)
  }
  return found
}

async function loadMiddleware(
  { name, config, isFile }: ListedMiddleware,
  { project, strapi, find, load, isPlugin, warn }: MiddlewareScope,
): Promise<GlobalMiddleware | null> {
  if (name.startsWith('strapi::')) {
    const own = ofStrapi(name.slice('strapi::'.length), config)
    if (own) return { name, ...own }
    throw new ExtensionError(`${file}: Strapi 4 has no middleware "${name}".`)
  }
  const [, plugin = ''] = /^plugin::([\w-]+)\./.exec(name) ?? []
  if (plugin !== '' && !isPlugin(plugin)) {
    warn(file, `The middleware "${name}" is left out, because the plugin ${plugin} is not there.`)
    return null
  }
  const reference = isFile
    ? await factoryOf(name, config, { project, strapi, load })
    : await bindMiddleware<RouteMiddleware>({ name, config }, strapi, find, 'config')
  return { name, run: reference, isForAll: true }
}

async function factoryOf(
  path: string,
  config: Values,
  { project, strapi, load }: Pick<MiddlewareScope, 'project' | 'strapi' | 'load'>,
): Promise<RouteMiddleware> {
  const factory = await load(fileAt(project, path))
  const find: FindRegistered = async () => factory
  return bindMiddleware<RouteMiddleware>({ name: path, config }, strapi, find, 'config')
}

/** Returns the file of a path with or without extension, or of an installed package. @throws ExtensionError */
function fileAt(project: string, path: string): string {
  const at = resolve(project, path)
  const found = existsSync(at) ? at : findFile(dirname(at), basename(at))
  if (found !== null) return found
  try {
    return createRequire(join(project, 'package.json')).resolve(path)
  } catch {
    throw new ExtensionError(`${file}: there is no file and no installed package "${path}".`)
  }
}

type Own = Omit<GlobalMiddleware, 'name'>

/** The server does the work of this middleware itself, at the same place or around all middlewares. */
const ofServer: Own = { run: null, isForAll: false }

const inServer = [
  'body',
  'compression',
  'cors',
  'errors',
  'favicon',
  'logger',
  'public',
  'query',
  'security',
  'session',
]

/** The middlewares of Strapi 4.26, each with its function here. */
const own: Readonly<Record<string, (options: Values) => Own>> = {
  ...Object.fromEntries(inServer.map((name) => [name, () => ofServer])),
  ip: (options) => ({ run: allowAddresses(options), isForAll: true }),
  poweredBy: ({ poweredBy }) =>
    // Without a value of its own, the header would name Strapi.
    typeof poweredBy === 'string' ? { run: setAfter('X-Powered-By', () => poweredBy), isForAll: true } : ofServer,
  responses: ({ handlers }) => ({ run: callHandlers(isRecord(handlers) ? handlers : {}), isForAll: true }),
  responseTime: () => ({ run: measureTime, isForAll: true }),
}

/** Returns a middleware of Strapi by its name; undefined for an unknown name. */
function ofStrapi(name: string, options: Values): Own | undefined {
  return Object.hasOwn(own, name) ? own[name]?.(options) : undefined
}

const setAfter =
  (header: string, value: () => string): RouteMiddleware =>
  async (context, next) => {
    await next()
    context.set(header, value())
  }

const measureTime: RouteMiddleware = async (context, next) => {
  const started = performance.now()
  await next()
  context.set('X-Response-Time', `${Math.ceil(performance.now() - started)}ms`)
}

/** Calls the function of a status after the response is made. */
const callHandlers =
  (handlers: Values): RouteMiddleware =>
  async (context, next) => {
    await next()
    const handler = handlers[String(context.status)]
    if (typeof handler === 'function') await (handler as RouteMiddleware)(context, next)
  }

/** Lets addresses pass that match a pattern of `whitelist`, if there is one, and none of `blacklist`. */
function allowAddresses({ whitelist, blacklist }: Values): RouteMiddleware {
  // Bounded input: the address of a client, and patterns of the project.
  const patterns = (list: unknown) => (Array.isArray(list) ? list.map((each) => new RegExp(String(each))) : null)
  const [allowed, denied] = [patterns(whitelist), patterns(blacklist)]
  return (context, next) => {
    const matches = (list: readonly RegExp[]) => list.some((pattern) => pattern.test(context.ip))
    const passes = (allowed === null || matches(allowed)) && !(denied !== null && matches(denied))
    if (!passes) throw new ApiError('ForbiddenError')
    return next()
  }
}
