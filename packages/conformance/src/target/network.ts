import type { Dispatcher, Pool } from 'undici'
import { readText } from './read-text.js'
import type { Tls } from './tls.js'
import type { Incoming, Transport } from './transport.js'

const always = { 'user-agent': '@content-api/conformance', 'accept-encoding': 'identity' }

/**
 * Sends requests over persistent connections. A run sends thousands of small requests. `fetch`, which is
 * based on the same connection pool, needs several times the CPU time for them. Commands without requests
 * don't load the pool.
 */
export function network(origin: string, timeoutMilliseconds: number, { ca, ...tls }: Tls = {}): Transport {
  // One deadline for the complete exchange, which the timeouts of the pool don't provide.
  const connect = { timeout: timeoutMilliseconds, ...tls, ...(ca ? { ca: [...ca] } : {}) }
  let opened: Promise<Pool> | undefined
  const open = async () => new (await import('undici')).Pool(origin, { headersTimeout: 0, bodyTimeout: 0, connect })
  return async ({ method, url, headers, body }) => {
    const pool = await (opened ??= open())
    const deadline = new AbortController()
    const timer = setTimeout(() => {
      deadline.abort(new DOMException('deadline', 'TimeoutError'))
    }, timeoutMilliseconds)
    try {
      const response = await pool.request({
        method,
        path: `${url.pathname}${url.search}`,
        headers: { ...always, ...headers },
        body: body ?? null,
        signal: deadline.signal,
      })
      return await incoming(response, `${method} ${url.href}`)
    } finally {
      clearTimeout(timer)
    }
  }
}

async function incoming({ statusCode, headers, body }: Dispatcher.ResponseData, of: string): Promise<Incoming> {
  const single = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
  return { status: statusCode, headers: single, text: await readText(body, single['content-encoding'], of) }
}
