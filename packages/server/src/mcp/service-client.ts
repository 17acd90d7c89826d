import {
  actAsHeader,
  explorerPaths,
  type ExplorerIdentities,
  type ExplorerModel,
  responseHeaders,
  tokenHeader,
  type TracedRequest,
} from '@content-api/explorer/protocol'
import { indexModel, type ModelIndex } from '@content-api/explorer/model-index'
import { isRecord } from '@content-api/model'
import { ToolError } from './tool-error.js'

/** A service in development, in this process or at a URL. */
export interface Connection {
  /** Sends a request whose URL starts with `origin`, with the token of the development endpoints. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly origin: string
}

/** Returns a function that sends requests with the token of the development endpoints. */
export function withToken(
  send: (request: Request) => Promise<Response>,
  token: string,
): (request: Request) => Promise<Response> {
  return (request) => {
    request.headers.set(tokenHeader, token)
    return send(request)
  }
}

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Absolute, with the query string. */
  readonly path: string
  readonly body?: unknown
}

export interface Reply {
  /** JSON; null if it has more than `mostCharacters`. */
  readonly text: string | null
  /** The estimated cost of the reads; null without reads. */
  readonly cost: number | null
  readonly trace: string
}

/** The maximum number of characters in the result of a tool, about 12,000 tokens. */
export const mostCharacters = 50_000

/** Sends requests to a service with the permissions of one identity. */
export class ServiceClient {
  readonly #connection: Connection
  /** Such as `public` or `role:3`. */
  readonly #identity: string

  constructor(connection: Connection, identity: string) {
    this.#connection = connection
    this.#identity = identity
  }

  /** Returns a client of the same service with the permissions of another identity. */
  as(identity: string): ServiceClient {
    return new ServiceClient(this.#connection, identity)
  }

  get origin(): string {
    return this.#connection.origin
  }

  /** Returns the types that the identity may use. @throws ToolError if the service rejects the request */
  async model(signal?: AbortSignal): Promise<ModelIndex> {
    return indexModel((await this.#read(explorerPaths.model, signal)) as ExplorerModel)
  }

  async identities(): Promise<ExplorerIdentities> {
    return (await this.#read(explorerPaths.identities)) as ExplorerIdentities
  }

  /** Returns the statements of a request and their plans. `analyze` runs reads again and measures them. */
  async statements({ trace }: Reply, analyze: boolean, signal: AbortSignal): Promise<TracedRequest> {
    const query = `trace=${trace}${analyze ? '&analyze=true' : ''}`
    return (await this.#read(`${explorerPaths.statements}?${query}`, signal)) as TracedRequest
  }

  /** Sends a request of REST or GraphQL. @throws ToolError with the error of the service */
  async send(sent: Sent, signal: AbortSignal): Promise<Reply> {
    const response = await this.#fetch(sent, signal)
    const text = await readJson(response, mostCharacters)
    if (!response.ok) throw new ToolError(describeFailure(response.status, text))
    const cost = response.headers.get(responseHeaders.cost)
    return {
      text,
      cost: cost === null ? null : Number(cost),
      trace: response.headers.get(responseHeaders.trace) ?? '',
    }
  }

  async #read(path: string, signal?: AbortSignal): Promise<unknown> {
    const response = await this.#fetch({ method: 'GET', path }, signal)
    const text = (await readJson(response, Infinity)) ?? ''
    if (!response.ok) throw new ToolError(describeFailure(response.status, text))
    return JSON.parse(text)
  }

  #fetch({ method, path, body }: Sent, signal?: AbortSignal): Promise<Response> {
    const { origin } = this.#connection
    const headers = {
      accept: 'application/json',
      host: new URL(origin).host,
      [actAsHeader]: this.#identity,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    return this.#connection.fetch(
      new Request(`${origin}${path}`, {
        method,
        headers,
        // The token must not reach another host.
        redirect: 'manual',
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
    )
  }
}

/**
 * Reads a body of JSON, up to `most` characters. Returns null for a longer one.
 * @throws ToolError for another media type, such as a stream of events that never ends
 */
async function readJson(response: Response, most: number): Promise<string | null> {
  const type = response.headers.get('content-type') ?? ''
  if (response.body === null) return ''
  if (!/^application\/([\w.-]+\+)?json\b/.test(type)) {
    await response.body.cancel()
    throw new ToolError(`The response has status ${response.status} and no JSON, but ${type || 'no media type'}.`)
  }
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    // Leaving the loop cancels the rest of the body.
    if (text.length > most) return null
  }
  return text
}

function describeFailure(status: number, text: string | null): string {
  const body: unknown = text === null || text === '' ? null : JSON.parse(text)
  const error = isRecord(body) ? body['error'] : null
  if (!isRecord(error)) return `The service responded with ${status}: ${(text ?? '').slice(0, 1_000)}`
  const { name, message, details } = error
  const more = isRecord(details) && Object.keys(details).length > 0 ? `\n${JSON.stringify(details)}` : ''
  const advice = status === 403 ? '\nThis identity has no permission. list_types shows the allowed actions.' : ''
  return `${status} ${String(name)}: ${String(message)}${more.slice(0, 10_000)}${advice}`
}
