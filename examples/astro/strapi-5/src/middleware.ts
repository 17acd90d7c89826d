import { auth, createClient } from '@content-api/sdk'
import { sessionFrom } from '@content-api/sdk/frameworks'
import { strapi5, upload } from '@content-api/sdk/strapi5'
import { defineMiddleware } from 'astro:middleware'
import { CMS_URL as baseURL } from './cms-url'
import type { ContentTypes, User } from './content-types.gen'

// connect
export const onRequest = defineMiddleware(async (context, next) => {
  const session = sessionFrom(context.request)
  context.locals.api = createClient<ContentTypes>({ baseURL, api: strapi5() }).with(auth<User>(session)).with(upload())
  return session.applyTo(await next())
})
// end
