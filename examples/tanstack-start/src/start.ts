import { auth, createClient, upload } from '@content-api/sdk'
import { sessionFrom } from '@content-api/sdk/frameworks'
import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/react-start'
import type { ContentTypes, User } from './content-types.gen'
import { baseURL } from './service.server'

// connect
const connect = createMiddleware().server(async ({ request, next }) => {
  const session = sessionFrom(request)
  const api = createClient<ContentTypes>({ baseURL }).with(auth<User>(session)).with(upload())
  const result = await next({ context: { api } })
  return { ...result, response: session.applyTo(result.response) }
})
const csrf = createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === 'serverFn' })
export const startInstance = createStart(() => ({ requestMiddleware: [csrf, connect] }))
// end
