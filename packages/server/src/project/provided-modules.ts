import { ApiError } from '../errors/api-error.js'
import { type ErrorName, catalog } from '../errors/catalog.js'
import { ExtensionError } from './extension-error.js'

/** A router of a content type as Strapi 4 generates its file; the routes are there anyway. */
export class CoreRouter {
  constructor(readonly uid: string) {}
}

/** A controller or service of a content type, with what it has beside what is generated. */
export class CoreMethods {
  constructor(
    readonly uid: string,
    readonly own: unknown,
  ) {}
}

const factories = {
  createCoreRouter(uid: string, options: Readonly<Record<string, unknown>> = {}): CoreRouter {
    const [key] = Object.keys(options)
    if (key === undefined) return new CoreRouter(uid)
    throw new ExtensionError(
      `createCoreRouter('${uid}') has "${key}", which generated routes don't take here: say who may use them in ` +
        '"permissions", use lifecycle hooks, or write a route of your own.',
    )
  },
  createCoreController: (uid: string, own: unknown = {}): CoreMethods => new CoreMethods(uid, own),
  createCoreService: (uid: string, own: unknown = {}): CoreMethods => new CoreMethods(uid, own),
}

const errorClass = (name: ErrorName) =>
  class extends ApiError {
    constructor(message?: string, details: Record<string, unknown> = {}) {
      super(name, message, { details })
    }
  }

const errors = Object.fromEntries(Object.keys(catalog).map((name) => [name, errorClass(name as ErrorName)]))

/**
 * What code of a project takes from packages of this name, without loading them a second time: of those of Strapi 4 as much as
 * has a meaning here.
 */
export const providedModules = {
  '@content-api/server': { ApiError, ExtensionError },
  '@strapi/strapi': { factories, default: { factories } },
  '@strapi/utils': { errors, default: { errors } },
}
