import type { OpenRequest, OpenRequests } from './open-requests.js'

/** Milliseconds for which a client may hold a connection with next to nothing on it. */
const patience = 28_000
/** A body that comes faster than this, measured over all of it, may take as long as it takes: uploads are large. */
const bytesPerSecond = 16_384

/** Milliseconds between two looks. */
const interval = 1_000

/**
 * Cuts off clients that send a body byte by byte, or don't take their answer. Node's own limit on requests counts time
 * alone: what is short enough for them would end the upload of a large file over an ordinary line.
 * @returns what ends it
 */
export function cutOffSlowClients(requests: OpenRequests): () => void {
  /** Kept apart from the open ones: an answered request may still be sending its body. */
  const sending = new Set<OpenRequest>()
  const taking = new WeakSet<OpenRequest>()
  requests.server.on('request', (request, response) => {
    if (!hasBody(request.headers)) return
    sending.add({ request, response, begun: performance.now(), receivedBefore: request.socket.bytesRead })
  })
  const timer = setInterval(() => {
    for (const open of sending) {
      if (open.request.complete || open.request.socket.destroyed) sending.delete(open)
      else if (isSlow(open)) cutOff(open)
    }
    for (const open of requests) {
      if (!open.response.headersSent || taking.has(open)) continue
      taking.add(open)
      // Counts from the last bytes that went out; Node sets it anew with the next request of the connection.
      open.request.socket.setTimeout(patience)
    }
  }, interval)
  timer.unref()
  return () => clearInterval(timer)
}

function hasBody(headers: OpenRequest['request']['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isSlow({ request, begun, receivedBefore }: OpenRequest): boolean {
  const received = request.socket.bytesRead - receivedBefore
  return performance.now() - begun > patience + (received / bytesPerSecond) * 1_000
}

/** As Node does it. */
function cutOff({ request, response }: OpenRequest): void {
  const { socket } = request
  if (!response.headersSent && socket.writable)
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  socket.destroy()
}
