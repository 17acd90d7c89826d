import type { ProjectContext } from '../../message/message.js'
import type { KoaContext } from './koa-app.js'
import { type BodySource, bodySourceOf } from './request-body.js'

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
    const source = context.request[bodySourceOf as never] as BodySource
    if (this.#body && source.used === undefined) source.replace(this.#body.value)
    return context
  }

  noteBody(value: unknown): void {
    this.#body = { value }
  }
}
