import type { ContentType } from '@content-api/model'
import type { JsonResponse, ReplayRequest } from './exchange.js'
import type { GraphqlRequest } from './graphql-request.js'
import type { Target } from './request-target.js'
import type { World } from './world.js'

/** What a rule sees besides the recorded response. */
export interface Case {
  /** With captured values filled in. */
  readonly request: ReplayRequest
  /** null for requests to other paths than those of content types. */
  readonly target: Target | null
  /** null for requests other than single GraphQL operations. */
  readonly graphql: GraphqlRequest | null
  /** The content before the request is sent. */
  readonly world: World
  /** Whether the caller may do something with a type, as the seed grants it. */
  readonly may: (action: string, uid: string) => boolean
  /** This server's response to another read by the same caller, for rules that derive from simpler requests. */
  readonly ask: (path: string) => Promise<JsonResponse>
  /** The id that the next entry of a type gets. */
  readonly nextId: (type: ContentType) => number
  /** The requests sent before. */
  readonly earlier: readonly ReplayRequest[]
}

/**
 * A deliberate difference from Strapi. It turns the recorded response into the expected one. Rules match
 * requests in general, never single exchanges, and compose in the order of the table.
 */
export interface Rule {
  /** The anchor of the rule in `docs/differences.md`; `topics.ts` has its title. */
  readonly name: string
  /** Completes "Strapi …" in `docs/differences.md`. */
  readonly strapi: string
  /** Completes "Here the server …". */
  readonly ours: string
  /** Completes "Because …". */
  readonly why: string
  readonly when: (of: Case, theirs: JsonResponse) => boolean | Promise<boolean>
  readonly expected: (of: Case, theirs: JsonResponse) => JsonResponse | Promise<JsonResponse>
  /**
   * For bodies that Strapi accepts and this server rejects: equivalent `data` that the server accepts, so
   * that later exchanges find the entries they depend on. null if Strapi rejects the body too, or if there is
   * no equivalent.
   */
  readonly instead?: (of: Case) => unknown
  /** The path of this equivalent request; null for the path of the request. */
  readonly insteadPath?: (of: Case) => string | null | Promise<string | null>
}
