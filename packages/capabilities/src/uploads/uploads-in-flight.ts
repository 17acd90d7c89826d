import { ApiError } from '@content-api/engine/errors'

export interface InFlightLimits {
  /** Maximum bytes of all uploads that this process has received and not yet stored. */
  readonly bytesInFlight: number
  /** Maximum concurrent uploads of one client. */
  readonly requestsPerClient: number
}

/** An upload in progress. */
export interface UploadInFlight {
  /**
   * Counts received bytes.
   * @throws ApiError RateLimitError if the client's uploads together are too large; ServiceUnavailableError
   * if those of all clients are
   */
  receive(bytes: number): void
  /** Ends the upload and releases its bytes. */
  end(): void
}

interface Client {
  requests: number
  bytes: number
}

/** Limits the bytes of all uploads in the temporary folder, in total and per client. */
export class UploadsInFlight {
  readonly #clients = new Map<string, Client>()
  #bytes = 0
  #requests = 0

  constructor(private readonly limits: InFlightLimits) {}

  /** The number of uploads in progress. */
  get running(): number {
    return this.#requests
  }

  /** Always 0, because uploads above the limits are rejected instead of waiting. */
  readonly waiting = 0

  /**
   * Starts an upload.
   * @param name the name of the client; null for requests within this process, for which only the total limit
   * applies
   * @throws ApiError RateLimitError if the client has too many concurrent uploads
   */
  begin(name: string | null): UploadInFlight {
    const { bytesInFlight, requestsPerClient } = this.limits
    const client = (name !== null && this.#clients.get(name)) || { requests: 0, bytes: 0 }
    if (name !== null && client.requests >= requestsPerClient) {
      throw retryLater('RateLimitError', `A client may have ${requestsPerClient} concurrent uploads. Try again later`)
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
        // Half of the bytes are reserved for other clients.
        if (name !== null && client.bytes > bytesInFlight / 2)
          throw retryLater('RateLimitError', 'The uploads of this client are too large together: send them one by one')
        if (this.#bytes > bytesInFlight)
          throw retryLater('ServiceUnavailableError', 'Too many uploads are in progress. Try again later')
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

function retryLater(name: 'RateLimitError' | 'ServiceUnavailableError', message: string): ApiError {
  return new ApiError(name, message, { headers: { 'Retry-After': '5' } })
}
