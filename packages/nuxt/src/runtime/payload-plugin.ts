import { ApiError, type ApiErrorDetails } from '@content-api/sdk'
import { defineNuxtPlugin, definePayloadReducer, definePayloadReviver } from 'nuxt/app'

interface Reduced extends ApiErrorDetails {
  readonly message: string
}

/** Passes each `ApiError` in the payload from the server to the browser as an `ApiError`. */
export default defineNuxtPlugin({
  name: 'content-api:payload',
  // Before Nuxt's own plugin, which reads the payload.
  order: -40,
  setup() {
    if (import.meta.server) definePayloadReducer('ContentApiError', reduce)
    else definePayloadReviver('ContentApiError', revive)
  },
})

function reduce(value: unknown): Reduced | false {
  if (!ApiError.is(value)) return false
  const { message, status, kind, serverMessage, issues, requestId } = value
  // The raw body may repeat the content of the request.
  return { message, status, kind, serverMessage, issues, requestId, raw: undefined }
}

const revive = ({ message, ...details }: Reduced): ApiError => new ApiError(message, details)
