import { ApiError } from '../errors/api-error.js'

export interface InFlightLimits {
  /** Bytes of all uploads that this process has received and not yet stored. */
  readonly bytesInFlight: number
  /** Uploads of one client at once. */
  readonly requestsPerClient: number
}

/** One upload under way. */
export interface Flight {
  /** @throws ApiError ServiceUnavailableError or RateLimitError when it can't be held beside the others */
  receive(bytes: number): void
  /** Releases what it holds. */
  end(): void
}

interface Client {
  requests: number
  bytes: number
}

/** Bounds what uploads hold of the temporary folder together, and how much of that one client may hold. */
export class UploadsInFlight {
  readonly #clients = new Map<string, Client>()
  readonly #limits: InFlightLimits
  #bytes = 0
  #requests = 0

  constructor(limits: InFlightLimits) {
    this.#limits = limits
  }

  /** Uploads that are received or stored. None waits: further ones are rejected. */
  get running(): number {
    return this.#requests
  }

  readonly waiting = 0

  /**
   * @param name of the client; null for requests within this process, which only share the bytes
   * @throws ApiError RateLimitError when the client has too many uploads under way
   */
  begin(name: string | null): Flight {
    const { bytesInFlight, requestsPerClient } = this.#limits
    const client = (name !== null && this.#clients.get(name)) || { requests: 0, bytes: 0 }
    if (name !== null && client.requests >= requestsPerClient) {
      throw again('RateLimitError', `A client may have ${requestsPerClient} uploads under way at once`)
    }
    client.requests++
    this.#requests++
    if (name !== null) this.#clients.set(name, client)
    let held = 0
    let ended = false
    return {
      receive: (bytes) => {
        if (ended) return
        held += bytes
        client.bytes += bytes
        this.#bytes += bytes
        // Half of it stays for the others.
        if (name !== null && client.bytes > bytesInFlight / 2)
          throw again('RateLimitError', 'The uploads of this client are too large together: send them one by one')
        if (this.#bytes > bytesInFlight)
          throw again('ServiceUnavailableError', 'Too many uploads are under way. Try again later')
      },
      end: () => {
        if (ended) return
        ended = true
        this.#requests--
        client.bytes -= held
        this.#bytes -= held
        if (--client.requests === 0 && name !== null) this.#clients.delete(name)
      },
    }
  }
}

function again(name: 'RateLimitError' | 'ServiceUnavailableError', message: string): ApiError {
  return new ApiError(name, message, { headers: { 'Retry-After': '5' } })
}
