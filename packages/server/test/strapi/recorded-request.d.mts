/** A request of `*-requests.json`. */
export interface RecordedRequest {
  readonly id: string
  readonly method: string
  readonly path: string
  /** The name of the user who sends it. */
  readonly as?: string
  readonly body?: unknown
  readonly text?: string
  readonly form?: readonly {
    readonly name: string
    readonly value: string
    readonly filename?: string
    readonly type?: string
  }[]
  readonly send?: Readonly<Record<string, string>>
  /** The name of a cookie jar. */
  readonly keeps?: string
  /** The recorded headers of the response. */
  readonly headers?: readonly string[]
}

export function requestOf(
  base: string,
  request: Pick<RecordedRequest, 'method' | 'path' | 'body' | 'text' | 'form' | 'send'>,
  credentials?: { readonly token?: string | undefined; readonly cookie?: string | undefined },
): Request
