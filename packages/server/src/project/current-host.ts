import { AsyncLocalStorage } from 'node:async_hooks'
import type { ExtensionHost } from './extension-host.js'

/**
 * Whose code is running. Code written for Strapi 4 finds its application in the global `strapi`; here several services may
 * share a process, so that the global stands for the one that called the code.
 */
export const currentHost = new AsyncLocalStorage<ExtensionHost>()

/** Makes the global, unless the program has one of its own. */
export function provideGlobal(): void {
  if ('strapi' in globalThis) return
  Object.defineProperty(globalThis, 'strapi', { configurable: true, get: () => currentHost.getStore() })
}
