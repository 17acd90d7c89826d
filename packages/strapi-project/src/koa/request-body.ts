import { type MessageLimits, mediaType, parseBody, rejectPollution } from '@content-api/core/message/body'
import type { HttpRequest } from '@content-api/core/message/message'

/** The key under which a request of Koa holds the source of its body. */
export const bodySourceOf = Symbol('body source')

/** Returns the body of the request of a context. */
export const bodyOf = ({ request }: { readonly request: object }): BodySource =>
  (request as { readonly [bodySourceOf]: BodySource })[bodySourceOf]

/** The key under which Strapi's body parser puts the unparsed text of a body. */
const unparsedBody = Symbol.for('unparsedBody')

/** The body of a request: read once, and only parsed if code needs it. */
export class BodySource {
  #bytes: Uint8Array | undefined
  #value: unknown
  #isForm = false
  #state: 'unread' | 'read' | 'parsed' = 'unread'

  /** @param keepsText whether parsed bodies have their text under `Symbol.for('unparsedBody')` */
  constructor(
    readonly request: HttpRequest,
    readonly limits: MessageLimits,
    readonly keepsText: boolean,
  ) {}

  /** Reads the bytes, so that `value` is available. @throws ApiError */
  async read(): Promise<void> {
    if (this.#state !== 'unread') return
    const { method } = this.request
    if (method !== 'GET' && method !== 'HEAD') this.#bytes = await this.bytes()
    this.#state = 'read'
  }

  /** Returns the bytes that the client sent. @throws ApiError */
  async bytes(): Promise<Uint8Array> {
    return (this.#bytes ??= await this.request.body())
  }

  /** The parsed body; an empty object without one, as in Strapi 4.26. Undefined until it is read. @throws ApiError */
  get value(): unknown {
    if (this.#state === 'read') {
      this.#value = this.#parse(this.#bytes ?? new Uint8Array())
      this.#state = 'parsed'
    }
    return this.#value
  }

  /** Sets the fields of a form, whose files handlers get beside the body. */
  setForm(fields: unknown): void {
    this.#isForm = true
    this.replace(fields)
  }

  replace(value: unknown): void {
    this.#value = value
    this.#state = 'parsed'
  }

  /** The value that code has read and may have changed, or set; undefined if no code has used it, and for forms. */
  get used(): { readonly value: unknown } | undefined {
    return this.#state === 'parsed' && !this.#isForm ? { value: this.#value } : undefined
  }

  #parse(bytes: Uint8Array): unknown {
    const type = this.request.header('content-type')
    if (mediaType(type).startsWith('text/')) return Buffer.from(bytes).toString()
    const value = ordinary(parseBody(bytes, type, this.limits) ?? {})
    rejectPollution(value)
    if (this.keepsText && bytes.length > 0) {
      const text = Buffer.from(bytes).toString()
      Object.defineProperty(value, unparsedBody, { value: text, writable: true, configurable: true, enumerable: true })
    }
    return value
  }
}

/**
 * Returns the objects that the parser of query strings creates without a prototype as ordinary objects, whose
 * methods project code may call. Like qs in Strapi 4.26, it leaves out names that would replace such methods.
 */
export function ordinary<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(ordinary) as Value
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== null) return value
  const kept = Object.entries(value).filter(([name]) => !(name in Object.prototype))
  return Object.fromEntries(kept.map(([name, item]) => [name, ordinary(item as unknown)])) as Value
}
