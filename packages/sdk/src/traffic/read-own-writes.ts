import type { Extension } from '../client.js'

const HEADER = 'data-position'

/** Options of {@link readOwnWrites}. */
export interface ReadOwnWritesOptions {
  /**
   * Lets replicas serve requests with a token before the first write of this client. Set it for tokens that
   * only read. By default, the primary serves them, because the service can't know what was written with the
   * token elsewhere.
   */
  readonly startAnywhere?: boolean
}

/**
 * Sends the position of the latest write with each request, so that reads from any replica of the service's
 * database see what this client wrote. Without replicas the service sends no positions, and the extension
 * does nothing.
 *
 * @example
 * ```ts
 * const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' }).with(readOwnWrites())
 * ```
 */
export function readOwnWrites({ startAnywhere = false }: ReadOwnWritesOptions = {}): Extension<object> {
  return (context) => {
    const { send } = context
    let latest: string | null = null
    context.send = ({ options = {}, ...request }) => {
      const position = latest ?? (startAnywhere ? 'any' : null)
      return send({
        ...request,
        options: {
          ...options,
          headers: { ...(position !== null && { [HEADER]: position }), ...options.headers },
          onResponse: async (exchange) => {
            const received = exchange.response.headers.get(HEADER)
            // Later positions are greater. Responses may arrive in another order than their writes.
            if (received !== null && !(latest !== null && latest > received)) latest = received
            await options.onResponse?.(exchange)
          },
        },
      })
    }
    return {}
  }
}
