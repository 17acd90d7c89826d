import type { Extension } from '../client.js'
import { remainingRequest } from '../transport/remaining-request.js'
import { startTimeLimit } from '../transport/time-limit.js'
import type { ApiRequest } from '../types/request.js'

/**
 * Limits the requests that a client sends at a time; the others wait in order. An aborted or timed-out request leaves the
 * queue immediately. The `timeout` of a call counts from the call. That of the client's `defaults` counts from when the
 * request is sent, so a long queue is no error.
 *
 * @throws RangeError for a width that isn't a whole number from 1
 * @example
 * ```ts
 * const calm = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' }).with(limitConcurrency(4))
 * ```
 */
export function limitConcurrency(width: number): Extension<object> {
  if (!(Number.isInteger(width) && width > 0)) {
    throw new RangeError(`limitConcurrency takes a whole number from 1, not ${width}`)
  }
  return (context) => {
    const { send } = context
    const queue = createQueue(width)
    context.send = async (request) => {
      const ready = queue.enter() ? request : await queue.wait(request)
      try {
        return await send(ready)
      } finally {
        queue.leave()
      }
    }
    return {}
  }
}

/** The requests that are being sent, `width` at most, and those that wait. */
function createQueue(width: number) {
  const waiting = new Set<() => void>()
  let free = width

  /** Passes the slot to the next request in line: were it freed first, a newcomer could take it. */
  function leave(): void {
    const [next] = waiting
    if (next) {
      waiting.delete(next)
      next()
    } else free++
  }

  /** Takes a free slot. Returns false where there is none. */
  function enter(): boolean {
    if (free === 0) return false
    free--
    return true
  }

  /** Waits for a slot. Returns the request with what is left of its time limit. */
  async function wait(request: ApiRequest): Promise<ApiRequest> {
    const limit = startTimeLimit(request, Infinity)
    let begin = (): void => undefined
    const slot = new Promise<void>((resolve) => {
      begin = resolve
    })
    waiting.add(begin)
    try {
      await limit.wait(() => slot, 'its turn')
    } catch (error) {
      const isStillWaiting = waiting.delete(begin)
      // The slot was passed on at the same moment.
      if (!isStillWaiting) leave()
      throw error
    }
    return remainingRequest(request, limit)
  }

  return { enter, leave, wait }
}
