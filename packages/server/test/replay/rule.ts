import type { ContentType } from '@content-api/model'
import type { Answer, ReplayRequest } from './exchange.js'
import type { GraphqlRequest } from './graphql-request.js'
import type { Target } from './request-target.js'
import type { World } from './world.js'

/** What a rule looks at besides the recorded answer. */
export interface Case {
  /** With everything captured filled in. */
  readonly request: ReplayRequest
  /** null for requests that are not about a content type of the project. */
  readonly target: Target | null
  /** null for other requests than single operations of GraphQL. */
  readonly graphql: GraphqlRequest | null
  /** The content before the request is sent. */
  readonly world: World
  /** Whether the caller may do something with a type, as the seed grants it. */
  readonly may: (action: string, uid: string) => boolean
  /** The answer of our own server to another read by the same caller: for what follows from simpler requests. */
  readonly ask: (path: string) => Promise<Answer>
  /** The id that the next entry of a type gets. */
  readonly nextId: (type: ContentType) => number
  /** What was sent before. */
  readonly earlier: readonly ReplayRequest[]
}

/**
 * A decision to answer otherwise than Strapi did. It turns the recorded answer into the one we owe; it speaks of requests
 * in general, never of single exchanges. Rules compose in the order of the table.
 */
export interface Rule {
  /** The name of its file in `decisions/`, without `.md`. */
  readonly name: string
  /** For `docs/differences.md`: what Strapi does, what we do, why. */
  readonly strapi: string
  readonly ours: string
  readonly why: string
  readonly when: (of: Case, theirs: Answer) => boolean | Promise<boolean>
  readonly expected: (of: Case, theirs: Answer) => Answer | Promise<Answer>
  /**
   * For bodies that Strapi accepted and we refuse: the `data` that comes to the same here, so that later exchanges find what
   * they build on. null where Strapi refused it as well, or there is no such thing.
   */
  readonly instead?: (of: Case) => unknown
}
