import type { ForwardKind, ForwardReason } from './forward-reason.js'

/**
 * Thrown while a read is planned or served, for what this server leaves to Strapi: the request goes to it. It
 * is no `ApiError`, which is a response of this server.
 */
export class LeftToStrapi extends Error {
  override readonly name = 'LeftToStrapi'

  /** @param what why, as a sentence */
  constructor(
    readonly kind: ForwardKind,
    what: string,
    readonly place: Pick<ForwardReason, 'file' | 'line'> = {},
  ) {
    super(what)
  }

  /** Returns the error for a reason that is known before the request. */
  static because({ kind, message, ...place }: ForwardReason): LeftToStrapi {
    return new LeftToStrapi(kind, message, place)
  }

  get reason(): ForwardReason {
    return { kind: this.kind, message: this.message, ...this.place }
  }
}

/**
 * Returns the error for a part of a query that only Strapi may read: it rejects it, or reads it in a way that
 * this server doesn't know or doesn't imitate. `what` completes "The query …".
 */
export const leftToStrapi = (what: string): LeftToStrapi => new LeftToStrapi('construct', `The query ${what}`)
