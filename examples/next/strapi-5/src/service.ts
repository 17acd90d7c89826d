import { auth, createClient } from '@content-api/sdk'
import { sessionFrom } from '@content-api/sdk/frameworks'
import { strapi5, upload } from '@content-api/sdk/strapi5'
import { cookies } from 'next/headers'
import type { ContentTypes, User } from './content-types.gen'

export const baseURL = process.env['CMS_URL'] ?? 'http://localhost:1337'

// connect
/** Reads public content. One client serves all requests, because it has no user's token. */
export const service = createClient<ContentTypes>({ baseURL, api: strapi5() })

/** Returns a client for the user whose token is in the cookie. Only actions and route handlers can sign in and out. */
export async function serviceOfUser() {
  const session = sessionFrom(await cookies(), { secure: process.env['NODE_ENV'] === 'production' })
  return createClient<ContentTypes>({ baseURL, api: strapi5() }).with(auth<User>(session)).with(upload())
}
// end

/** Returns whether the request has a user's cookie. The service checks the token at each request. */
export async function isSignedIn(): Promise<boolean> {
  const { auth: account } = await serviceOfUser()
  return (await account.token()) !== undefined
}
