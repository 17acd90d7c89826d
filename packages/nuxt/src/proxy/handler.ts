import { defineEventHandler, toWebRequest, useRuntimeConfig } from '#imports'
import { passOn } from './pass-on.js'

/** Passes requests of browsers to the content service, with the token of the user's cookie. */
export default defineEventHandler(async (event) => {
  const { public: shared, contentApi } = useRuntimeConfig(event)
  const service = contentApi?.url || shared.contentApi.url
  return passOn(toWebRequest(event), { service, sessions: shared.contentApi.auth === 'sessions' })
})
