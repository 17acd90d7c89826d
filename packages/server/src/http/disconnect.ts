import { setMaxListeners } from 'node:events'
import type { ServerResponse } from 'node:http'
import { ApiError } from '../errors/api-error.js'

/** Returns a signal that aborts when the socket closes before the response is sent. */
export function responseSignal(response: ServerResponse): AbortSignal {
  const controller = newController()
  // 'close' also follows the end of a response, when there is nothing left to abort.
  const abort = () => {
    if (!response.writableFinished) controller.abort(disconnected())
  }
  if (response.closed) abort()
  else response.once('close', abort)
  return controller.signal
}

/** Returns a signal that aborts with the request. */
export function requestSignal({ signal }: Request): AbortSignal {
  const controller = newController()
  const abort = () => controller.abort(disconnected())
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return controller.signal
}

/** A client's error, which isn't logged as a failure. Nobody receives it. */
const disconnected = () => new ApiError('BadRequestError', 'The client closed the connection')

/** Each waiting read of a request listens to its signal: Node would warn of a leak from the eleventh on. */
function newController(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}
