import type { Parameters } from '../entity-service/service-parameters.js'
import { type Registry, isRecord, type ContentType } from '@content-api/model'
import { coreController, type CoreScope } from './core-controller.js'
import type { EntityService } from '../entity-service/entity-service.js'
import { ExtensionError, unknownName } from '@content-api/core/errors/extension-error'
import type { ExtensionHost } from '../project-types.js'
import { guarded } from '../host/guarded.js'
import type { ApiFile } from '../loading/project-code.js'
import { CoreMethods } from '../loading/provided-modules.js'

type Methods = Readonly<Record<string, unknown>>

/** The functions of controllers or services, by uid (`api::city.city`). */
export type ApiMethods = ReadonlyMap<string, Methods>

/**
 * Returns an object that has every function, in place of a file that can't be loaded. So its mistake doesn't
 * lead to others.
 */
export function anyMethods(): Methods {
  return new Proxy<Record<string, unknown>>(
    {},
    { has: () => true, get: (_target, name) => (typeof name === 'string' && name !== 'then' ? () => {} : undefined) },
  )
}

/**
 * Reads controllers or services. Each is an object of functions, or a function that returns such an object.
 * @throws ExtensionError for anything else
 */
export function readMethods(files: readonly ApiFile[], registry: Registry, strapi: ExtensionHost): ApiMethods {
  return new Map(files.map((each) => [uidOf(each), methodsOf(each, registry, strapi)]))
}

const uidOf = ({ api, name }: ApiFile) => `api::${api}.${name}`

function methodsOf({ file, code }: ApiFile, registry: Registry, strapi: ExtensionHost): Methods {
  if (code instanceof CoreMethods && !registry.contentTypes.has(code.uid)) {
    throw unknownName(`${file}: the content type`, code.uid, registry.contentTypes.keys())
  }
  const definition = code instanceof CoreMethods ? code.own : code
  const methods: unknown = typeof definition === 'function' ? definition({ strapi }) : definition
  if (!isRecord(methods)) throw new ExtensionError(`${file} must export an object of functions.`)
  return methods
}

/** The services of a project. Each is created when it is first used, because the code of a service may use others. */
export class Services {
  readonly #create = new Map<string, () => Methods>()
  readonly #created = new Map<string, Methods>()
  /** The files by uid. */
  readonly #files = new Map<string, string>()

  /**
   * Adds the services of files. Those of content types inherit the generated functions.
   * @param entityService returns the service that generated functions use
   */
  add(files: readonly ApiFile[], strapi: ExtensionHost, registry: Registry, entityService: () => EntityService): void {
    for (const each of files) {
      this.#files.set(uidOf(each), each.file)
      this.#create.set(uidOf(each), () => methodsOf(each, registry, strapi))
    }
    for (const [uid, type] of registry.contentTypes) {
      if (!uid.startsWith('api::')) continue
      const own = this.#create.get(uid)
      // The project's functions may call the generated functions through `super` or `this`.
      this.#create.set(uid, () =>
        inherit(own?.(), guarded(`strapi.service('${uid}')`, coreService(type, entityService))),
      )
    }
  }

  get(uid: string): Methods | undefined {
    const known = this.#created.get(uid)
    if (known) return known
    const methods = this.#create.get(uid)?.()
    if (methods) this.#created.set(uid, methods)
    return methods
  }

  keys(): MapIterator<string> {
    return this.#create.keys()
  }

  fileOf(uid: string): string | undefined {
    return this.#files.get(uid)
  }

  /** Returns whether the project has a function of its own with this name. */
  replaces(uid: string, name: string): boolean {
    return this.#files.has(uid) && Object.hasOwn(this.get(uid) ?? {}, name)
  }
}

/** Returns the controllers of a project. Controllers of content types inherit the generated actions and helpers. */
export function withCoreControllers(own: ApiMethods, scope: CoreScope): ApiMethods {
  const controllers = new Map(own)
  for (const [uid, type] of scope.registry.contentTypes) {
    if (!uid.startsWith('api::')) continue
    controllers.set(uid, inherit(own.get(uid), guarded(`the controller ${uid}: this`, coreController(type, scope))))
  }
  return controllers
}

/**
 * Makes `core` the prototype of the project's object. For an instance of a class, it becomes the end of the
 * prototype chain.
 */
export function inherit(own: Methods | undefined, core: object): Methods {
  if (own === undefined) return Object.create(core) as Methods
  let top: object = own
  for (let above = Object.getPrototypeOf(top) as object | null; above !== null && above !== Object.prototype; ) {
    top = above
    above = Object.getPrototypeOf(top) as object | null
  }
  Object.setPrototypeOf(top, core)
  return own
}

/**
 * Returns the generated functions of a service, like `createCoreService` of Strapi 4. They return entries
 * without envelopes, and only published entries unless `publicationState` is set. They publish entries that
 * they create.
 */
export function coreService({ uid, kind, draftAndPublish }: ContentType, entityService: () => EntityService): object {
  const live = (parameters: Parameters = {}): Parameters => ({ publicationState: 'live', ...parameters })
  const published = (data: unknown) =>
    draftAndPublish && isRecord(data) && !('publishedAt' in data)
      ? { ...data, publishedAt: new Date().toISOString() }
      : data
  if (kind === 'singleType') {
    const entry = async (parameters: Parameters = {}) => {
      const { results } = await entityService().findPage(uid, { ...live(parameters), limit: 1 })
      return results[0] ?? null
    }
    return {
      find: entry,
      async createOrUpdate({ data, ...parameters }: { readonly data: Parameters }) {
        const known = await entry({ publicationState: 'preview' })
        if (known) return entityService().update(uid, known.id, { ...parameters, data })
        return entityService().create(uid, { ...parameters, data: published(data) as Parameters })
      },
      async delete(parameters: Parameters = {}) {
        const known = await entry({ publicationState: 'preview' })
        return known && entityService().delete(uid, known.id, parameters)
      },
    }
  }
  return {
    find: ({ pagination = {}, ...parameters }: Parameters = {}) =>
      entityService().findPage(uid, { ...live(parameters), ...(pagination as object) }),
    findOne: (id: number | string, parameters?: Parameters) => entityService().findOne(uid, id, live(parameters)),
    create: ({ data, ...parameters }: { readonly data: Parameters }) =>
      entityService().create(uid, { ...parameters, data: published(data) as Parameters }),
    update: (id: number | string, parameters: { readonly data: Parameters }) =>
      entityService().update(uid, id, parameters),
    delete: (id: number | string, parameters?: Parameters) => entityService().delete(uid, id, parameters),
  }
}
