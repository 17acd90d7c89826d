import { ApiError, type Result } from '@content-api/sdk'
import { type AsyncData, createError, showError, useAsyncData, useNuxtApp } from 'nuxt/app'
import { watch } from 'vue'
import { type ContentError, contentError, isMissing } from './content-error.js'
import { KEY_PREFIX } from './names.js'
import type { ContentApi, Reactive, ReadOptions, Reads, RegisteredUser } from './types.js'

export { type MediaImage, mediaImage } from './media-image.js'

type Method = (...call: unknown[]) => Promise<unknown>
type Untyped = Record<'find' | 'findOne' | 'first', Method>
type Loading = AsyncData<unknown, ContentError | undefined>

/** Returns the client of the application. On the server, each request has its own. */
export const useContentApi = (): ContentApi => useNuxtApp().$contentApi as ContentApi

/**
 * Reads one page of the entries that match. If the query is a function, the entries are read again when the
 * state that it reads changes. The query is the key of the data, so components share equal reads.
 */
export const useFind = ((plural: string, query?: Reactive<object>, options?: ReadOptions) =>
  read(plural, 'find', [query], options)) as unknown as Reads['find']

/** Reads the entry of that id. If there is none, shows the error page with status 404. */
export const useFindOne = ((plural: string, id: Reactive<unknown>, query?: Reactive<object>, options?: ReadOptions) =>
  withErrorPage(read(plural, 'findOne', [id, query], options))) as unknown as Reads['findOne']

/** Reads the first entry that matches. If there is none, shows the error page with status 404. */
export const useFirst = ((plural: string, query?: Reactive<object>, options?: ReadOptions) =>
  withErrorPage(read(plural, 'first', [query], options))) as unknown as Reads['first']

/** Reads the entry of a single type. If there is none, shows the error page with status 404. */
export const useSingle = ((singular: string, query?: Reactive<object>, options?: ReadOptions) =>
  withErrorPage(load(`${singular}:single`, [query], singleReader(singular), options))) as unknown as Reads['single']

/** Reads the logged-in user, or null. Reads again after logins and logouts. */
export function useContentUser(
  options?: ReadOptions,
): AsyncData<Result<RegisteredUser> | null | undefined, ContentError | undefined> {
  const { auth } = useContentApi() as unknown as { readonly auth: { me: Method } }
  const me: Method = async (_, options) => {
    try {
      return await auth.me({}, options)
    } catch (error) {
      // Visitors without a session, such as those of prerendered pages, get 403.
      if (ApiError.is(error) && (error.status === 401 || error.status === 403)) return null
      throw error
    }
  }
  return load('user', [undefined], me, options) as never
}

function read(plural: string, method: keyof Untyped, call: readonly Reactive<unknown>[], options?: ReadOptions) {
  const api = useContentApi()
  const reader: Method = async (...values) => {
    const entry = await (api.collection(plural as never) as unknown as Untyped)[method](...values)
    if (entry === null) throw createError({ ...notFound, message: 'Not found.' })
    return entry
  }
  return load(`${plural}:${method}`, call, reader, options)
}

function singleReader(singular: string): Method {
  const api = useContentApi()
  return async (...values) => (api.single(singular as never) as unknown as { find: Method }).find(...values)
}

/** Calls a method with the current values of its arguments, again whenever these change. */
function load(name: string, call: readonly Reactive<unknown>[], method: Method, options: ReadOptions = {}): Loading {
  const values = () => call.map((value) => (typeof value === 'function' ? (value as () => unknown)() : value))
  return useAsyncData<unknown, ApiError>(
    () => `${KEY_PREFIX}${name}:${JSON.stringify(values())}`,
    async (_, { signal }) => {
      try {
        return await method(...values(), { signal })
      } catch (error) {
        throw isNuxtError(error) ? error : contentError(error)
      }
    },
    options,
  )
}

const isNuxtError = (error: unknown): boolean => error instanceof Error && '__nuxt_error' in error

/** Shows the error page when an entry is missing: `await` throws the error, and later reads show the page. */
function withErrorPage(loading: Loading): Loading {
  const { data, pending, refresh, execute, clear, error, status } = loading
  const checked = loading.then((loaded) => {
    if (isMissing(loaded.error.value)) throw fatal(loaded.error.value)
    return loaded
  })
  // The page may be shown without `await`.
  checked.catch(() => undefined)
  if (import.meta.client) {
    watch(error, (changed) => {
      if (isMissing(changed)) showError(fatal(changed))
    })
  }
  return Object.assign(checked, { data, pending, refresh, execute, clear, error, status })
}

/** Without the text, Nuxt's own error page would show "404 Server Error". */
const notFound = { statusCode: 404, statusMessage: 'Not Found' } as const

/** Browsers show the error page for fatal errors only. The server would write each of these to its log. */
const fatal = ({ message, data }: ContentError): Error =>
  createError({ ...notFound, message, data, fatal: import.meta.client })
