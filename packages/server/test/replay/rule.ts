import type { Answer, Exchange } from './exchange.js'

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
  when(request: Exchange, theirs: Answer): boolean
  expected(request: Exchange, theirs: Answer): Answer
}
