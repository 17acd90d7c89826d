import { type OwedError, errorAnswer } from '../answers.js'
import type { Answer } from '../exchange.js'
import type { Case, Rule } from '../rule.js'

interface Refusal extends Pick<Rule, 'name' | 'strapi' | 'ours' | 'why' | 'instead'> {
  /** The error owed for the request; null when it isn't refused. */
  readonly refuses: (of: Case) => OwedAnswer | null | Promise<OwedAnswer | null>
}

export interface OwedAnswer {
  readonly error: OwedError
  /** The parameter that the message has to name, as in `Invalid parameter x`. */
  readonly parameter?: string
  readonly paths?: readonly (readonly string[])[]
}

/** Answers that a refusal takes the place of: what was done, what failed, and errors that say nothing of a place. */
function isOpenTo(theirs: Answer): boolean {
  if (theirs.status < 300 || theirs.status === 500) return true
  const body = theirs.body as { error?: { name: string; details?: { errors?: unknown[] } } } | null | undefined
  const error = body?.error
  return error?.name === 'ValidationError' && (error.details?.errors ?? []).length === 0
}

/**
 * A rule about what is a client's mistake with us and was none, or an error of the server, with Strapi. What Strapi refused
 * for reasons that come first (credentials, rights, a missing entry) stays as it was.
 */
export function refusal({ refuses, ...rest }: Refusal): Rule {
  return {
    ...rest,
    async when(of, theirs) {
      return isOpenTo(theirs) && (await refuses(of)) !== null
    },
    async expected(of, theirs) {
      const owed = await refuses(of)
      if (!owed) return theirs
      const message = owed.parameter === undefined ? '' : `Invalid parameter ${owed.parameter}`
      return errorAnswer(owed.error, { message, ...(owed.paths && { paths: owed.paths }) })
    },
  }
}
