import { responseHeaders } from '../protocol.js'

/** One problem of a request; `path` leads to it from the entry's attributes or from the query's root. */
export interface Issue {
  readonly path: readonly string[]
  readonly message: string
}

/** A response, of any status, with what the page tells about it. */
export interface Answer {
  readonly status: number
  readonly ok: boolean
  readonly text: string
  /** Of the body, without compression. */
  readonly bytes: number
  /** From the request to the last byte, as the page sees it. */
  readonly milliseconds: number
  readonly requestId: string | null
  /** Null for responses that tell none. */
  readonly cost: number | null
  readonly statements: number | null
  /** Names the request where its statements are read. */
  readonly trace: string | null
  readonly contentType: string
}

/** Why a request didn't lead to data. */
export interface Failure {
  /** 0 where there is no response: the service is away. */
  readonly status: number
  /** For example `ValidationError`. */
  readonly kind: string
  readonly message: string
  readonly issues: readonly Issue[]
  readonly requestId: string | null
}

/** Thrown by `read` for a response that isn't successful, and for none. */
export class RequestFailed extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message)
    this.name = 'RequestFailed'
  }
}

export async function answerOf(response: Response, startedAt: number): Promise<Answer> {
  const text = await response.text()
  const { status, ok, headers } = response
  return {
    status,
    ok,
    text,
    bytes: new TextEncoder().encode(text).length,
    milliseconds: performance.now() - startedAt,
    requestId: headers.get('x-request-id'),
    cost: numberIn(headers, responseHeaders.cost),
    statements: numberIn(headers, responseHeaders.statements),
    trace: headers.get(responseHeaders.trace),
    contentType: headers.get('content-type') ?? '',
  }
}

function numberIn(headers: Headers, name: string): number | null {
  const text = headers.get(name)
  return text === null || text === '' ? null : Number(text)
}

/** Returns the parsed body, or undefined where it is no JSON. */
export function jsonOf({ text }: Pick<Answer, 'text'>): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

interface ErrorBody {
  readonly error?: {
    readonly name?: unknown
    readonly message?: unknown
    readonly details?: { readonly errors?: unknown }
  }
  readonly errors?: readonly { readonly message?: unknown; readonly extensions?: { readonly error?: unknown } }[]
}

/** Returns what is wrong with a response of REST, or null for a successful one. */
export function failureOf(answer: Answer): Failure | null {
  if (answer.ok) return null
  const { error = {} } = (jsonOf(answer) ?? {}) as ErrorBody
  const { name, message, details } = error
  return {
    status: answer.status,
    kind: typeof name === 'string' ? name : 'HttpError',
    message:
      typeof message === 'string' && message !== '' ? message : `The service responded with status ${answer.status}`,
    issues: Array.isArray(details?.errors) ? details.errors.flatMap(issueOf) : [],
    requestId: answer.requestId,
  }
}

function issueOf(value: unknown): Issue[] {
  const { path, message } = (value ?? {}) as { readonly path?: unknown; readonly message?: unknown }
  return Array.isArray(path) && typeof message === 'string' ? [{ path: path.map(String), message }] : []
}

/** No response: the service is away. */
export function unreachable(error: unknown): Failure {
  const reason = error instanceof Error ? error.message : String(error)
  return {
    status: 0,
    kind: 'Unreachable',
    message: `The service doesn't respond (${reason})`,
    issues: [],
    requestId: null,
  }
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
