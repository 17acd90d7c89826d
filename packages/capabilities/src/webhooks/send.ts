import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Characters of a response that are kept. */
const keptCharacters = 500
/** Characters of a response that are read. A response with more ends there, so that none is endless. */
const readCharacters = 8_192
/** Concurrent requests to one webhook. */
export const concurrentRequests = 16

/** A POST request of a webhook. */
export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
  readonly allowPrivateAddresses: boolean
  /** Ends the attempt. */
  readonly signal?: AbortSignal | undefined
}

export interface WebhookResponse {
  /** Null if there was no response. */
  readonly status: number | null
  /** The start of the response, or why there is none. */
  readonly text: string
}

/** Sends one request. Never rejects. */
export type Send = (request: WebhookRequest) => Promise<WebhookResponse>

/** Returns whether a response confirms the delivery. Redirects don't: they aren't followed. */
export const isDelivered = ({ status }: WebhookResponse): boolean => status !== null && status >= 200 && status < 300

/**
 * Creates the function that sends the requests of webhooks. It keeps connections open between them.
 * @param seconds the time that an attempt may take, with all of its response
 */
export function createSender(seconds: number): { readonly send: Send; close(): void } {
  const agentOptions = { keepAlive: true, maxSockets: concurrentRequests, timeout: 2_000 * seconds }
  const agents = { 'http:': new HttpAgent(agentOptions), 'https:': new HttpsAgent(agentOptions) }
  const send: Send = async ({ url: text, headers, body, allowPrivateAddresses, signal }) => {
    const url = new URL(text)
    const isHttps = url.protocol === 'https:'
    const limit = new RunningTimeLimit(seconds * 1_000)
    try {
      if (!allowPrivateAddresses) rejectPrivateHost(url.hostname)
      const options = {
        method: 'POST',
        agent: agents[isHttps ? 'https:' : 'http:'],
        headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
        // The connection uses the addresses that were checked, so that the name can't resolve to others in between.
        ...(!allowPrivateAddresses && { lookup: lookUpPublic }),
      }
      for (;;) {
        const request = isHttps ? requestHttps(url, options) : requestHttp(url, options)
        try {
          return await responseTo(request, body)
        } catch (error) {
          // The receiver may close a connection that it kept open at the moment at which it is used again.
          if (!request.reusedSocket || !isClosed(error)) throw error
        }
      }
    } catch (error) {
      if (limit.signal.aborted) return { status: null, text: `no response within ${seconds} seconds` }
      return { status: null, text: error instanceof Error ? describe(error) : 'the request failed' }
    } finally {
      limit.end()
    }
  }
  return { send, close: () => Object.values(agents).forEach((agent) => agent.destroy()) }
}

/** Parts in which a time limit is counted. */
const partsOfLimit = 10

/**
 * Aborts a signal after some time. Time in which this process is busy hardly counts, because it couldn't read
 * a response meanwhile: a receiver would seem to hang whenever this process starts on a slow machine.
 */
class RunningTimeLimit {
  readonly #controller = new AbortController()
  readonly signal = this.#controller.signal
  readonly #timer: NodeJS.Timeout
  #parts = 0

  constructor(milliseconds: number) {
    this.#timer = setInterval(() => {
      if (++this.#parts < partsOfLimit) return
      this.end()
      this.#controller.abort()
    }, milliseconds / partsOfLimit)
  }

  end(): void {
    clearInterval(this.#timer)
  }
}

const isClosed = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNRESET'

function describe(error: Error): string {
  const { code } = error as NodeJS.ErrnoException
  return (error.message || (code ?? 'the request failed')).slice(0, keptCharacters)
}

function responseTo(request: ClientRequest, body: string): Promise<WebhookResponse> {
  return new Promise((resolve, reject) => {
    request.on('error', reject)
    request.once('response', (response: IncomingMessage) => {
      let text = ''
      let length = 0
      const end = () => resolve({ status: response.statusCode ?? null, text })
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        length += part.length
        if (text.length < keptCharacters) text = (text + part).slice(0, keptCharacters)
        if (length <= readCharacters) return
        end()
        response.destroy()
      })
      response.on('error', reject)
      response.once('end', end)
    })
    request.end(body)
  })
}

/** Returns whether an address is reachable from the whole internet. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

const privateAddress = (address: string) =>
  new Error(`${address} is an address of this machine or of a private network. Set "allowPrivateAddresses" to use it`)

/** Rejects addresses in URLs, which need no lookup. @throws Error */
function rejectPrivateHost(hostname: string): void {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(address) && !isPublicAddress(address)) throw privateAddress(address)
}

/** Resolves a name, and fails if one of its addresses isn't public. */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
    if (error) return callback(error, '', 0)
    const other = found.find(({ address }) => !isPublicAddress(address))
    if (other) return callback(privateAddress(other.address), '', 0)
    const [first] = found
    if (options.all) return callback(null, found)
    callback(null, first?.address ?? '', first?.family)
  })
}
