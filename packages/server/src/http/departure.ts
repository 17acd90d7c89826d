import type { ServerResponse } from 'node:http'
import { ApiError } from '../errors/api-error.js'

/** The reason of aborted signals. It is no failure of the service, so that nothing logs it, and nobody receives it. */
const departed = () => new ApiError('BadRequestError', 'The client closed the connection')

/** Returns a signal that aborts when the connection closes before the response is sent. */
export function departureOver(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const close = () => {
    if (!response.writableFinished) controller.abort(departed())
  }
  if (response.closed) close()
  else response.once('close', close)
  return controller.signal
}

/** Returns a signal that aborts when the caller of `fetch` gives the request up. */
export function departureOf({ signal }: Request): AbortSignal {
  const controller = new AbortController()
  if (signal.aborted) controller.abort(departed())
  else signal.addEventListener('abort', () => controller.abort(departed()), { once: true })
  return controller.signal
}
