import { ExtensionError, MissingPart } from './extension-error.js'

/** The registry of a project's own parts, as in Strapi 4. The parts of Strapi are not in it. */
export interface HostContainer {
  /** @throws ExtensionError for a name that is registered already */
  register(name: string, resolver: unknown): HostContainer
  /**
   * Returns the part. A function is called once, and its result is the part.
   * @throws MissingPart for an unknown name
   */
  get(name: string, options?: unknown): unknown
  extend(): HostContainer
}

/** @param strapi returns the object that resolvers get */
export function hostContainer(strapi: () => object): HostContainer {
  const registered = new Map<string, unknown>()
  const resolved = new Map<string, unknown>()
  const container: HostContainer = {
    register(name, resolver) {
      if (registered.has(name)) throw new ExtensionError(`strapi.container has "${name}" already. Choose another name.`)
      registered.set(name, resolver)
      return container
    },
    get(name, options) {
      if (!registered.has(name)) {
        const names = [...registered.keys()].join(', ')
        const known = names === '' ? 'Nothing is registered.' : `Registered are: ${names}.`
        throw new MissingPart(`strapi.container.get('${name}') does not exist here. ${known}`)
      }
      if (!resolved.has(name)) {
        const resolver = registered.get(name)
        const isFunction = typeof resolver === 'function'
        resolved.set(name, isFunction ? (resolver({ strapi: strapi() }, options) as unknown) : resolver)
      }
      return resolved.get(name)
    },
    extend: () => container,
  }
  return container
}
