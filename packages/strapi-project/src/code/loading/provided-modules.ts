import { existsSync, realpathSync } from 'node:fs'
import Module from 'node:module'
import { sep } from 'node:path'
import { packageExports } from '@content-api/project-files/project-modules'
import { CoreRouter } from '../routes/core-router.js'
import { currentHost } from '../host/current-host.js'
import { ExtensionError } from '@content-api/core/errors/extension-error'
import type { ExtensionHost } from '../project-types.js'
import { strapiUtils } from '../strapi-utils/strapi-utils.js'

/**
 * The result of `createCoreController` or `createCoreService`: the project's functions for a content type.
 */
export class CoreMethods {
  constructor(
    readonly uid: string,
    readonly own: unknown,
  ) {}
}

const factories = {
  createCoreRouter: (uid: string, options: Readonly<Record<string, unknown>> = {}): CoreRouter =>
    new CoreRouter(uid, options),
  createCoreController: (uid: string, own: unknown = {}): CoreMethods => new CoreMethods(uid, own),
  createCoreService: (uid: string, own: unknown = {}): CoreMethods => new CoreMethods(uid, own),
}

/** Returns a service of users-permissions. */
function accountService(name: string): unknown {
  const host = currentHost() as ExtensionHost | undefined
  return host?.plugin('users-permissions').service(name)
}

/**
 * The modules that project code gets for imports of these names: the supported parts of Strapi's packages,
 * and this package, which is not loaded a second time.
 */
export const providedModules: Readonly<Record<string, unknown>> = {
  '@content-api/server': { ...packageExports, ExtensionError },
  '@strapi/strapi': { factories, default: { factories } },
  '@strapi/utils': strapiUtils,
  '@strapi/plugin-users-permissions/server/utils': { getService: accountService },
  // The paths of files in other versions.
  '@strapi/utils/lib': strapiUtils,
  '@strapi/utils/lib/index': strapiUtils,
  '@strapi/utils/dist': strapiUtils,
  ...Object.fromEntries(
    [
      ['errors', 'errors'],
      ['content-types', 'contentTypes'],
      ['pagination', 'pagination'],
      ['parse-multipart', 'parseMultipartData'],
      ['policy', 'policy'],
      ['relations', 'relations'],
      ['sanitize', 'sanitize'],
      ['set-creator-fields', 'setCreatorFields'],
      ['traverse-entity', 'traverseEntity'],
    ].map(([file = '', name = '']) => [`@strapi/utils/lib/${file}`, strapiUtils[name]]),
  ),
}

/** The folders whose files get the provided modules: projects and their plugins. */
const folders = new Set<string>()

/**
 * Makes `require` return the provided modules in the CommonJS files of a project or plugin, which Node loads
 * itself. The installed packages of Strapi need an application of Strapi.
 */
export function provideTo(folder: string): void {
  if (folders.size === 0) replaceLoad()
  for (const place of [folder, ...(existsSync(folder) ? [realpathSync(folder)] : [])]) folders.add(`${place}${sep}`)
}

function replaceLoad(): void {
  // The function that every `require` calls. Node 20 has no public hook for it.
  const modules = Module as unknown as { _load: (name: string, parent?: { filename?: string | null }) => unknown }
  const load = modules._load
  modules._load = function (this: unknown, name, parent, ...more: []) {
    const isProvided = Object.hasOwn(providedModules, name) && isInFolders(parent?.filename)
    return isProvided ? providedModules[name] : load.call(this, name, parent, ...more)
  }
}

function isInFolders(file: string | null | undefined): boolean {
  if (typeof file !== 'string') return false
  return [...folders].some(
    (folder) => file.startsWith(folder) && !file.includes(`${sep}node_modules${sep}`, folder.length - 1),
  )
}
