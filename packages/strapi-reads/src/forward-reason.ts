/** What a request is forwarded for. Metrics count forwarded requests by it. */
export type ForwardKind =
  /** Not a read that this server can serve. */
  | 'route'
  /** Code of the project could change the response. */
  | 'code'
  /** A plugin could change the response. */
  | 'plugin'
  /** The response here would be an error, which Strapi words itself. */
  | 'status'
  /** The query has a part that Strapi reads in another way. */
  | 'construct'
  /** The responses to this kind of query have differed, or haven't been compared often enough. */
  | 'evidence'
  /** The tables of Strapi are changing, or differ from the schemas. */
  | 'schema'
  /** Strapi has to check or to record the use of the token. */
  | 'token'
  /** The configuration says so. */
  | 'setting'
  /** This server has more reads than it can do in time. */
  | 'load'

/** Why a request goes to Strapi. */
export interface ForwardReason {
  readonly kind: ForwardKind
  readonly message: string
  /** The file of the project that is the reason, relative to the project. */
  readonly file?: string
  /** The line in `file`, from 1. */
  readonly line?: number
}
