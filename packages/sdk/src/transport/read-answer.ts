import { warnOfStatus } from '#warnings'
import { ApiError, type ApiErrorDetails, type Issue } from '../errors/api-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'

/** What a body may be that stands for an error (specification §7), as far as that is known of what anybody may send. */
interface ErrorBody {
  readonly error?: {
    readonly name?: unknown
    readonly message?: unknown
    readonly details?: { readonly errors?: unknown } | null
  } | null
}

export const isText = (value: unknown): value is string => typeof value === 'string'

/** Whether what should be an issue is one by its form, so that whoever shows it may trust that. */
export const isIssue = (value: unknown): value is Issue =>
  isText((value as Issue | null)?.message) && Array.isArray((value as Issue).path)

/** What an answer says: the value of its JSON. Throws an {@link ApiError} unless it is a success. */
export function readAnswer(what: string, { ok, status, headers }: Response, raw: unknown): unknown {
  try {
    raw &&= JSON.parse(raw as string)
  } catch {
    if (ok) throw new ResponseShapeError(`${what} gave no JSON`)
  }
  if (ok) return raw
  warnOfStatus(what, status, headers)
  const { name, message, details } = (raw as ErrorBody | null)?.error ?? {}
  const kind = isText(name) ? name : 'HttpError'
  const serverMessage = isText(message) ? message : ''
  throw Object.assign(new ApiError(`${what}: ${status} ${kind} ${serverMessage}`), {
    raw,
    kind,
    status,
    requestId: headers.get('x-request-id'),
    serverMessage,
    issues: [details?.errors].flat().filter(isIssue),
  } satisfies ApiErrorDetails)
}
