// What the runtime imports from Nuxt and Vue, for its tests: Nuxt needs a newer Node than this workspace. The
// checks of examples/nuxt run the same code in Nuxt itself.

interface Ref<T> {
  value: T
}
interface Reads {
  readonly key: () => string
  readonly load: (app: unknown, context: { readonly signal: AbortSignal }) => Promise<unknown>
}

/** The state of the application, which each test sets up. */
export const app = {
  isServer: true,
  api: {} as unknown,
  payload: { data: {} as Record<string, unknown>, prerenderedAt: undefined as number | undefined },
  config: {
    public: { contentApi: { url: 'https://cms.example.org', auth: 'token' } },
    app: { baseURL: '/' },
    contentApi: undefined as { url: string; token: string } | undefined,
  },
  states: new Map<string, Ref<unknown>>(),
  /** The headers of the request, and the cookies of the response. */
  event: undefined as { headers: Headers; res: { headers: Headers } } | undefined,
  reads: [] as Reads[],
  refreshed: [] as string[][],
  shown: [] as Error[],
  watchers: [] as [source: Ref<unknown>, changed: (value: unknown) => void][],
  reducers: new Map<string, (value: unknown) => unknown>(),
  revivers: new Map<string, (value: never) => unknown>(),
}
Object.defineProperty(globalThis, 'isNuxtServer', { get: () => app.isServer, configurable: true })

const nuxtApp = {
  get $contentApi() {
    return app.api
  },
  get payload() {
    return app.payload
  },
  runWithContext: <T>(task: () => T): T => task(),
}

export const useNuxtApp = () => nuxtApp
export const useRuntimeConfig = () => app.config
export const useRequestEvent = () => app.event
export const useRequestURL = () => new URL('https://app.example.org/')
export const defineNuxtPlugin = (plugin: unknown) => plugin
export const definePayloadReducer = (name: string, reduce: (value: unknown) => unknown) =>
  app.reducers.set(name, reduce)
export const definePayloadReviver = (name: string, revive: (value: never) => unknown) => app.revivers.set(name, revive)
export const refreshNuxtData = async (keys: string[]) => void app.refreshed.push(keys)
export const showError = (error: Error) => app.shown.push(error)
export const watch = (source: Ref<unknown>, changed: (value: unknown) => void) => app.watchers.push([source, changed])

export function useState<T>(key: string, initial: () => T): Ref<T> {
  const state = app.states.get(key) ?? { value: initial() }
  app.states.set(key, state)
  return state as Ref<T>
}

export function createError({ message, ...details }: { message: string }): Error {
  return Object.assign(new Error(message), details, { __nuxt_error: true })
}

/** Reads once, as the server does, and keeps an error in `error`. */
export function useAsyncData(key: Reads['key'], load: Reads['load']) {
  app.reads.push({ key, load })
  const state = { data: ref(), error: ref(), pending: ref(), status: ref() }
  const refresh = async () => {
    try {
      state.data.value = await load(nuxtApp, { signal: new AbortController().signal })
      app.payload.data[key()] = state.data.value
    } catch (error) {
      state.error.value = error
    }
  }
  const values = { ...state, refresh, execute: refresh, clear: () => undefined }
  return Object.assign(
    refresh().then(() => values),
    values,
  )
}

const ref = (): Ref<unknown> => ({ value: undefined })
