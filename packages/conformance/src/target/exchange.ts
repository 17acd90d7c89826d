import type { EntryId } from './entry-view.js'

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A part of a multipart body. */
export interface FormPart {
  readonly name: string
  readonly value: string
  /** The name and media type, if the part is a file. */
  readonly file?: { readonly name: string; readonly type: string }
}

/** A request and its response as they were transmitted, with credentials. */
export interface Exchange {
  readonly method: Method
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody?: string
  /** The parts of a multipart body. */
  readonly form?: readonly FormPart[]
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The parsed body; undefined if the body is not JSON. */
  readonly body: unknown
  readonly milliseconds: number
  /** Why the request was sent: for what the scenario checks, for its set-up or clean-up, or as a control. */
  readonly purpose: 'check' | 'set-up' | 'clean-up' | 'control'
  /** The entries that this request created, once their ids are known. */
  readonly made?: readonly {
    readonly path: string
    readonly id: EntryId
    readonly marker: string
    readonly attribute: string
  }[]
  /** The index among the exchanges of the scenario. */
  readonly index: number
}

/** The target can't be checked: no usable response, wrong credentials, or no content model. */
export class TargetError extends Error {
  override readonly name = 'TargetError'

  constructor(
    readonly reason:
      | 'unreachable'
      | 'timeout'
      | 'redirect'
      | 'model-missing'
      | 'credentials'
      | 'not-an-api'
      | 'too-long'
      | 'rate-limited',
    message: string,
  ) {
    super(message)
  }
}
