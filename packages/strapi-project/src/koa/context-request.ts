import { Readable } from 'node:stream'
import type { Caller } from '@content-api/core/entries/caller'
import type { HttpRequest, ProjectContext } from '@content-api/core/message/message'
import { stateOf } from '../code/routes/caller-context.js'
import type { KoaContext } from './koa-app.js'
import { type BodySource, bodyOf } from './request-body.js'

/**
 * The request of a context for the handlers of this server. It has the path, query, headers and body that
 * project code may have changed.
 */
export class ContextRequest implements HttpRequest {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly address: string
  readonly whenSent: HttpRequest['whenSent']
  readonly projectContext = new LazyContext(() => this.context)
  #hasCredentials = true

  constructor(
    readonly context: KoaContext,
    readonly sent: HttpRequest,
  ) {
    const { url = '/', method = 'GET' } = context.req
    const mark = url.indexOf('?')
    this.id = sent.id
    this.method = method
    this.path = mark === -1 ? url : url.slice(0, mark)
    this.query = mark === -1 ? '' : url.slice(mark + 1)
    this.address = sent.address
    this.whenSent = sent.whenSent && ((work) => sent.whenSent?.(work))
  }

  get observation(): HttpRequest['observation'] {
    return this.sent.observation
  }

  get signal(): HttpRequest['signal'] {
    return this.sent.signal
  }

  /** Returns the same request for a caller without credentials. */
  withoutCredentials(): ContextRequest {
    const request = new ContextRequest(this.context, this.sent)
    request.#hasCredentials = false
    return request
  }

  header(name: string): string | undefined {
    if (name === 'authorization' && !this.#hasCredentials) return undefined
    // Code replaced the body by an object, which this request sends as JSON.
    if (name === 'content-type' && this.#replacement() !== undefined) return 'application/json'
    const value = this.context.req.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  headers(): Record<string, string | string[] | undefined> {
    return { ...this.context.req.headers }
  }

  async body(): Promise<Uint8Array> {
    return this.#replacement() ?? this.#source().bytes()
  }

  stream(): Readable {
    const replacement = this.#replacement()
    return replacement ? Readable.from([replacement]) : this.sent.stream()
  }

  /** Returns the body that project code has read and may have changed; undefined if no code has used it. */
  #replacement(): Uint8Array | undefined {
    const used = this.#source().used
    if (used === undefined || typeof used.value !== 'object' || used.value === null) return undefined
    return Buffer.from(JSON.stringify(used.value))
  }

  #source(): BodySource {
    return bodyOf(this.context)
  }
}

/** Shows the caller of a request to code of the project in `ctx.state`, and returns it. */
export function withState(request: HttpRequest, caller: Caller): Caller {
  if (request instanceof ContextRequest) Object.assign(request.context.state, stateOf(caller))
  return caller
}

/** The Koa context of a request, which is created on first use: most requests run no code of the project. */
export class LazyContext implements ProjectContext {
  #created: KoaContext | undefined
  #body: { readonly value: unknown } | undefined

  constructor(readonly create: () => KoaContext) {}

  /** The context, if code has used it. */
  get created(): KoaContext | undefined {
    return this.#created
  }

  get koa(): KoaContext {
    const context = (this.#created ??= this.create())
    const source = bodyOf(context)
    if (this.#body && source.used === undefined) source.replace(this.#body.value)
    return context
  }

  noteBody(value: unknown): void {
    this.#body = { value }
  }
}
