import { auth, createClient, localStorageStorage } from '@content-api/sdk'
import { strapi5, upload } from '@content-api/sdk/strapi5'
import { QueryClient } from '@tanstack/vue-query'
import type { ContentTypes, User } from './content-types.gen'

export const baseURL = import.meta.env.CMS_URL

// connect
// The SDK repeats failed reads itself.
export const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
export const api = createClient<ContentTypes>({ baseURL, api: strapi5() })
  .with(auth<User>({ storage: localStorageStorage() }))
  .with(upload())
// Content that another user has read isn't shown.
api.auth.onChange(() => void queryClient.resetQueries())
// end
