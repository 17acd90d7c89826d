import type { Extension } from '../client.js'
import { timeLimit } from '../transport/time-limit.js'
import type { ApiRequest } from '../types/request.js'

/**
 * Lets a client send at most `width` requests at a time; the others wait in their order. Who gives up leaves the queue.
 * The `timeout` of a call counts from when it is made; that of the client's defaults only once it is sent, so that a long
 * queue is no error. Throws a `RangeError` for a width that isn't a whole number from 1: nothing would ever be sent.
 */
export function limitConcurrency(width: number): Extension<object> {
  if (!(Number.isInteger(width) && width > 0)) {
    throw new RangeError(`limitConcurrency takes a whole number from 1, not ${width}`)
  }
  return (context) => {
    const { send } = context
    const waiting = new Set<() => void>()
    let free = width
    const leave = () => {
      // Handed over rather than freed, so that a newcomer can't take the place of who waits.
      const [next] = waiting
      if (!next) free++
      else if (waiting.delete(next)) next()
    }
    const takeTurn = async (request: ApiRequest): Promise<ApiRequest> => {
      const limit = timeLimit(request)
      let begin = (): void => undefined
      const turn = new Promise<void>((resolve) => {
        begin = resolve
      })
      waiting.add(begin)
      try {
        await limit.wait(turn, 'its turn')
      } catch (error) {
        // The place may have been handed over at the same moment.
        if (!waiting.delete(begin)) leave()
        throw error
      }
      return limit.rest()
    }
    context.send = async (request) => {
      let ready = request
      if (free) free--
      else ready = await takeTurn(request)
      try {
        return await send(ready)
      } finally {
        leave()
      }
    }
    return {}
  }
}
