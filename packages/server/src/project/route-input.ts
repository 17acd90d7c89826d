import type { EntityService } from './entity-service.js'
import { ExtensionError, checkKeys } from './extension-error.js'
import { isRecord } from '@content-api/model'
import { type ExtensionContext, checkOptions } from './extension-input.js'
import type { ExtensionHost } from './extension-host.js'

export const routeMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export type RouteMethod = (typeof routeMethods)[number]

/** A route as a project writes it, in the shape of Strapi 4. */
export interface RouteInput {
  readonly method: RouteMethod
  /** Below the prefix of the REST interface; `:name` stands for one segment: `/cities/:code/neighbours`. */
  readonly path: string
  /** A function, or the name of one: `city.neighbours` in the same api, `api::city.city.neighbours` in any. */
  readonly handler: string | RouteHandler
  /** The permission that the route takes, `api::city.city.neighbours`; it follows from the name of the handler. */
  readonly action?: string
  readonly config?: RouteConfig
}

export interface RouteConfig {
  /** `false`: everybody may; with `scope`: whoever has these permissions, in place of the route's own. */
  readonly auth?: false | true | { readonly scope?: string | readonly string[] }
  /** Names, functions, or `{ name, config }`. */
  readonly policies?: readonly unknown[]
  /** Names, functions, or `{ name, options }`; the first is outermost. */
  readonly middlewares?: readonly unknown[]
}

/** Answers a request: what it gives is sent as JSON, or else what it put into `context.body`. */
export type RouteHandler = (context: RouteContext) => unknown

export type RoutePolicy = (
  context: RoutePolicyContext,
  config: Readonly<Record<string, unknown>>,
  tools: { readonly strapi: ExtensionHost },
) => unknown

export type RouteMiddleware = (context: RouteContext, next: () => Promise<void>) => unknown

export interface RouteRequest {
  readonly method: string
  /** Percent-encoded, without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  /** The parsed body, JSON or a form without files; undefined when there is none. */
  // As whoever sent it pleased.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  /** The client's address, as far as proxies are believed. */
  readonly address: string
  /** A header by its name. */
  readonly get: (name: string) => string | undefined
}

/** What a handler is given: of Koa's context as much as handlers of Strapi 4 mostly use. */
export interface RouteContext {
  readonly method: string
  readonly path: string
  /** What stands in the path for `:name`, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly request: RouteRequest
  /** Who asks; middlewares may add to it. */
  readonly state: ExtensionContext['state'] & Record<string, unknown>
  /** Reads and writes content with the permissions of who asks. */
  readonly entries: EntityService
  /** 200 unless it is set; 204 without a body. */
  status: number
  /** Of the answer. */
  body: unknown
  /** Sets a header of the answer. @throws Error for what can't be one */
  readonly set: (name: string, value: string) => void
  /** A header of the request. */
  readonly get: (name: string) => string | undefined
  /** Sets body and status of the answer. */
  readonly send: (body: unknown, status?: number) => void
  /** @throws ApiError always: the error with this status */
  readonly throw: (status: number, message?: string, details?: Record<string, unknown>) => never
  readonly badRequest: (message?: string, details?: Record<string, unknown>) => never
  readonly unauthorized: (message?: string, details?: Record<string, unknown>) => never
  readonly forbidden: (message?: string, details?: Record<string, unknown>) => never
  readonly notFound: (message?: string, details?: Record<string, unknown>) => never
}

export interface RoutePolicyContext extends RouteContext {
  readonly type: 'koa'
  is(type: string): boolean
}

/** @throws ExtensionError for anything that isn't a route */
export function checkRoute(given: unknown): RouteInput {
  if (!isRecord(given)) throw new ExtensionError('A route must be an object with method, path and handler.')
  const { method, path, handler, action, config = {} } = given
  const route = `the route ${String(method)} ${String(path)}`
  const at = `In ${route}`
  checkKeys(route, given, ['method', 'path', 'handler', 'action', 'config'])
  if (!(routeMethods as readonly unknown[]).includes(method)) {
    throw new ExtensionError(`${at} the method must be one of ${routeMethods.join(', ')}.`)
  }
  if (typeof path !== 'string' || !/^(\/(:[A-Za-z_]\w*|[\w.~-]+))+$/.test(path)) {
    throw new ExtensionError(`${at} the path must be made of plain segments and ":name", such as "/cities/:code".`)
  }
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  if (new Set(names).size < names.length) throw new ExtensionError(`${at} the path has one name twice.`)
  if (typeof handler !== 'string' && typeof handler !== 'function') {
    throw new ExtensionError(`${at} the handler must be a function, or its name such as "city.nearest".`)
  }
  if (action !== undefined && (typeof action !== 'string' || !/^api::[\w-]+\.[\w-]+\.\w+$/.test(action))) {
    throw new ExtensionError(`${at} the action must be the name of a permission such as "api::city.city.nearest".`)
  }
  checkOptions(`the config of ${route}`, config)
  return given as unknown as RouteInput
}
