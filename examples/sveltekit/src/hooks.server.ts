import { auth, createClient, upload } from '@content-api/sdk'
import { sessionFrom } from '@content-api/sdk/frameworks'
import type { Handle } from '@sveltejs/kit/hooks'
import type { ContentTypes, User } from './content-types.gen'

const baseURL = process.env['CMS_URL'] ?? 'http://localhost:1337'

// connect
export const handle: Handle = async ({ event, resolve }) => {
  const session = sessionFrom(event.request)
  const api = createClient<ContentTypes>({ baseURL })
  event.locals.api = api.with(auth<User>(session)).with(upload())
  return session.applyTo(await resolve(event))
}
// end
