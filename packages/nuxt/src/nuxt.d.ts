// The parts of Nuxt and Vue that the module uses at run time. Nuxt needs a newer Node than this workspace, so
// it isn't installed here: the type check of examples/nuxt compiles the declarations with those of Nuxt.

interface ImportMeta {
  readonly server: boolean
  readonly client: boolean
}

declare module 'vue' {
  interface Ref<T> {
    value: T
  }
  function watch<T>(source: Ref<T>, changed: (value: T) => void): void
}

declare module 'nuxt/app' {
  import type { Ref } from 'vue'

  interface NuxtError<T = unknown> extends Error {
    status?: number
    statusCode?: number
    data?: T
    fatal: boolean
  }

  interface AsyncValues<T, E> {
    data: Ref<T>
    pending: Ref<boolean>
    refresh: (options?: object) => Promise<void>
    execute: (options?: object) => Promise<void>
    clear: () => void
    error: Ref<E | undefined>
    status: Ref<'idle' | 'pending' | 'success' | 'error'>
  }

  type AsyncData<T, E> = AsyncValues<T, E> & Promise<AsyncValues<T, E>>

  interface AsyncDataOptions<_T> {
    server?: boolean
    lazy?: boolean
    immediate?: boolean
    deep?: boolean
    dedupe?: 'cancel' | 'defer'
  }

  interface RequestEvent {
    readonly headers: Headers
    /** h3 1. */
    readonly node?: { readonly res: { appendHeader(name: string, value: string): unknown } }
    /** h3 2. */
    readonly res?: { readonly headers?: Headers }
  }

  interface Plugin {
    readonly name: string
    readonly order?: number
    readonly setup: (nuxtApp: NuxtApp) => unknown
  }

  interface NuxtApp {
    readonly $contentApi: unknown
    readonly payload: { readonly data: Record<string, unknown>; readonly prerenderedAt?: number | undefined }
    runWithContext<T>(task: () => T): T
  }

  function defineNuxtPlugin(plugin: Plugin): Plugin
  function definePayloadReducer(name: string, reduce: (value: unknown) => unknown): void
  function definePayloadReviver(name: string, revive: (value: never) => unknown): void
  function useNuxtApp(): NuxtApp
  function useRequestEvent(): RequestEvent | undefined
  function useRequestURL(): URL
  function useState<T>(key: string, initial: () => T): Ref<T>
  function useRuntimeConfig(): {
    readonly public: { readonly contentApi: { readonly url: string } }
    readonly app: { readonly baseURL: string }
    /** Only on the server. */
    readonly contentApi?: { readonly url: string; readonly token: string }
  }
  function useAsyncData<T, E>(
    key: () => string,
    load: (nuxtApp: NuxtApp, context: { readonly signal: AbortSignal }) => Promise<T>,
    options?: object,
  ): AsyncData<T | undefined, NuxtError<E> | undefined>
  function refreshNuxtData(keys: string[]): Promise<void>
  function createError<T>(error: {
    readonly statusCode: number
    readonly message: string
    readonly data?: T | undefined
    readonly cause?: unknown
    readonly fatal?: boolean
  }): NuxtError<T>
  function showError(error: Error): unknown
}

declare module '#build/content-api.mjs' {
  import type { auth, ClientOptions, refreshSessions } from '@content-api/sdk'

  const options: Pick<ClientOptions, 'api'>
  const signIn: typeof auth | typeof refreshSessions | undefined
  const isProxied: boolean
}

/** The names that Nitro adds to code of the server. */
declare module '#imports' {
  interface ServerEvent {
    readonly method: string
  }
  function defineEventHandler(handle: (event: ServerEvent) => Promise<Response>): unknown
  function toWebRequest(event: ServerEvent): Request
  function useRuntimeConfig(event: ServerEvent): {
    readonly public: { readonly contentApi: { readonly url: string; readonly auth: string } }
    readonly contentApi?: { readonly url: string }
  }
}
