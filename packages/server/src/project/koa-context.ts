import { ExtensionError } from './extension-error.js'
import type { ExtensionContext } from './project-types.js'
import { guarded } from './guarded.js'

/** A request as GraphQL has it. */
interface CarriedRequest {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly address: string
  header(name: string): string | undefined
}

/**
 * The request in the words of Koa, as policies and resolvers written for Strapi 4 look for it; it can't be answered by them, and
 * says so when they try.
 */
export function koaContext(request: CarriedRequest, state: () => ExtensionContext['state']): object {
  const { id, method, path, address: ip } = request
  const get = (name: string) => request.header(name.toLowerCase()) ?? ''
  const headers = headersOf(request)
  const common = { method, path, url: path, ip, headers, get }
  return unchangeable('koaContext', {
    ...common,
    id,
    address: ip,
    header: (name: string) => request.header(name),
    request: unchangeable('koaContext.request', { ...common, header: headers }),
    get state() {
      return state()
    },
  })
}

/** Code that isn't strict would go on as if what it sets had an effect. */
function unchangeable(place: string, parts: object): object {
  return new Proxy(guarded(place, parts), {
    set(_target, name) {
      throw new ExtensionError(
        `${place}.${String(name)} can't be set: throw an error of @strapi/utils, or keep values in context.state.`,
      )
    },
  })
}

/** They are looked up by name alone: what carried the request may have them in any form. */
export function headersOf(request: Pick<CarriedRequest, 'header'>): Readonly<Record<string, string | undefined>> {
  const of = (name: string | symbol) => (typeof name === 'string' ? request.header(name.toLowerCase()) : undefined)
  return new Proxy(
    {},
    {
      get: (_target, name) => of(name),
      has: (_target, name) => of(name) !== undefined,
      ownKeys() {
        throw new TypeError('Headers are looked up by their names here, they are not listed.')
      },
    },
  )
}
