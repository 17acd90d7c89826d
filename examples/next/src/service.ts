import { auth, createClient } from '@content-api/sdk'
import { cookies } from 'next/headers'
import type { ContentTypes } from './content-types.gen'

const baseURL = process.env['CMS_URL'] ?? 'http://localhost:1338'
const TOKEN = 'content-api.token'

/** Reads public content. One client serves all requests, because it has no user's token. */
export const service = createClient<ContentTypes>({ baseURL })

/**
 * Returns a client of the user of this request, whose token is in a cookie that scripts can't read.
 * Components may read with it. Only server actions and route handlers may log in and out, because Next lets
 * only them set cookies.
 */
export function serviceOfUser() {
  const storage = {
    get: async () => (await cookies()).get(TOKEN)?.value,
    set: async (token: string | undefined) => {
      const jar = await cookies()
      if (token === undefined) jar.delete(TOKEN)
      else jar.set(TOKEN, token, { httpOnly: true, sameSite: 'lax', path: '/', secure: process.env['SECURE'] === '1' })
    },
  }
  return createClient<ContentTypes>({ baseURL }).with(auth<ContentTypes['user']>({ storage }))
}

/** Returns whether the request has a user's cookie. The service checks the token at each request. */
export async function isSignedIn(): Promise<boolean> {
  return (await cookies()).has(TOKEN)
}
