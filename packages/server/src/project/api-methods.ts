import { type Registry, isRecord } from '@content-api/model'
import { coreController, type CoreScope } from './core-controller.js'
import { coreService } from './core-service.js'
import type { EntityService } from './entity-service.js'
import { ExtensionError, unknownName } from './extension-error.js'
import type { ExtensionHost } from './project-types.js'
import { guarded } from './guarded.js'
import type { ApiFile } from './project-code.js'
import { CoreMethods } from './provided-modules.js'

type Methods = Readonly<Record<string, unknown>>

/** The functions of controllers or services, by their uids (`api::city.city`). */
export type ApiMethods = ReadonlyMap<string, Methods>

/**
 * A controller or service is an object of functions, or a function that gives one.
 * @throws ExtensionError for anything else
 */
export function readMethods(files: readonly ApiFile[], registry: Registry, strapi: ExtensionHost): ApiMethods {
  return new Map(
    files.map(({ api, name, file, code }) => {
      if (code instanceof CoreMethods && !registry.contentTypes.has(code.uid)) {
        throw unknownName(`${file}: the content type`, code.uid, registry.contentTypes.keys())
      }
      const given = code instanceof CoreMethods ? code.own : code
      const methods: unknown = typeof given === 'function' ? given({ strapi }) : given
      if (!isRecord(methods)) throw new ExtensionError(`${file} must export an object of functions.`)
      return [`api::${api}.${name}`, methods]
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
    services.set(uid, inherit(own.get(uid), core))
  }
  return services
}

/** The controllers of a project: those of content types have the generated actions and their helpers beside their own. */
export function withCoreControllers(own: ApiMethods, scope: CoreScope): ApiMethods {
  const controllers = new Map(own)
  for (const [uid, type] of scope.registry.contentTypes) {
    if (!uid.startsWith('api::')) continue
    controllers.set(uid, inherit(own.get(uid), guarded(`the controller ${uid}: this`, coreController(type, scope))))
  }
  return controllers
}

/** Makes what is generated the prototype of what the project has; instances of its own classes keep theirs. */
function inherit(own: Methods | undefined, core: object): Methods {
  if (own === undefined) return Object.create(core) as Methods
  let top: object = own
  for (let above = Object.getPrototypeOf(top) as object | null; above !== null && above !== Object.prototype; ) {
    top = above
    above = Object.getPrototypeOf(top) as object | null
  }
  Object.setPrototypeOf(top, core)
  return own
}
