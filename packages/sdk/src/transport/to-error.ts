import { warnOfStatus } from '#warnings'
import { ApiError, type Issue } from '../errors/api-error.js'
import { NetworkError } from '../errors/network-error.js'
import type { SdkError } from '../errors/sdk-error.js'

interface ErrorBody {
  readonly error?: {
    readonly name?: string
    readonly message?: string
    readonly details?: { readonly errors?: readonly Issue[] }
  }
}

/** The error that an answer stands for which isn't a success (specification §7). */
export function toError(what: string, { status, headers }: Response, raw: unknown): SdkError {
  if (status < 400) return new NetworkError(`${what} redirects to ${headers.get('location')}: fix baseURL`)
  warnOfStatus(what, status)
  const { name: kind = 'HttpError', message: serverMessage = '', details } = (raw as ErrorBody | undefined)?.error ?? {}
  return new ApiError(`${what}: ${status} ${kind} ${serverMessage}`, {
    status,
    kind,
    serverMessage,
    issues: details?.errors ?? [],
    requestId: headers.get('x-request-id'),
    raw,
  })
}
