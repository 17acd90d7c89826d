import { type ErrorName, errorResponse } from '../responses.js'
import type { JsonResponse } from '../exchange.js'
import type { Case, Rule } from '../rule.js'

interface Refusal extends Pick<Rule, 'name' | 'strapi' | 'ours' | 'why' | 'instead' | 'insteadPath'> {
  /** Returns the expected error; null if the request is not rejected. */
  readonly refuses: (of: Case) => ExpectedError | null | Promise<ExpectedError | null>
}

export interface ExpectedError {
  readonly error: ErrorName
  /** The parameter in the message, as in `Invalid parameter x`. */
  readonly parameter?: string
  readonly paths?: readonly (readonly string[])[]
}

/** Responses that a rejection replaces: successes, status 500, and `ValidationError` without paths. */
function isOpenTo(theirs: JsonResponse): boolean {
  if (theirs.status < 300 || theirs.status === 500) return true
  const body = theirs.body as { error?: { name: string; details?: { errors?: unknown[] } } } | null | undefined
  const error = body?.error
  return error?.name === 'ValidationError' && (error.details?.errors ?? []).length === 0
}

/**
 * Creates a rule for requests that this server rejects, and that Strapi accepts or fails on. Rejections by
 * Strapi for reasons that come first (credentials, permissions, a missing entry) remain.
 */
export function refusal({ refuses, ...rest }: Refusal): Rule {
  return {
    ...rest,
    async when(of, theirs) {
      return isOpenTo(theirs) && (await refuses(of)) !== null
    },
    async expected(of, theirs) {
      const expected = await refuses(of)
      if (!expected) return theirs
      const message = expected.parameter === undefined ? '' : `Invalid parameter ${expected.parameter}`
      return errorResponse(expected.error, { message, ...(expected.paths && { paths: expected.paths }) })
    },
  }
}
