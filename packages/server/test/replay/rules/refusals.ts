import { type OwedError, errorAnswer } from '../answers.js'
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

/**
 * A rule about what is a client's mistake with us and was none, or an error of the server, with Strapi. What Strapi refused
 * for reasons that come first (credentials, rights, a missing entry) stays as it was.
 */
export function refusal({ refuses, ...rest }: Refusal): Rule {
  return {
    ...rest,
    async when(of, theirs) {
      return (theirs.status < 300 || theirs.status === 500) && (await refuses(of)) !== null
    },
    async expected(of, theirs) {
      const owed = await refuses(of)
      if (!owed) return theirs
      const message = owed.parameter === undefined ? '' : `Invalid parameter ${owed.parameter}`
      return errorAnswer(owed.error, { message, ...(owed.paths && { paths: owed.paths }) })
    },
  }
}
