import { isRecord } from '@content-api/model'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { ExtensionError } from '../../../errors/extension-error.js'
import type { Attempt } from '../../../errors/attempt.js'
import { findFile } from '../loading/project-code.js'
import type { ExtensionHost, RouteMiddleware } from '../project-types.js'
import { type FindRegistered, bindMiddleware } from './registered.js'
import { type GlobalMiddleware, ofStrapi } from './strapi-middlewares.js'

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
  readonly config: Readonly<Record<string, unknown>>
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
  config: Readonly<Record<string, unknown>>,
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
