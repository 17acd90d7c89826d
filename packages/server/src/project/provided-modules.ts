import { ApiError } from '../errors/api-error.js'
import { type ErrorName, catalog } from '../errors/catalog.js'
import { ExtensionError } from './extension-error.js'
import { isRecord } from '@content-api/model'

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

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** Options of a router with values that leave the generated routes as they are; `only` has none. */
const withoutEffect: Readonly<Record<string, (value: unknown) => boolean>> = {
  prefix: (value) => value === '',
  except: isEmptyList,
  config: (value) =>
    isRecord(value) &&
    Object.values(value).every((action) => isRecord(action) && Object.values(action).every(isEmptyList)),
}

const factories = {
  createCoreRouter(uid: string, options: Readonly<Record<string, unknown>> = {}): CoreRouter {
    const given = Object.keys(options).filter(
      (key) => options[key] !== undefined && !(Object.hasOwn(withoutEffect, key) && withoutEffect[key]?.(options[key])),
    )
    if (given.length === 0) return new CoreRouter(uid)
    throw new ExtensionError(
      `createCoreRouter('${uid}') has ${given.map((key) => `"${key}"`).join(', ')}, which generated routes don't take ` +
        'here: say who may use them in "permissions", use lifecycle hooks, or write a route of your own.',
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
