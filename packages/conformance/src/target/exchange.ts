export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A part of a multipart body. */
export interface FormPart {
  readonly name: string
  readonly value: string
  /** Of a file. */
  readonly file?: { readonly name: string; readonly type: string }
}

/** One request and its answer as they went over the wire, credentials still in place. */
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
  /** The parsed body; undefined when the body is not JSON. */
  readonly body: unknown
  readonly milliseconds: number
  /** Set-up and clean-up are recorded too, but are not what a scenario is about. */
  readonly purpose: 'check' | 'set-up' | 'clean-up' | 'control'
  /** What this request made, once it is known. */
  readonly made?: readonly {
    readonly path: string
    readonly id: number
    readonly marker: string
    readonly attribute: string
  }[]
  /** Position among the exchanges of the scenario. */
  readonly index: number
}

/** The target could not be asked, as opposed to answering wrongly. */
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
      | 'too-long',
    message: string,
  ) {
    super(message)
  }
}
