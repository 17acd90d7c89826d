import { createCollection } from './rest/collection.js'
import { createSingle } from './rest/single.js'
import { createTransport, type TokenSource } from './transport/transport.js'
import type { TransportOptions } from './transport/transport-options.js'
import type { Collection, Single } from './types/collection.js'
import type { AnyContentTypes, ContentTypes, Names } from './types/model.js'
import type { LikelyName } from './types/nearest.js'
import type { Send } from './types/request.js'
import type { Shape } from './types/result.js'
import type { unknownName } from './types/unknown-name.js'

/** The options of a client: the server's address, the shape of entries, and the settings of all requests. */
export interface ClientOptions extends TransportOptions {
  /** `flat` (default): attributes beside the id. `envelope`: `{ id, attributes }`, as the server returns them. */
  readonly shape?: Shape
}

/**
 * The parts of a client that an extension uses. It may replace `token` and `send`: the client then uses the
 * new ones.
 */
export interface ClientContext {
  readonly options: ClientOptions
  token: TokenSource
  send: Send
}

/** Adds methods to a client. A bundle contains only the extensions that it imports. */
export type Extension<Added extends object> = (context: ClientContext) => Added

/**
 * The type of a client with an error in its options. Calls of it have no errors of their own: the compiler
 * takes the return type of the first overload if none fits, whatever the shape.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
type ClientOfMistake = any

declare const known: unique symbol

/** A client of one content service. `Types` are its content types, `S` is the shape of the entries it returns. */
export interface Client<Types extends ContentTypes, S extends Shape> {
  /** Never set. Functions that take a client infer `Types` and `S` from it, also from a client with extensions. */
  readonly [known]?: { readonly types: Types; readonly shape: S }
  /**
   * Returns the methods for the entries of a collection type, by its plural name.
   *
   * @example
   * ```ts
   * const { data } = await api.collection('articles').find({ fields: ['title'] })
   * ```
   */
  collection<Name extends Names<Types['collections']>>(plural: Name): Collection<Types['collections'][Name], S>
  /** Only for the compiler's message about an unknown name, which suggests a known one. */
  collection<const Name extends string>(
    plural: LikelyName<Name, Names<Types['collections']>>,
  ): Collection<Types['collections'][Name & Names<Types['collections']>], S>
  /**
   * Returns the methods for the entry of a single type, by its singular name.
   *
   * @example
   * ```ts
   * const homepage = await api.single('homepage').find()
   * ```
   */
  single<Name extends Names<Types['singles']>>(singular: Name): Single<Types['singles'][Name], S>
  /** Only for the compiler's message about an unknown name, which suggests a known one. */
  single<const Name extends string>(
    singular: LikelyName<Name, Names<Types['singles']>>,
  ): Single<Types['singles'][Name & Names<Types['singles']>], S>
  /**
   * Sends any other request, with the client's token, limits and errors.
   *
   * @example
   * ```ts
   * const health = await api.send({ method: 'GET', path: '/health' })
   * ```
   */
  readonly send: Send
  /**
   * Adds an extension to this client. Returns the same client.
   *
   * @example
   * ```ts
   * const withUsers = api.with(auth())
   * ```
   */
  with<Added extends object>(extension: Extension<Added>): this & Added
}

/**
 * Creates a client of one content service. Creating it sends no request.
 *
 * @throws TypeError for a `baseURL` that is not a valid address
 * @example
 * ```ts
 * const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org', token: 'an-api-token' })
 * ```
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters, no-unused-vars -- calls have a type argument
export function createClient<Types extends ContentTypes = AnyContentTypes>(
  options: ClientOptions & { readonly [unknownName]: never },
): ClientOfMistake
export function createClient<Types extends ContentTypes = AnyContentTypes>(
  options: ClientOptions & { readonly shape: 'envelope' },
): Client<Types, 'envelope'>
export function createClient<Types extends ContentTypes = AnyContentTypes>(
  options: ClientOptions & { readonly shape?: 'flat' },
): Client<Types, 'flat'>
// For a shape in a variable. The compiler's errors are about the options of this overload.
export function createClient<Types extends ContentTypes = AnyContentTypes>(options: ClientOptions): Client<Types, Shape>
export function createClient(options: ClientOptions): Client<AnyContentTypes, Shape> {
  const { token, shape } = options
  const context: ClientContext = {
    options,
    token: typeof token === 'function' ? token : () => token,
    send: createTransport(options, (path) => context.token(path)),
  }
  // Extensions replace `context.send` later.
  const send: Send = async (request) => context.send(request)
  const client: Client<AnyContentTypes, Shape> = {
    send,
    collection: (plural: string) => createCollection(send, plural, shape),
    single: (singular: string) => createSingle(send, singular, shape),
    with<Added extends object>(extension: Extension<Added>) {
      return Object.assign(this, extension(context))
    },
  }
  return client
}
