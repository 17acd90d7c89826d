import type { Extension } from '../client.js'
import { stringify } from '../query/stringify.js'
import type { ApiRequest, Method } from '../types/request.js'

/** A request that has ended. It contains no token, no body and no data of the response. */
export interface RequestLog {
  readonly method: Method
  /** With its query, except for requests of `/auth`, whose queries may hold a secret: `/articles?sort[0]=title`. */
  readonly path: string
  /** Milliseconds until the response was read, retries included. */
  readonly milliseconds: number
  /** The error that the call throws. */
  readonly error?: unknown
}

/**
 * Calls `log` after each request of a client, whether it succeeds or fails.
 *
 * @param log the default prints a line to `console.debug`
 * @example
 * ```ts
 * const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' }).with(logRequests())
 * ```
 */
export function logRequests(log: (entry: RequestLog) => void = printLine): Extension<object> {
  return (context) => {
    const { send } = context
    context.send = async (request) => {
      const start = performance.now()
      const entry = () => ({
        method: request.method,
        path: pathWithQuery(request),
        milliseconds: performance.now() - start,
      })
      try {
        const response = await send(request)
        log(entry())
        return response
      } catch (error) {
        log({ ...entry(), error })
        throw error
      }
    }
    return {}
  }
}

function printLine({ method, path, milliseconds, error }: RequestLog): void {
  const end = error instanceof Error ? ` ${error.name}: ${error.message}` : ''
  // oxlint-disable-next-line no-console -- the purpose of the function
  console.debug(`${method} ${path} ${Math.round(milliseconds)} ms${end}`)
}

function pathWithQuery({ path, query }: ApiRequest): string {
  if (query === undefined || path.startsWith('/auth/')) return path
  try {
    const search = stringify(query)
    return search === '' ? path : `${path}?${search}`
  } catch {
    // The query is invalid: the error of the request says why.
    return path
  }
}
