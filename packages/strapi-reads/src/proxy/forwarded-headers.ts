import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import proxyAddress from 'proxy-addr'

/** Headers of one connection (RFC 9110 §7.6.1). Each side of the proxy has its own ones. */
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
])

/**
 * Returns whether a header reaches the other side although `Connection` names it. Without those of the body, Strapi
 * would read it to another end than this server does, and take the rest for a request. Without the others, it
 * would respond to another caller or in another form.
 */
const isEndToEnd = (name: string): boolean =>
  endToEndHeaders.has(name) || /^(?:accept|content|if|strapi|x-forwarded)-/.test(name)

const endToEndHeaders: ReadonlySet<string> = new Set([
  'accept',
  'authorization',
  'cache-control',
  'cookie',
  'forwarded',
  'host',
  'origin',
  'range',
])

/** Methods whose requests have no body unless a header says so. Strapi expects a length with all others. */
const withoutBody: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])

export interface RequestHeadersOptions {
  /** The number of proxies in front of this server whose `X-Forwarded-*` headers are used. */
  readonly trustProxy: number
  readonly target: URL
}

/**
 * Returns the headers for Strapi in the form of `rawHeaders`: those of the client in their order, without
 * those of its connection, and with the address, scheme and host that the client used.
 */
export function headersForStrapi(message: IncomingMessage, { trustProxy, target }: RequestHeadersOptions): string[] {
  const { headers, method = 'GET' } = message
  const trusted = trustProxy > 0
  const dropped = namesOfConnection(headers.connection)
  const sent: string[] = []
  // An HTTPS server often selects its site by this name.
  if (headers.host === undefined || target.protocol === 'https:') sent.push('Host', target.host)
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    const name = message.rawHeaders[index] as string
    const lower = name.toLowerCase()
    if (connectionHeaders.has(lower) || (dropped?.has(lower) && !isEndToEnd(lower))) continue
    if (lower === 'host' && sent[0] === 'Host') continue
    // Node has sent `100 Continue` to the client already, and accepts trailers of bodies in chunks only.
    if (lower === 'expect' || (lower === 'trailer' && headers['transfer-encoding'] === undefined)) continue
    if (lower === 'x-forwarded-for') continue
    if (!trusted && (lower === 'forwarded' || lower.startsWith('x-forwarded-'))) continue
    sent.push(name, message.rawHeaders[index + 1] as string)
  }
  if (headers['transfer-encoding'] !== undefined) sent.push('Transfer-Encoding', 'chunked')
  else if (headers['content-length'] === undefined && !withoutBody.has(method)) sent.push('Content-Length', '0')
  const addresses = clientAddresses(message, trustProxy)
  if (addresses !== '') sent.push('X-Forwarded-For', addresses)
  const has = (name: string) => trusted && headers[name] !== undefined
  if (!has('x-forwarded-proto'))
    sent.push('X-Forwarded-Proto', (message.socket as TLSSocket).encrypted ? 'https' : 'http')
  if (!has('x-forwarded-host') && headers.host !== undefined) sent.push('X-Forwarded-Host', headers.host)
  return sent
}

/** Returns the address of the client and those of the trusted proxies. Addresses that a client made up are left out. */
function clientAddresses(message: IncomingMessage, trustProxy: number): string {
  if (trustProxy === 0) return message.socket.remoteAddress ?? ''
  return proxyAddress
    .all(message, (_address, distance) => distance < trustProxy)
    .toReversed()
    .join(', ')
}

export interface ResponseHeadersOptions {
  /** Whether fields can follow the body. */
  readonly trailers: boolean
  /** Headers that replace those of Strapi with the same name. */
  readonly set: Readonly<Record<string, string>>
}

/** Returns the headers for the client in the form of `rawHeaders`. */
export function headersForClient(answer: IncomingMessage, { trailers, set }: ResponseHeadersOptions): string[] {
  const dropped = namesOfConnection(answer.headers.connection)
  const replaced = new Set(Object.keys(set).map((name) => name.toLowerCase()))
  const sent: string[] = []
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    const name = answer.rawHeaders[index] as string
    const lower = name.toLowerCase()
    if (connectionHeaders.has(lower) || replaced.has(lower)) continue
    if (dropped?.has(lower) && !isEndToEnd(lower)) continue
    // Node rejects this header unless the body is sent in chunks.
    if (lower === 'trailer' && !trailers) continue
    sent.push(name, answer.rawHeaders[index + 1] as string)
  }
  for (const name in set) sent.push(name, set[name] as string)
  return sent
}

/** Returns the lower-case names in a `Connection` header, or null for one without names of headers. */
function namesOfConnection(connection: string | undefined): Set<string> | null {
  if (connection === undefined || /^(close|keep-alive)$/i.test(connection)) return null
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()))
}

/**
 * Returns whether `Connection` names other headers than those of a connection. Strapi doesn't get all of them, so
 * that its response says nothing about other requests.
 */
export function dropsHeaders({ headers }: IncomingMessage): boolean {
  const names = namesOfConnection(headers.connection) ?? []
  return [...names].some((name) => name !== 'close' && name !== '' && !connectionHeaders.has(name))
}

/** Sends the fields that followed a body, if the receiver gets the body in chunks. */
export function addTrailers(to: ClientRequest | ServerResponse, { rawTrailers }: IncomingMessage): void {
  if (rawTrailers.length === 0) return
  const pairs = rawTrailers.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawTrailers[index + 1] ?? '']] : [],
  )
  try {
    to.addTrailers(pairs)
  } catch {
    // A proxy may leave out trailers (RFC 9110 §6.5.1), here those with a name or value that Node doesn't send.
  }
}

/** Returns whether a request has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Returns whether a body ends where no other server could see another end. Node reports the head of a request
 * before it rejects such a body.
 */
export function hasCertainEnd({ headers }: IncomingMessage): boolean {
  const encoding = headers['transfer-encoding']
  return encoding === undefined || /(?:^|[,\s])chunked$/i.test(encoding)
}

/**
 * Returns whether a client wants to open a WebSocket. Other upgrades are optional: Java's client offers
 * HTTP/2 with each request.
 */
export function isWebSocket({ headers }: IncomingMessage): boolean {
  return (headers.upgrade ?? '').split(',').some((protocol) => protocol.trim().toLowerCase() === 'websocket')
}
