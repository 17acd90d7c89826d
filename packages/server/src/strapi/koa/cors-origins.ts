import type { OriginsOf } from '../../message/message.js'
import { runAs } from '../code/host/current-host.js'
import type { KoaApp, KoaContext } from './koa-app.js'

/** The function `origin` of `strapi::cors`. Its result is an origin, several with commas, or a list. */
export type OriginFunction = (context: KoaContext) => unknown

export interface OriginOptions {
  readonly koa: KoaApp
  readonly strapi: object
  /** Whether `*` applies. Without permissions, pages of any origin could change the content. */
  readonly allowsAny: boolean
}

/** Returns the origins that a function of the project allows for a request. */
export function originsBy(origin: OriginFunction, { koa, strapi, allowsAny }: OriginOptions): OriginsOf {
  return async (request) => {
    const result = await runAs(strapi, () => origin(koa.contextOf(request)))
    const named = Array.isArray(result) ? result : typeof result === 'string' ? result.split(',') : []
    // Bounded input: a list of the project.
    const origins = named.map((item) => String(item).trim().replace(/\/$/, ''))
    return allowsAny ? origins : origins.filter((item) => item !== '*')
  }
}
