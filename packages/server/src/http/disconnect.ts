import { Cancel, type Cancellation } from '@content-api/engine/concurrency'
import { ApiError } from '@content-api/engine/errors'

/** Returns a cancellation that aborts with the request. */
export function requestSignal({ signal }: Request): Cancellation {
  const cancel = new Cancel()
  const abort = () => cancel.abort(disconnected())
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return cancel
}

/** A 4xx error, so that it isn't logged as a failure. Nobody receives it. */
export const disconnected = () => new ApiError('BadRequestError', 'The client closed the connection')
