import type { Api } from './rest/api.js'
import { createCollection } from './rest/collection.js'
import { createEntryRequests } from './rest/entry-requests.js'
import { createSingle } from './rest/single.js'
import { createTransport, type TokenSource } from './transport/transport.js'
import type { TransportOptions } from './transport/transport-options.js'
import type { CollectionIn, SingleIn } from './types/by-version.js'
import type { AnyContentTypes, ContentTypes, Names } from './types/model.js'
import type { LikelyName } from './types/nearest.js'
import type { Send } from './types/request.js'
import type { ClientShape, Shape } from './types/result.js'
import type { unknownName } from './types/unknown-name.js'

/** The options of a client: the server's address, the shape of entries, and the settings of all requests. */
export interface ClientOptions extends TransportOptions {
  /** `flat` (default): attributes beside the id. `envelope`: `{ id, attributes }`, as the server returns them. */
  readonly shape?: Shape
  /** The version of the API. Default: that of Strapi 4. For Strapi 5: `strapi5()`. */
  readonly api?: Api
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

/**
 * A client of one content service. `Types` are its content types, `S` is the shape of the entries that it
 * returns.
 */
export interface Client<Types extends ContentTypes, S extends ClientShape> {
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
  collection<Name extends Names<Types['collections']>>(plural: Name): CollectionIn<Types['collections'][Name], S>
  /** Only for the compiler's message about an unknown name, which suggests a known one. */
  collection<const Name extends string>(
    plural: LikelyName<Name, Names<Types['collections']>>,
  ): CollectionIn<Types['collections'][Name & Names<Types['collections']>], S>
  /**
   * Returns the methods for the entry of a single type, by its singular name.
   *
   * @example
   * ```ts
   * const homepage = await api.single('homepage').find()
   * ```
   */
  single<Name extends Names<Types['singles']>>(singular: Name): SingleIn<Types['singles'][Name], S>
  /** Only for the compiler's message about an unknown name, which suggests a known one. */
  single<const Name extends string>(
    singular: LikelyName<Name, Names<Types['singles']>>,
  ): SingleIn<Types['singles'][Name & Names<Types['singles']>], S>
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
  options: ClientOptions & { readonly api: Api & { readonly version?: 'strapi5' }; readonly shape?: never },
): Client<Types, 'strapi5'>
export function createClient<Types extends ContentTypes = AnyContentTypes>(
  options: ClientOptions & { readonly shape: 'envelope' },
): Client<Types, 'envelope'>
export function createClient<Types extends ContentTypes = AnyContentTypes>(
  options: ClientOptions & { readonly shape?: 'flat' },
): Client<Types, 'flat'>
// For a shape in a variable. The compiler's errors are about the options of this overload.
export function createClient<Types extends ContentTypes = AnyContentTypes>(options: ClientOptions): Client<Types, Shape>
export function createClient(options: ClientOptions): object {
  const { token, shape, api } = options
  const transport = createTransport(options, async (path) => context.token(path))
  const context: ClientContext = {
    options,
    token: typeof token === 'function' ? token : () => token,
    send: api?.readErrors(transport) ?? transport,
  }
  // Extensions replace `context.send` later.
  const send: Send = async (request) => context.send(request)
  // The types of the methods depend on the version and on the content type.
  return {
    send,
    collection: (plural: string) =>
      api?.collection(send, plural) ?? createCollection(plural, createEntryRequests(send, plural, shape)),
    single: (singular: string) =>
      api?.single(send, singular) ?? createSingle(singular, createEntryRequests(send, singular, shape)),
    with<Added extends object>(extension: Extension<Added>) {
      return Object.assign(this, extension(context))
    },
  }
}
