import { type Registry, isRecord } from '@content-api/model'
import type { Generation } from '../generations/generation.js'
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
   * @param generation makes the generated functions
   */
  add(
    files: readonly ApiFile[],
    strapi: ExtensionHost,
    registry: Registry,
    generation: Pick<Generation, 'coreService'>,
  ): void {
    for (const each of files) {
      this.#files.set(uidOf(each), each.file)
      this.#create.set(uidOf(each), () => methodsOf(each, registry, strapi))
    }
    for (const [uid, type] of registry.contentTypes) {
      if (!uid.startsWith('api::')) continue
      const own = this.#create.get(uid)
      // The project's functions may call the generated functions through `super` or `this`.
      this.#create.set(uid, () => inherit(own?.(), guarded(`strapi.service('${uid}')`, generation.coreService(type))))
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
export function withCoreControllers(
  own: ApiMethods,
  registry: Registry,
  generation: Pick<Generation, 'coreController'>,
): ApiMethods {
  const controllers = new Map(own)
  for (const [uid, type] of registry.contentTypes) {
    if (!uid.startsWith('api::')) continue
    controllers.set(uid, inherit(own.get(uid), guarded(`the controller ${uid}: this`, generation.coreController(type))))
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
