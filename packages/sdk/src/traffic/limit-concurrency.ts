import type { Extension } from '../client.js'
import { remainingRequest } from '../transport/remaining-request.js'
import { startTimeLimit } from '../transport/time-limit.js'
import type { ApiRequest } from '../types/request.js'

/**
 * Limits how many requests a client sends at the same time; the others wait in order. An aborted or timed-out
 * request leaves the queue immediately. A call's own `timeout` includes the wait in the queue. The `timeout`
 * of the client's `defaults` starts when the request is sent, so waiting in a long queue doesn't exceed it.
 *
 * @param width the number of requests sent at the same time
 * @throws RangeError for a width that isn't a positive whole number
 * @example
 * ```ts
 * const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' }).with(limitConcurrency(4))
 * ```
 */
export function limitConcurrency(width: number): Extension<object> {
  if (!(Number.isInteger(width) && width > 0)) {
    throw new RangeError(`limitConcurrency expects a positive whole number, not ${width}`)
  }
  return (context) => {
    const { send } = context
    const queue = createQueue(width)
    context.send = async (request) => {
      const ready = queue.tryEnter() ? request : await queue.waitToEnter(request)
      try {
        return await send(ready)
      } finally {
        queue.leave()
      }
    }
    return {}
  }
}

/** Creates a queue with `width` slots: each request that is being sent takes one. */
function createQueue(width: number) {
  const waiting = new Set<() => void>()
  let free = width

  /** Passes the slot to the next waiting request. Freeing it first would let a new request overtake the queue. */
  function leave(): void {
    const [next] = waiting
    if (next) {
      waiting.delete(next)
      next()
    } else free++
  }

  /** Takes a free slot. Returns false when all are taken. */
  function tryEnter(): boolean {
    if (free === 0) return false
    free--
    return true
  }

  /** Waits for a slot. Returns the request with the rest of its time limit. */
  async function waitToEnter(request: ApiRequest): Promise<ApiRequest> {
    const limit = startTimeLimit(request, Infinity)
    let takeSlot = (): void => undefined
    const slot = new Promise<void>((resolve) => {
      takeSlot = resolve
    })
    waiting.add(takeSlot)
    try {
      await limit.wait(() => slot, 'a free slot')
    } catch (error) {
      const isStillWaiting = waiting.delete(takeSlot)
      // `leave` passed a slot to this request just before it ended.
      if (!isStillWaiting) leave()
      throw error
    }
    return remainingRequest(request, limit)
  }

  return { tryEnter, waitToEnter, leave }
}
