import { createCollection, createSingle } from './rest/collection.js'
import { createTransport, type TokenSource } from './transport/transport.js'
import type { TransportOptions } from './transport/transport-options.js'
import type { Collection, Single } from './types/collection.js'
import type { AnyContentTypes, ContentTypes, Names } from './types/model.js'
import type { LikelyName } from './types/nearest.js'
import type { Send } from './types/request.js'
import type { Shape } from './types/result.js'

export interface ClientOptions extends TransportOptions {
  /** `flat` (default): attributes beside the id. `envelope`: `{ id, attributes }`, as the server answers. */
  readonly shape?: Shape
}

/** What an extension of a client gets to work with, and may replace: what it sets holds for all requests from then on. */
export interface ClientContext {
  readonly options: ClientOptions
  token: TokenSource
  send: Send
}

/** Something that a client can do beyond reading and writing entries. Only those that are imported are bundled. */
export type Extension<Added extends object> = (context: ClientContext) => Added

declare const known: unique symbol

export interface Client<Types extends ContentTypes, S extends Shape> {
  /** Never there. By it a function that takes a client finds `Types` and `S` even of one with extensions. */
  readonly [known]?: { readonly types: Types; readonly shape: S }
  /** The entries of a content type, by its plural name. */
  collection<Name extends Names<Types['collections']>>(plural: Name): Collection<Types['collections'][Name], S>
  /** The same, for errors: that about an unknown name shows the likely one. */
  collection<const Name extends string>(
    plural: LikelyName<Name, Names<Types['collections']>>,
  ): Collection<Types['collections'][Name & Names<Types['collections']>], S>
  /** The entry of a single type, by its singular name. */
  single<Name extends Names<Types['singles']>>(singular: Name): Single<Types['singles'][Name], S>
  /** The same, for errors: that about an unknown name shows the likely one. */
  single<const Name extends string>(
    singular: LikelyName<Name, Names<Types['singles']>>,
  ): Single<Types['singles'][Name & Names<Types['singles']>], S>
  /** Any other request to the server, with the client's token, limits and errors. */
  readonly send: Send
  /** This client with an extension: `createClient(…).with(auth())`. */
  with<Added extends object>(extension: Extension<Added>): this & Added
}

/** A client of one content service. Creating it sends nothing. */
export function createClient<Types extends ContentTypes = AnyContentTypes>(
  options: ClientOptions & { readonly shape: 'envelope' },
): Client<Types, 'envelope'>
export function createClient<Types extends ContentTypes = AnyContentTypes>(
  options: ClientOptions & { readonly shape?: 'flat' },
): Client<Types, 'flat'>
export function createClient(options: ClientOptions): unknown {
  const { token, shape } = options
  const context: ClientContext = {
    options,
    // Text has no `call`.
    token: (token as TokenSource | undefined)?.call ? (token as TokenSource) : () => token as string | undefined,
    send: createTransport(options, (path) => context.token(path)),
  }
  const send: Send = (request) => context.send(request)
  const client: Client<AnyContentTypes, Shape> = {
    send,
    collection: (plural: string) => createCollection(send, plural, shape),
    single: (singular: string) => createSingle(send, singular, shape),
    with: (extension) => Object.assign(client, extension(context)) as never,
  }
  return client
}
