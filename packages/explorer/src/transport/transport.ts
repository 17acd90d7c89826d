import { actAsHeader, type IdentityName, tokenHeader } from '../protocol.js'
import { queryText } from '../state/address.js'
import type { Query } from '../state/query.js'
import {
  type ServiceResponse,
  readResponse,
  type Failure,
  failureOf,
  isAbort,
  jsonOf,
  RequestFailed,
  unreachable,
} from './response.js'

export interface PageRequest {
  /** Default `GET`. */
  readonly method?: string | undefined
  /** The path from the root of the server, such as `/api/articles`. */
  readonly path: string
  readonly query?: Query | undefined
  /** Sent as JSON, or as a form if it is `FormData`. */
  readonly body?: unknown
  /** The version that the entry must have. Otherwise the service changes nothing and responds with 412. */
  readonly ifMatch?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Sends all requests of the page, with the token and the identity. */
export interface Transport {
  /**
   * Returns the response, whatever its status.
   *
   * @throws RequestFailed with status 0 if there is no response; a `DOMException` named `AbortError` after
   * `signal` aborts
   */
  readonly send: (request: PageRequest) => Promise<ServiceResponse>
  /**
   * Returns the parsed body of a successful response.
   *
   * @throws the errors of `send`; RequestFailed for an unsuccessful status
   */
  readonly read: <T>(request: PageRequest) => Promise<T>
  /** The headers of every request, for uploads: these use the SDK, which reports their progress. */
  readonly headers: Readonly<Record<string, string>>
}

export function createTransport(token: string | null, identity: IdentityName): Transport {
  const identification = { [actAsHeader]: identity, ...(token === null ? {} : { [tokenHeader]: token }) }
  const send = async ({ method = 'GET', path, query, body, ifMatch, signal }: PageRequest) => {
    const text = query === undefined ? '' : queryText(query)
    const isForm = body instanceof FormData
    const startedAt = performance.now()
    try {
      const response = await fetch(text === '' ? path : `${path}?${text}`, {
        method,
        headers: {
          ...identification,
          ...(ifMatch !== undefined && { 'If-Match': `"${ifMatch}"` }),
          ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? null : isForm ? body : JSON.stringify(body),
        signal: signal ?? null,
        redirect: 'error',
        credentials: 'omit',
        cache: 'no-store',
      })
      return await readResponse(response, startedAt)
    } catch (error) {
      if (isAbort(error)) throw error
      throw new RequestFailed(unreachable(error))
    }
  }
  const read = async <T>(request: PageRequest): Promise<T> => {
    const response = await send(request)
    const failure = failureOf(response)
    if (failure) throw new RequestFailed(failure)
    return jsonOf(response) as T
  }
  return { send, read, headers: identification }
}

/** Returns the failure of a request that {@link Transport} rejected. Any other error is a bug of the page. */
export function failureIn(error: unknown): Failure {
  if (error instanceof RequestFailed) return error.failure
  const message = error instanceof Error ? error.message : String(error)
  return { status: 0, kind: 'PageError', message, issues: [], requestId: null }
}
