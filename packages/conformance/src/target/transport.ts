/** A request as it is transmitted. */
export interface Outgoing {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

/** A response of any status; redirects are not followed. */
export interface Incoming {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/**
 * Sends one request and reads the complete response. Throws the errors of the network, an error named
 * `TimeoutError` if the response is not complete in time, and a `TargetError` if it is too long.
 */
export type Transport = (request: Outgoing) => Promise<Incoming>
