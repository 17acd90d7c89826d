import { ApiError, NetworkError, TimeoutError } from '@content-api/sdk'
import type { CombinedError } from 'urql'

export interface ProblemText {
  readonly title: string
  readonly text: string
  /** Whether signing in would help. */
  readonly signIn?: boolean
}

const unreachable: ProblemText = {
  title: 'The atlas can’t be reached',
  text: 'The service doesn’t respond. It may be starting, or you may be offline.',
}
const forbidden: ProblemText = {
  title: 'You need to sign in for this',
  text: 'Everybody can read the atlas. You need an account to change it.',
  signIn: true,
}
const expired: ProblemText = { title: 'You have been signed out', text: 'Sign in again to go on.', signIn: true }

/** Describes an error of the SDK or of urql. */
export function describeProblem(error: unknown): ProblemText {
  if (NetworkError.is(error) || TimeoutError.is(error)) return unreachable
  if (ApiError.is(error)) return describeResponse(error.status, error.serverMessage || error.message, error.requestId)
  if (isCombinedError(error)) return describeCombined(error)
  return { title: 'Something went wrong', text: error instanceof Error ? error.message : String(error) }
}

function describeResponse(status: number, message: string, requestId?: string | null): ProblemText {
  if (status === 401) return expired
  if (status === 403) return forbidden
  if (status === 429) return { title: 'Too many attempts', text: 'Wait a minute, then try again.' }
  if (status >= 500) return { title: 'The service failed', text: `${message}${requestId ? ` (${requestId})` : ''}` }
  return { title: 'The service rejected the request', text: message }
}

const isCombinedError = (error: unknown): error is CombinedError =>
  error instanceof Error && error.name === 'CombinedError'

function describeCombined({ networkError, graphQLErrors, response }: CombinedError): ProblemText {
  const { status } = (response ?? {}) as { status?: number }
  if (networkError && status === undefined) return describeProblem(networkError)
  const [first] = graphQLErrors
  return describeResponse(status !== undefined && status !== 200 ? status : statusOf(first), first?.message ?? '')
}

/** GraphQL responds with status 200, and its error contains the actual status (specification §7). */
function statusOf(error: CombinedError['graphQLErrors'][number] | undefined): number {
  const told = (error?.extensions?.['error'] as { status?: number } | undefined)?.status
  if (told !== undefined) return told
  return error?.extensions?.['code'] === 'FORBIDDEN' ? 403 : 400
}
