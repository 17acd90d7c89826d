import type { RequestOptions, Send } from '../types/request.js'

/**
 * A version of the API: how entries are addressed, sent and read. Without one, a client speaks the API of
 * Strapi 4.
 */
export interface Api {
  /** Never set. The compiler infers the version from it. */
  readonly version?: string
  /** Creates the methods for the entries of a collection type. */
  collection(send: Send, plural: string): object
  /** Creates the methods for the entry of a single type. */
  single(send: Send, singular: string): object
  /** Returns a `send` that reads the errors of this version. */
  readErrors(send: Send): Send
  /** The options of the request that completes a sign-in with a provider. */
  readonly signIn: RequestOptions
}
