import { auth, createClient, localStorageStorage, memoryStorage, type TokenStorage, upload } from '@content-api/sdk'
import { createUrqlClient } from '@content-api/sdk/urql'
import type { ContentTypes } from './content.gen/content-types.gen.js'

export type Service = ReturnType<typeof createService>
export type Api = Service['api']

/** The clients of the service: the SDK, and urql, which sends its requests through the SDK. */
export function createService(baseURL: string, storage: TokenStorage = memoryStorage()) {
  const api = createClient<ContentTypes>({ baseURL, defaults: { retry: 0 } })
    .with(auth<ContentTypes['user']>({ storage }))
    .with(upload())
  return { baseURL, api, urql: createUrqlClient({ api }) }
}

/** The service with the address that was set at build time. */
export const openService = (): Service =>
  createService(import.meta.env.VITE_API_URL ?? 'http://127.0.0.1:1338', localStorageStorage('atlas.token'))
