import { ApiError } from '../errors/api-error.js'
import { ExtensionError } from './extension-error.js'
import { strapiUtils } from './strapi-utils.js'

/** A router of a content type as Strapi 4 generates its file, with the options that change the generated routes. */
export class CoreRouter {
  constructor(
    readonly uid: string,
    readonly options: Readonly<Record<string, unknown>>,
  ) {}
}

/** A controller or service of a content type, with what it has beside what is generated. */
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

/**
 * What code of a project takes from packages of this name, without loading them a second time: of those of Strapi 4 as much as
 * has a meaning here.
 */
export const providedModules = {
  '@content-api/server': { ApiError, ExtensionError },
  '@strapi/strapi': { factories, default: { factories } },
  '@strapi/utils': strapiUtils,
}
