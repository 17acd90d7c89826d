import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const latest = Symbol('latest response')
const waiting = Symbol('waiting requests')

/** The number of requests of one connection that may wait for earlier ones. Clients that pipeline send far fewer. */
export const longestPipeline = 256

interface Connection extends Socket {
  [latest]?: ServerResponse
  [waiting]?: number
}

/**
 * Handles the requests of a connection one after the other. A client may send requests without waiting for
 * responses, a thousand in one packet. Node would start all of them and keep their responses until the client
 * reads them, which may need more memory than there is. Node keeps reading while requests wait, so a
 * connection with more than `longestPipeline` of them is closed.
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
      // Without the event, the request would count as open forever.
      return void response.emit('close')
    }
    socket[waiting] = count
    before.once('close', () => {
      socket[waiting] = (socket[waiting] ?? 1) - 1
      if (!socket.destroyed) listener(request, response)
      // The client has disconnected. Node closes only responses that have started, so the others would count
      // as open forever.
      else response.emit('close')
    })
  }
}
