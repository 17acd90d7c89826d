import { SdkError } from '../errors/sdk-error.js'

/** Why a request is not a valid webhook. */
export type WebhookProblem = 'missing-headers' | 'old-timestamp' | 'wrong-signature' | 'invalid-body'

/**
 * Thrown for a request that the service hasn't signed with the secret, or that is too old. Respond with
 * status 400 or 401.
 *
 * @example
 * ```ts
 * const statusOf = (error: unknown) => (WebhookError.is(error) ? 401 : 500)
 * ```
 */
export class WebhookError extends SdkError {
  override get name(): 'WebhookError' {
    return 'WebhookError'
  }

  declare readonly problem: WebhookProblem

  constructor(problem: WebhookProblem, message: string) {
    super(message)
    Object.assign(this, { problem })
  }
}
