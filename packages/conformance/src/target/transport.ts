/** A request as it goes over the wire. */
export interface Outgoing {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

/** What came back, whatever it says; a redirect is an answer too. */
export interface Incoming {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/**
 * Sends one request and reads its answer to the end.
 * Throws what the network throws, and an error named `TimeoutError` when the answer is not complete in time.
 */
export type Transport = (request: Outgoing) => Promise<Incoming>
