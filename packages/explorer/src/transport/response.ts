import { responseHeaders } from '../protocol.js'

/** One problem of a request. `path` starts at the entry's attributes or at the root of the query. */
export interface Issue {
  readonly path: readonly string[]
  readonly message: string
}

/** A response of any status, with the details that the page shows. */
export interface ServiceResponse {
  readonly status: number
  readonly ok: boolean
  readonly text: string
  /** The size of the uncompressed body. */
  readonly bytes: number
  /** The time from the request to the last byte, measured in the page. */
  readonly milliseconds: number
  readonly requestId: string | null
  /** The header with the estimated cost; null for responses without it. */
  readonly cost: number | null
  readonly statements: number | null
  /** Identifies the request, to load its statements. */
  readonly trace: string | null
  readonly contentType: string
  /** The version of the entry in the response; null if there is none. */
  readonly version: string | null
}

/** The reason why a request failed. */
export interface Failure {
  /** 0 if the service doesn't respond. */
  readonly status: number
  /** For example `ValidationError`. */
  readonly kind: string
  readonly message: string
  readonly issues: readonly Issue[]
  readonly requestId: string | null
}

/** Thrown by `send` and `read` for a missing response, and by `read` for an unsuccessful one. */
export class RequestFailed extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message)
    this.name = 'RequestFailed'
  }
}

export async function readResponse(response: Response, startedAt: number): Promise<ServiceResponse> {
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
    version: headers.get('entry-version'),
  }
}

function numberIn(headers: Headers, name: string): number | null {
  const text = headers.get(name)
  return text === null || text === '' ? null : Number(text)
}

/** Returns the parsed body, or undefined if it is not JSON. */
export function jsonOf({ text }: Pick<ServiceResponse, 'text'>): unknown {
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

/** Returns the failure of a REST response, or null for a successful one. */
export function failureOf(response: ServiceResponse): Failure | null {
  if (response.ok) return null
  const { error = {} } = (jsonOf(response) ?? {}) as ErrorBody
  const { name, message, details } = error
  return {
    status: response.status,
    kind: typeof name === 'string' ? name : 'HttpError',
    message:
      typeof message === 'string' && message !== '' ? message : `The service responded with status ${response.status}`,
    issues: Array.isArray(details?.errors) ? details.errors.flatMap(issueOf) : [],
    requestId: response.requestId,
  }
}

function issueOf(value: unknown): Issue[] {
  const { path, message } = (value ?? {}) as { readonly path?: unknown; readonly message?: unknown }
  return Array.isArray(path) && typeof message === 'string' ? [{ path: path.map(String), message }] : []
}

/** Returns the failure for a service that doesn't respond. */
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
