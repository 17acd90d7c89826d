import { type Registry, isRecord } from '@content-api/model'
import { coreService } from './core-service.js'
import type { EntityService } from './entity-service.js'
import { ExtensionError } from './extension-error.js'
import type { ExtensionHost } from './project-types.js'
import { guarded } from './guarded.js'
import type { ApiFile } from './project-code.js'
import { CoreMethods } from './provided-modules.js'

/** The functions of controllers or services, by their uids (`api::city.city`). */
export type ApiMethods = ReadonlyMap<string, Readonly<Record<string, unknown>>>

const generated = ['find', 'findOne', 'create', 'update', 'delete']

/**
 * A controller or service is an object of functions, or a function that gives one.
 * @throws ExtensionError for anything else, and for one that stands in place of what is generated for a content type
 */
export function readMethods(files: readonly ApiFile[], registry: Registry, strapi: ExtensionHost): ApiMethods {
  return new Map(
    files.map(({ api, name, file, code }) => {
      const uid = `api::${api}.${name}`
      const given = code instanceof CoreMethods ? code.own : code
      const methods: unknown = typeof given === 'function' ? given({ strapi }) : given
      if (!isRecord(methods)) throw new ExtensionError(`${file} must export an object of functions.`)
      const replaced = registry.contentTypes.has(uid) && generated.find((action) => Object.hasOwn(methods, action))
      if (typeof replaced === 'string') {
        throw new ExtensionError(
          `${file} has a "${replaced}" of its own, which is generated here and can't be replaced: use lifecycle hooks, ` +
            'or another name.',
        )
      }
      return [uid, methods]
    }),
  )
}

/** The services of a project: those of content types have the generated functions beside their own. */
export function withCoreServices(own: ApiMethods, registry: Registry, entityService: () => EntityService): ApiMethods {
  const services = new Map(own)
  for (const [uid, type] of registry.contentTypes) {
    if (!uid.startsWith('api::')) continue
    const core = guarded(`strapi.service('${uid}')`, coreService(type, entityService))
    // What it has of its own may call the generated ones, as `super` or `this`.
    services.set(uid, Object.setPrototypeOf(own.get(uid) ?? {}, core) as Readonly<Record<string, unknown>>)
  }
  return services
}
