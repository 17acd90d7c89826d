import type { ForwardReason } from '../forward-reason.js'

/** A route with the reason for which its requests go to Strapi. */
export interface ExplainedRoute {
  readonly method: string
  readonly path: string
  readonly action: string
  /** null: this server serves it. */
  readonly reason: ForwardReason | null
}

/** Which reads the code and the configuration of a project leave to Strapi. */
export interface Verdicts {
  /** Why all requests go to Strapi; null if some may be served. */
  readonly everything: ForwardReason | null
  /** All such reasons. */
  readonly everyReason: readonly ForwardReason[]
  /** The reasons that `beside.trust` removes. */
  readonly trusted: readonly ForwardReason[]
  /** The names in `beside.trust` that remove no reason. */
  readonly unusedTrust: readonly string[]
  /**
   * Returns why the reads of an action go to Strapi: `api::article.article.find`,
   * `plugin::users-permissions.user.me`, `plugin::upload.content-api.find`.
   */
  ofAction(action: string): ForwardReason | null
  /** Returns why reads go to Strapi that touch a content type or component at any level. */
  ofType(uid: string): ForwardReason | null
  /** Returns why an action that writes runs code of the project, such as `api::article.article.create`. */
  ofWrites(action: string): ForwardReason | null
  /** The content types and components for which `ofType` returns a reason. */
  readonly types: readonly (readonly [uid: string, reason: ForwardReason])[]
  /** Why all GraphQL requests go to Strapi. */
  readonly graphql: ForwardReason | null
  /** Why reads go to Strapi that contain files. */
  readonly files: ForwardReason | null
  /** Returns why requests to a path go to Strapi, such as that of a route of the project. */
  ofPath(method: string, path: string): ForwardReason | null
  /** Returns whether a route calls the action. Strapi ignores permissions of other actions. */
  isAction(action: string): boolean
  /** Returns the generated routes of reads. */
  list(): readonly ExplainedRoute[]
}
