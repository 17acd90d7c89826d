import type { ContentType } from '@content-api/model'
import type { SignedInUser } from '@content-api/core/entries/caller'
import type { Action } from '@content-api/core/query/plan-context'
import type { Grants } from './grants.js'

/** A signed-in user with its permissions. */
export interface KnownUser {
  readonly user: SignedInUser
  readonly grants: Grants
  /** The public id of the session that the token belongs to; null or absent if it belongs to none. */
  readonly signInSession?: string | null
}

/** Reads callers and their permissions from the tables of this server or of Strapi. */
export interface AccountReader {
  /**
   * Returns the token of an `Authorization` header; null for a request without credentials.
   * @throws ApiError UnauthorizedError for a header that isn't accepted
   */
  tokenOf(authorization: string | undefined): string | null
  /** Returns the permissions of requests without credentials. @throws ApiError if they have none */
  ofPublic(): Promise<Grants>
  /** @throws ApiError UnauthorizedError for an invalid JWT, and for a user that may not sign in */
  ofJwt(token: string): Promise<KnownUser>
  /** @throws ApiError UnauthorizedError if the token is unknown or expired */
  ofApiToken(token: string): Promise<Grants>
  /** Returns the name by which an action on a content type is granted; null if no caller may do it. */
  nameOf(action: Action, type: ContentType): string | null
}
