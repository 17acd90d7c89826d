import { defineEventHandler, toWebRequest, useRuntimeConfig } from '#imports'
import { passOn } from './pass-on.js'

/** Passes requests of browsers to the content service, with the token of the user's cookie. */
export default defineEventHandler(async (event) => {
  const { public: shared, contentApi } = useRuntimeConfig(event)
  const { url: address } = shared.contentApi
  const service = contentApi?.url || address
  return passOn(toWebRequest(event), { service, address, sessions: shared.contentApi.auth === 'sessions' })
})
