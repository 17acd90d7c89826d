import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestSession } from '../storage/request-session.js'

interface Running {
  /** What the project finds as `strapi`. */
  readonly host?: object | undefined
  readonly session?: RequestSession | undefined
}

/**
 * Whose code is running, and for which request. Code written for Strapi 4 finds its application in the global `strapi`; here
 * several services may share a process, so that the global stands for the one that called the code.
 */
const current = new AsyncLocalStorage<Running>()

/** Nobody asks before: that it is told from then on costs something with every promise of the process. */
let provided = false

/** Runs code of the project that the host stands for. */
export function runAs<Result>(host: object, work: () => Result): Result {
  return provided ? current.run({ host, session: current.getStore()?.session }, work) : work()
}

/** Runs code of a project for a request: what it reads through `strapi` belongs to that request. */
export function runFor<Result>(session: RequestSession | undefined, work: () => Result): Result {
  return session ? current.run({ host: current.getStore()?.host, session: ofProject(session) }, work) : work()
}

/** The session of the request that code of a project runs for; absent in a bootstrap, a timer or a command. */
export function currentSession(): RequestSession | undefined {
  return current.getStore()?.session
}

/** The same, but for the memory of responses: what code reads isn't what is sent. */
function ofProject(session: RequestSession): RequestSession {
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

/** Makes the global, unless the program has one of its own. */
export function provideGlobal(): void {
  if ('strapi' in globalThis) return
  provided = true
  Object.defineProperty(globalThis, 'strapi', { configurable: true, get: () => current.getStore()?.host })
}
