import type { Extension } from '../client.js'

const HEADER = 'data-position'

/** Options of {@link readOwnWrites}. */
export interface ReadOwnWritesOptions {
  /**
   * Lets every replica answer until the first write. For tokens that only read: without it, the service reads for them from
   * the primary, since it can't know what they wrote elsewhere. Default false.
   */
  readonly startAnywhere?: boolean
}

/**
 * Sends the position of the latest write with each request, so that reads see what this client wrote, whichever replica of
 * the service's database answers them. Without replicas the service sends no positions, and the extension does nothing.
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
