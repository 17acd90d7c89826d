import { UnorderedList } from '../concurrency/unordered-list.js'
import type { OpenRequest, OpenRequests } from './open-requests.js'

export interface SlowClientLimits {
  /** Milliseconds for which a client may hold a connection while it sends next to nothing. */
  readonly patience: number
  /** A body that arrives faster than this may take as long as it takes: uploads are large. */
  readonly bytesPerSecond: number
  /** Milliseconds between two looks. */
  readonly interval: number
}

const usual: SlowClientLimits = { patience: 25_000, bytesPerSecond: 16_384, interval: 1_000 }

/** A body that is being sent. */
interface Sending extends OpenRequest {
  /** Milliseconds that are left of the client's patience. */
  left: number
  /** When `left` was computed, and the bytes of the connection by then. */
  seen: number
  bytes: number
}

/**
 * Cuts off clients that send a body byte by byte, stop in the middle of it, or don't read their response. Node's own limit
 * on requests counts only time: a limit short enough for slow clients would end large uploads.
 * @returns a function that stops the checks
 */
export function cutOffSlowClients(requests: OpenRequests, limits: SlowClientLimits = usual): () => void {
  /** Kept apart from the open ones: an answered request may still be sending its body. */
  const sending = new UnorderedList<Sending>()
  const taking = new WeakSet<OpenRequest>()
  requests.server.on('request', (request, response) => {
    if (!hasBody(request.headers)) return
    const open = {
      request,
      response,
      left: limits.patience,
      seen: performance.now(),
      bytes: request.socket.bytesRead,
    }
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

/**
 * Received bytes give the client time at `bytesPerSecond`, up to `patience`: a client that has sent much can't be silent for
 * longer than one that has just begun.
 */
function isSlow(open: Sending, { patience, bytesPerSecond }: SlowClientLimits): boolean {
  const [now, { bytesRead }] = [performance.now(), open.request.socket]
  const gained = ((bytesRead - open.bytes) / bytesPerSecond) * 1_000
  open.left = Math.min(patience, open.left - (now - open.seen) + gained)
  open.seen = now
  open.bytes = bytesRead
  return open.left < 0
}

/** As Node does it. */
function cutOff({ request, response }: OpenRequest): void {
  const { socket } = request
  if (!response.headersSent && socket.writable)
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  socket.destroy()
}
