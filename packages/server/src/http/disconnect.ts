import type { ServerResponse } from 'node:http'
import { Cancel, type Cancellation } from '../concurrency/cancellation.js'
import { ApiError } from '../errors/api-error.js'

/** Returns a cancellation that aborts when the socket closes before the response is sent. */
export function responseSignal(response: ServerResponse): Cancellation {
  const cancel = new Cancel()
  // 'close' also occurs after a finished response. Then there is nothing to abort.
  const abort = () => {
    if (!response.writableFinished) cancel.abort(disconnected())
  }
  if (response.closed) abort()
  else response.once('close', abort)
  return cancel
}

/** Returns a cancellation that aborts with the request. */
export function requestSignal({ signal }: Request): Cancellation {
  const cancel = new Cancel()
  const abort = () => cancel.abort(disconnected())
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return cancel
}

/** A 4xx error, so that it isn't logged as a failure. Nobody receives it. */
const disconnected = () => new ApiError('BadRequestError', 'The client closed the connection')
