import Koa, { type ParameterizedContext } from 'koa'
import createSession from 'koa-session'
import qs from 'qs'
import type { Caller } from '@content-api/core/entries/caller'
import type { MessageLimits } from '@content-api/core/message/body'
import type { HttpRequest } from '@content-api/core/message/message'
import { parseQueryString } from '@content-api/core/message/query-string'
import { ordinary, BodySource, bodySourceOf } from './request-body.js'
import type { EntityService } from '../code/entity-service/entity-service.js'
import { callerOf } from '../code/routes/core-controller.js'
import type { RouteContext } from '../code/project-types.js'
import { requestOf } from '../code/plugins/account-extension.js'
import { incomingMessage, MemoryResponse, NativeBody } from './memory-messages.js'
import { responseHelpers } from './response-helpers.js'

export interface KoaAppOptions {
  /** The application of `strapi.server.app`; undefined if code hasn't used it. */
  readonly app?: Koa | undefined
  readonly limits: MessageLimits
  /** The number of trusted proxies, for `ctx.ips`, `ctx.host` and `ctx.protocol`. */
  readonly trustProxy: number
  /** The keys that sign cookies; empty without keys. */
  readonly keys: readonly string[]
  /** Returns the entity service with the permissions of a caller. */
  readonly entriesOf: (caller: Caller) => EntityService
  /** Whether parsed bodies have their text under `Symbol.for('unparsedBody')`. */
  readonly keepsText?: boolean
  /** The options of `ctx.session`; null without sessions. */
  readonly session?: Readonly<Record<string, unknown>> | null
}

/** A context of Koa with the additions of Strapi and of this server. */
export type KoaContext = ParameterizedContext & RouteContext

/** The Koa application whose contexts project code gets. It serves no requests itself. */
export interface KoaApp {
  readonly app: Koa
  /** Reads and writes `ctx.session` around code; null without sessions. */
  readonly session: ((context: KoaContext, next: () => Promise<void>) => Promise<void>) | null
  /** Creates the context of a request. */
  contextOf(request: HttpRequest): KoaContext
}

/** Holds the unparsed part of a response of this server until code reads `ctx.body`. */
const nativeOf = Symbol('native')

/** The defaults of `strapi::session`. */
const sessionDefaults = {
  key: 'koa.sess',
  maxAge: 86_400_000,
  httpOnly: true,
  signed: true,
  get secure() {
    return process.env['NODE_ENV'] === 'production'
  },
}

/** Creates the application. Its context has the members that Strapi 4.26 adds to Koa's. */
export function createKoaApp(options: KoaAppOptions): KoaApp {
  const { limits, trustProxy, keys, entriesOf, keepsText = false, session = null } = options
  const app = options.app ?? new Koa()
  Object.assign(app, { proxy: trustProxy > 0, maxIpsCount: trustProxy })
  if (keys.length > 0) app.keys ??= [...keys]
  addQuery(app, limits)
  addBody(app)
  addHelpers(app)
  addEntries(app, entriesOf)
  // Koa would write the response for an error of a stream itself.
  Object.assign(app.context, { onerror: () => undefined })
  return {
    app,
    session: session && createSession({ ...sessionDefaults, ...session }, app),
    contextOf(request) {
      const message = incomingMessage(request)
      const response = new MemoryResponse(message)
      const context = app.createContext(message, response) as unknown as KoaContext
      const own = context.request as unknown as { [bodySourceOf]: BodySource; ip: string; address: string }
      own[bodySourceOf] = new BodySource(request, limits, keepsText)
      // The address behind the trusted proxies, which the adapter determined.
      own.ip = request.address
      own.address = request.address
      Object.assign(context, { [requestOf]: request })
      request.whenSent?.(() => response.finish())
      return context
    },
  }
}

/** Defines a property that project code may replace. */
function define<Target extends object>(target: Target, name: string, property: PropertyDescriptor & ThisType<Target>) {
  Object.defineProperty(target, name, { configurable: true, enumerable: true, ...property })
}

/** Parses `ctx.query` with qs. A changed object becomes a string and is parsed again, as in Strapi 4.26. */
function addQuery(app: Koa, limits: MessageLimits): void {
  interface Parsed extends Koa.Request {
    parsed?: { readonly text: string; readonly query: Record<string, unknown> }
  }
  define(app.request, 'query', {
    get(this: Parsed) {
      const text = this.querystring
      if (this.parsed?.text !== text) this.parsed = { text, query: ordinary(parseQueryString(text, limits)) }
      return this.parsed.query
    },
    set(this: Parsed, query: unknown) {
      this.querystring = qs.stringify(query)
    },
  })
}

/** Makes `ctx.request.body` the parsed body, and `ctx.body` the parsed body of a response of this server. */
function addBody(app: Koa): void {
  define(app.request, 'body', {
    get(this: { readonly [bodySourceOf]?: BodySource }) {
      return this[bodySourceOf]?.value
    },
    set(this: { readonly [bodySourceOf]?: BodySource }, value: unknown) {
      this[bodySourceOf]?.replace(value)
    },
  })
  const body = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(app.response), 'body')
  interface WithNative {
    [nativeOf]?: NativeBody | undefined
    _body: unknown
  }
  define(app.response, 'body', {
    get(this: WithNative): unknown {
      const native = this[nativeOf]
      if (native && this._body === native) {
        this._body = native.parse()
        this[nativeOf] = undefined
      }
      return body?.get?.call(this)
    },
    set(this: WithNative, value: unknown) {
      if (value instanceof NativeBody) {
        this[nativeOf] = value
        this._body = value
        return
      }
      if (this[nativeOf]) this._body = undefined
      this[nativeOf] = undefined
      body?.set?.call(this, value)
    },
  })
}

/** Returns the unparsed body of a response of this server; undefined if code has read or replaced it. */
export function nativeBodyOf(context: KoaContext): NativeBody | undefined {
  return (context.response as unknown as { readonly [nativeOf]?: NativeBody })[nativeOf]
}

function addHelpers(app: Koa): void {
  Object.assign(app.response, responseHelpers)
  for (const name of Object.keys(responseHelpers)) {
    define(app.context, name, {
      writable: true,
      value(this: Koa.Context, ...values: unknown[]) {
        return (this.response as unknown as Record<string, (...values: unknown[]) => unknown>)[name]?.(...values)
      },
    })
  }
  Object.defineProperty(app.context, 'isAnswered', {
    configurable: true,
    get(this: KoaContext) {
      return isAnswered(this)
    },
  })
}

/** Adds `ctx.entries`: content with the permissions of the caller. */
function addEntries(app: Koa, entriesOf: KoaAppOptions['entriesOf']): void {
  Object.defineProperty(app.context, 'entries', {
    configurable: true,
    get(this: { readonly [callerOf]?: Caller }) {
      const caller = this[callerOf]
      return caller && entriesOf(caller)
    },
  })
}

/** Returns whether code has set a status or a body. */
export function isAnswered(context: KoaContext): boolean {
  // Koa's own mark, which Strapi reads, too. It has no public name.
  return (context.response as unknown as { readonly _explicitStatus?: boolean })._explicitStatus === true
}
