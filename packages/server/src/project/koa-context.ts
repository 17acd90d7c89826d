import { ExtensionError } from './extension-error.js'
import type { ExtensionContext } from './project-types.js'
import { guarded } from './guarded.js'

/** The HTTP request of a GraphQL operation. */
interface CarriedRequest {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly address: string
  header(name: string): string | undefined
}

/**
 * Returns the request with the names of Koa, for policies and resolvers of Strapi 4. It is read-only: code
 * that tries to respond through it gets an error.
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

/** Throws on writes. Otherwise code outside of strict mode would continue as if the write had an effect. */
function unchangeable(place: string, parts: object): object {
  return new Proxy(guarded(place, parts), {
    set(_target, name) {
      throw new ExtensionError(
        `${place}.${String(name)} can't be set. Instead, throw an error of @strapi/utils, or store values in context.state.`,
      )
    },
  })
}

/** Returns an object that finds headers by name. It can't list them, because a request only offers access by name. */
export function headersOf(request: Pick<CarriedRequest, 'header'>): Readonly<Record<string, string | undefined>> {
  const of = (name: string | symbol) => (typeof name === 'string' ? request.header(name.toLowerCase()) : undefined)
  return new Proxy(
    {},
    {
      get: (_target, name) => of(name),
      has: (_target, name) => of(name) !== undefined,
      ownKeys() {
        throw new TypeError('Headers can only be read by name here, not listed.')
      },
    },
  )
}
