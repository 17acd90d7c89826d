import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '@content-api/engine/errors'
import { jsonType } from '@content-api/core/message/message'

export interface BesideHealthOptions {
  /** Returns whether the server is about to stop. */
  readonly isStopping: () => boolean
  /** Resolves if the database responds to a statement. */
  readonly reachDatabase: () => Promise<unknown>
  readonly isStrapiReachable: () => Promise<boolean>
}

/**
 * Serves `/healthz`, and `/readyz`, which responds with 503 while the server stops or the database can't be
 * reached. While Strapi is away, it still responds with 200, because reads are served, and names the state of
 * Strapi. `/_health` is Strapi's own.
 * @returns a function that returns whether it has responded
 */
export function createBesideHealth(
  options: BesideHealthOptions,
): (message: IncomingMessage, response: ServerResponse) => boolean {
  /** Concurrent requests share one check. */
  let checking: Promise<[status: number, body: string]> | undefined
  return ({ method, url = '/' }, response) => {
    const [path] = url.split('?', 1)
    if ((path !== '/healthz' && path !== '/readyz') || (method !== 'GET' && method !== 'HEAD')) return false
    const send = ([status, body]: [number, string]) => {
      const retry = status === 503 ? { 'Retry-After': '1' } : {}
      const length = { 'Content-Length': Buffer.byteLength(body) }
      response.writeHead(status, { 'Content-Type': jsonType, 'X-Served-By': 'content-api', ...retry, ...length })
      response.end(method === 'HEAD' ? undefined : body)
    }
    if (path === '/healthz') send([200, '{"status":"alive"}'])
    else void (checking ??= check(options).finally(() => (checking = undefined))).then(send)
    return true
  }
}

async function check(options: BesideHealthOptions): Promise<[status: number, body: string]> {
  if (options.isStopping()) return unready('The service is stopping')
  const [hasDatabase, hasStrapi] = await Promise.all([
    options.reachDatabase().then(
      () => true,
      () => false,
    ),
    options.isStrapiReachable(),
  ])
  if (!hasDatabase) return unready()
  return [200, JSON.stringify({ status: 'ready', strapi: hasStrapi ? 'reachable' : 'unreachable' })]
}

function unready(message?: string): [status: number, body: string] {
  return [503, JSON.stringify(new ApiError('ServiceUnavailableError', message))]
}
