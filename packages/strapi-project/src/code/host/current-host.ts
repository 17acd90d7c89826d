import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestSession } from '@content-api/engine/database'

/** Returns the Koa context of a request; undefined for work without one. */
export type ContextOf = () => object | undefined

interface Running {
  /** The global `strapi` of the project; null while its model is loaded, before it has one. */
  readonly host?: object | null | undefined
  readonly session?: RequestSession | undefined
  /** Returns the Koa context of the request. */
  readonly context?: ContextOf | undefined
}

/**
 * The service whose project code is running, and its request. Code for Strapi 4 reads its application from
 * the global `strapi`. Several services may share a process, so the global returns the service that called
 * the code.
 */
const current = new AsyncLocalStorage<Running>()

/**
 * Whether the global exists. Before that nothing is tracked, because tracking slows down every promise of the
 * process.
 */
let provided = false

/**
 * The first service of the process. Its code needs no tracking while it is the only one, and work of it
 * that started before a second service is not tracked later either.
 */
let first: object | undefined
let hasSeveral = false

/** Runs project code with `host` as the global `strapi`. */
export function runAs<Result>(host: object, work: () => Result): Result {
  if (!provided) return work()
  first ??= host
  hasSeveral ||= host !== first
  return hasSeveral ? current.run({ ...current.getStore(), host }, work) : work()
}

/** Runs code of a project that has no `strapi` yet, so that it doesn't get that of another service. */
export function runWithoutHost<Result>(work: () => Result): Result {
  return first ? current.run({ host: null }, work) : work()
}

/**
 * Runs project code for a request. Its reads through `strapi` belong to that request.
 * @param context returns the Koa context of the request, if it has one
 */
export function runFor<Result>(session: RequestSession | undefined, work: () => Result, context?: ContextOf): Result {
  if (!session && !context) return work()
  const running = current.getStore()
  const ofRequest = { ...(session && { session: forProjectCode(session) }), ...(context && { context }) }
  return current.run({ ...running, ...ofRequest }, work)
}

/** Returns the Koa context of the request that project code runs for. Undefined outside of requests. */
export function currentContext(): object | undefined {
  return current.getStore()?.context?.()
}

/** Returns the `strapi` of the service whose project code is running. */
export function currentHost(): object | undefined {
  const host = current.getStore()?.host
  return host === undefined ? first : (host ?? undefined)
}

/** Returns the session of the request that project code runs for. Undefined in a bootstrap, a timer or a command. */
export function currentSession(): RequestSession | undefined {
  return current.getStore()?.session
}

/**
 * Returns the session without the limit of response memory, because values that code reads are not sent as
 * they are.
 */
function forProjectCode(session: RequestSession): RequestSession {
  return {
    get client() {
      return session.client
    },
    get signal() {
      return session.signal
    },
    get reads() {
      return session.reads
    },
    get traceparent() {
      return session.traceparent
    },
    observation: session.observation,
    requestId: session.requestId,
  }
}

/** Whether the global `strapi` exists, by which code can reach everything at any time. */
export const isGlobalProvided = (): boolean => provided

/** Creates the global `strapi`, unless the program has defined one. */
export function provideGlobal(): void {
  if ('strapi' in globalThis) return
  provided = true
  Object.defineProperty(globalThis, 'strapi', { configurable: true, get: currentHost })
}
