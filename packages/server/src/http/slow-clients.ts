import type { OpenRequest, OpenRequests } from './open-requests.js'

export interface SlowClientLimits {
  /** Milliseconds for which a client may hold a connection with next to nothing on it. */
  readonly patience: number
  /** A body that comes faster than this, measured over all of it, may take as long as it takes: uploads are large. */
  readonly bytesPerSecond: number
  /** Milliseconds between two looks. */
  readonly interval: number
}

const usual: SlowClientLimits = { patience: 25_000, bytesPerSecond: 16_384, interval: 1_000 }

/**
 * Cuts off clients that send a body byte by byte, or don't take their answer. Node's own limit on requests counts time
 * alone: what is short enough for them would end the upload of a large file over an ordinary line.
 * @returns what ends it
 */
export function cutOffSlowClients(requests: OpenRequests, limits: SlowClientLimits = usual): () => void {
  /** Kept apart from the open ones: an answered request may still be sending its body. */
  const sending = new Set<OpenRequest>()
  const taking = new WeakSet<OpenRequest>()
  requests.server.on('request', (request, response) => {
    if (!hasBody(request.headers)) return
    const open = { request, response, begun: performance.now(), receivedBefore: request.socket.bytesRead }
    sending.add(open)
    request.once('end', () => sending.delete(open))
  })
  const timer = setInterval(() => {
    for (const open of sending) {
      if (open.request.complete || open.request.socket.destroyed) sending.delete(open)
      else if (isSlow(open, limits)) cutOff(open)
    }
    for (const open of requests) {
      if (!open.response.headersSent || taking.has(open)) continue
      taking.add(open)
      // Counts from the last bytes that went out, and once more when some did since it began; Node sets it anew with the next
      // request of the connection.
      open.request.socket.setTimeout(limits.patience / 2)
    }
  }, limits.interval)
  timer.unref()
  return () => clearInterval(timer)
}

function hasBody(headers: OpenRequest['request']['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isSlow({ request, begun, receivedBefore }: OpenRequest, limits: SlowClientLimits): boolean {
  const received = request.socket.bytesRead - receivedBefore
  return performance.now() - begun > limits.patience + (received / limits.bytesPerSecond) * 1_000
}

/** As Node does it. */
function cutOff({ request, response }: OpenRequest): void {
  const { socket } = request
  if (!response.headersSent && socket.writable)
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  socket.destroy()
}
