import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const latest = Symbol('latest response')
const waiting = Symbol('waiting requests')

/** Requests of one connection that may wait for those before them. Clients that pipeline send far fewer. */
export const longestPipeline = 256

interface Connection extends Socket {
  [latest]?: ServerResponse
  [waiting]?: number
}

/**
 * Handles what comes over a connection one request after the other. Node hands over all that a client sends without waiting
 * for answers, a thousand in one packet, and keeps the answers until they are taken: with large ones, more than there is
 * memory for. It reads on while they wait: a connection with more waiting requests than `longestPipeline` is closed.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  return (request, response) => {
    const socket: Connection = request.socket
    const before = socket[latest]
    socket[latest] = response
    if (!before || before.closed || before.writableFinished) return listener(request, response)
    const count = (socket[waiting] ?? 0) + 1
    if (count > longestPipeline) {
      socket.destroy()
      // It counts as open until then.
      return void response.emit('close')
    }
    socket[waiting] = count
    before.once('close', () => {
      socket[waiting] = (socket[waiting] ?? 1) - 1
      if (!socket.destroyed) listener(request, response)
      // Who is gone takes no further answers. Node ends those that were on their way only, and these would count as open for ever.
      else response.emit('close')
    })
  }
}
