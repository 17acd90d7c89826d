import { auth, createClient } from '@content-api/sdk'
import { sessionFrom } from '@content-api/sdk/frameworks'
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
export async function serviceOfUser() {
  const session = sessionFrom(await cookies(), { secure: process.env['SECURE'] === '1' })
  return createClient<ContentTypes>({ baseURL }).with(auth<ContentTypes['user']>(session))
}

/** Returns whether the request has a user's cookie. The service checks the token at each request. */
export async function isSignedIn(): Promise<boolean> {
  return (await cookies()).has(TOKEN)
}
