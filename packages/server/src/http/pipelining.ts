import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const latest = Symbol('latest response')

/**
 * Handles what comes over a connection one request after the other. Node hands over all that a client sends without waiting
 * for answers, a thousand in one packet, and keeps the answers until they are taken: with large ones, more than there is
 * memory for.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  return (request, response) => {
    const socket: Socket & { [latest]?: ServerResponse } = request.socket
    const before = socket[latest]
    socket[latest] = response
    if (!before || before.closed || before.writableFinished) return listener(request, response)
    before.once('close', () => {
      if (!socket.destroyed) listener(request, response)
      // Who is gone takes no further answers. Node ends those that were on their way only, and these would count as open for ever.
      else response.emit('close')
    })
  }
}
