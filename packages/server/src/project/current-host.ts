import { AsyncLocalStorage } from 'node:async_hooks'
import type { ExtensionHost } from './project-types.js'

/**
 * Whose code is running. Code written for Strapi 4 finds its application in the global `strapi`; here several services may
 * share a process, so that the global stands for the one that called the code.
 */
const currentHost = new AsyncLocalStorage<ExtensionHost>()

/** Nobody asks before: that it is told from then on costs something with every promise of the process. */
let provided = false

/** Runs code of the project that the host stands for. */
export function runAs<Result>(host: ExtensionHost, work: () => Result): Result {
  return provided ? currentHost.run(host, work) : work()
}

/** Makes the global, unless the program has one of its own. */
export function provideGlobal(): void {
  if ('strapi' in globalThis) return
  provided = true
  Object.defineProperty(globalThis, 'strapi', { configurable: true, get: () => currentHost.getStore() })
}
