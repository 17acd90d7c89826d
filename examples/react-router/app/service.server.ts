import { auth, createClient, upload } from '@content-api/sdk'
import { type Session, sessionFrom } from '@content-api/sdk/frameworks'
import { createContext, type MiddlewareFunction } from 'react-router'
import type { ContentTypes, User } from './content-types.gen'

export const baseURL = process.env.CMS_URL ?? 'http://localhost:1337'

// connect
const apiOf = (session: Session) => createClient<ContentTypes>({ baseURL }).with(auth<User>(session)).with(upload())
export const apiContext = createContext<ReturnType<typeof apiOf>>()
export const connect: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const session = sessionFrom(request)
  context.set(apiContext, apiOf(session))
  return session.applyTo(await next())
}
// end
