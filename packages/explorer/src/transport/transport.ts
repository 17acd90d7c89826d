import { actAsHeader, type IdentityName, tokenHeader } from '../protocol.js'
import { queryText } from '../state/address.js'
import type { Query } from '../state/query.js'
import {
  type Answer,
  answerOf,
  type Failure,
  failureOf,
  isAbort,
  jsonOf,
  RequestFailed,
  unreachable,
} from './answer.js'

export interface PageRequest {
  /** Default `GET`. */
  readonly method?: string | undefined
  /** From the root of the server, such as `/api/articles`. */
  readonly path: string
  readonly query?: Query | undefined
  /** Sent as JSON, unless it is a form. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** The one way in which the page talks to the server: every request carries the token and the identity. */
export interface Transport {
  /**
   * Returns the response, whatever its status.
   *
   * @throws RequestFailed of status 0 without a response; a `DOMException` named `AbortError` after `signal` aborts
   */
  readonly send: (request: PageRequest) => Promise<Answer>
  /**
   * Returns the parsed body of a successful response.
   *
   * @throws RequestFailed as `send` does, and for any other status
   */
  readonly read: <T>(request: PageRequest) => Promise<T>
  /** Of every request, for uploads: only they report their progress, through the SDK. */
  readonly headers: Readonly<Record<string, string>>
}

export function createTransport(token: string | null, identity: IdentityName): Transport {
  const identification = { [actAsHeader]: identity, ...(token === null ? {} : { [tokenHeader]: token }) }
  const send = async ({ method = 'GET', path, query, body, signal }: PageRequest) => {
    const text = query === undefined ? '' : queryText(query)
    const isForm = body instanceof FormData
    const startedAt = performance.now()
    try {
      const response = await fetch(text === '' ? path : `${path}?${text}`, {
        method,
        headers: {
          ...identification,
          ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? null : isForm ? body : JSON.stringify(body),
        signal: signal ?? null,
        redirect: 'error',
        credentials: 'omit',
        cache: 'no-store',
      })
      return await answerOf(response, startedAt)
    } catch (error) {
      if (isAbort(error)) throw error
      throw new RequestFailed(unreachable(error))
    }
  }
  const read = async <T>(request: PageRequest): Promise<T> => {
    const answer = await send(request)
    const failure = failureOf(answer)
    if (failure) throw new RequestFailed(failure)
    return jsonOf(answer) as T
  }
  return { send, read, headers: identification }
}

/** Returns what a rejection of {@link Transport} says; anything else is a fault of the page. */
export function failureIn(error: unknown): Failure {
  if (error instanceof RequestFailed) return error.failure
  const message = error instanceof Error ? error.message : String(error)
  return { status: 0, kind: 'PageError', message, issues: [], requestId: null }
}
