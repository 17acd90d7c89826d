import type { RequestListener, ServerResponse } from 'node:http'
import { type IsOwnHost, otherHost } from '../composition/own-hosts.js'

/** The metrics of a service as text for Prometheus. */
export interface MetricsText {
  readonly contentType: string
  readonly text: string
}

/**
 * Serves only `/metrics`, to GET and HEAD, because it listens on a separate port. Names of other hosts are
 * rejected: a web page may resolve its own name to the address of the metrics.
 */
export function metricsListener(read: () => Promise<MetricsText>, isOwnHost: IsOwnHost): RequestListener {
  return (request, response) => {
    const { host } = request.headers
    if (!isOwnHost(host)) {
      response.writeHead(403, { 'Content-Type': 'text/plain' }).end(`${otherHost(host)}.\n`)
      return
    }
    const path = request.url?.split('?', 1)[0]
    if (path !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Metrics are at /metrics.\n')
      return
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Type': 'text/plain' }).end('Use GET.\n')
      return
    }
    void sendMetrics(response, read, request.method === 'HEAD')
  }
}

async function sendMetrics(response: ServerResponse, read: () => Promise<MetricsText>, isHead: boolean): Promise<void> {
  try {
    const { contentType, text } = await read()
    response.writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' })
    response.end(isHead ? undefined : text)
  } catch {
    response.writeHead(503, { 'Content-Type': 'text/plain' }).end('The metrics cannot be read.\n')
  }
}
