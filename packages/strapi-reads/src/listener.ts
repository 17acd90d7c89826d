import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import proxyAddress from 'proxy-addr'
import type { ApiError } from '@content-api/engine/errors'
import { getOrCreate } from '@content-api/engine/on-demand'
import type { ReadPlan } from '@content-api/engine/plan'
import type { Config } from '@content-api/core/config/schema'
import { MessageRequest, requestId } from '@content-api/core/transport/message-request'
import { sendResponse } from '@content-api/core/transport/node-listener'
import type { Logger } from '@content-api/core/log/logger'
import { type HttpResponse, jsonType } from '@content-api/core/message/message'
import { hasRoutes } from '@content-api/interfaces/rest/routes'
import { candidateOf, largeBody } from './candidates.js'
import type { Evidence } from './evidence/create-evidence.js'
import type { Answer as ComparedAnswer } from './evidence/compare-answers.js'
import { evidenceKey, shortKey } from './evidence/evidence-key.js'
import type { ForwardReason } from './forward-reason.js'
import type { Generations } from './generations.js'
import type { ReadRecord } from './judged-reads.js'
import type { BesideMetrics } from './metrics/beside-metrics.js'
import type { Reads } from './open-reads.js'
import { hasOnlyQueries } from './only-queries.js'
import type { Answer } from './proxy/answer-copy.js'
import type { ForwardOptions, Proxy } from './proxy/proxy.js'
import { readBody } from './proxy/read-body.js'

interface ListenerOptions {
  readonly config: Config
  /** The path of GraphQL; null without it. */
  readonly endpoint: string | null
  readonly generations: Generations<Reads>
  readonly proxy: Proxy
  /** Null if kinds of reads are served without a comparison. */
  readonly evidence: Evidence | null
  /** Returns the headers that Strapi sends with each response, or why Strapi has to send them. */
  readonly headersOf: (message: IncomingMessage) => Readonly<Record<string, string>> | ForwardReason
  /** Whether Strapi compresses responses. */
  readonly compresses: boolean
  /** Whether Strapi's responses have `X-Response-Time`. */
  readonly isTimed: boolean
  readonly metrics: BesideMetrics
  readonly logger: Logger
}

/**
 * Returns the listener of the mode beside Strapi. It decides about each request: by its method and path, by
 * the files of the project, by its plans, and by the evidence for such reads. Each way ends in a response of
 * this server or of Strapi.
 */
export function createBesideListener(options: ListenerOptions): RequestListener {
  const { config, endpoint, generations, proxy, evidence, headersOf, compresses, isTimed, metrics, logger } = options
  const { prefix } = config.api.rest
  const mostForLoad = config.beside.maxForwarded * shareForLoad
  const forward = async (message: IncomingMessage, response: ServerResponse, forwarded: ForwardOptions) => {
    const begun = performance.now()
    if (logger.isEnabled('debug')) logForwarded(logger, message, forwarded.reason)
    const result = await proxy.forward(message, response, forwarded)
    if (result === 'refused') metrics.refused()
    else metrics.forwarded(forwarded.reason, performance.now() - begun)
  }
  const respond = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const begun = performance.now()
    const { url = '/' } = message
    const [path = '/'] = url.split('?', 1)
    const candidate = candidateOf(message, path, { prefix, endpoint, bodyLimit: config.limits.body })
    if (candidate.kind === 'forwarded') return forward(message, response, candidate)
    const headers = headersOf(message)
    if (isReason(headers)) return forward(message, response, { reason: headers })
    const read = candidate.kind === 'graphql' && candidate.hasBody ? await readBody(message, config.limits.body) : null
    if (read?.isPartial) return forward(message, response, { reason: largeBody.reason, body: read.bytes })
    const body = read && read.bytes
    const toStrapi = (reason: ForwardReason, observe?: ForwardOptions['observe']) =>
      forward(message, response, {
        reason,
        ...(body && { body, isRead: () => hasOnlyQueries(body) }),
        ...(observe && { observe }),
      })
    const outcome = await generations.use(async (reads) => {
      const reason = reads.verdicts.everything ?? reads.verdicts.ofPath(message.method ?? 'GET', path)
      if (reason) return { kind: 'forwarded', reason } as const
      // While these reads are the newest ones.
      const ofSchema = evidence?.ofSchema(reads)
      const served = await reads.serve(requestOf(message, response, body, config))
      return served.kind === 'response' ? { ...served, ofSchema } : served
    })
    if (isReason(outcome)) return toStrapi(outcome)
    if (outcome.kind === 'forwarded') return toStrapi(outcome.reason)
    const send = async (sent: HttpResponse) => {
      const timed = isTimed ? { 'X-Response-Time': `${Math.ceil(performance.now() - begun)}ms` } : {}
      await sendResponse(message, response, withHeaders(sent, { ...headers, ...timed }), {
        common: {},
        requestId: requestId(message.headers['x-request-id']?.toString()),
        compress: compresses,
      })
      metrics.served(performance.now() - begun)
    }
    if (outcome.kind === 'unavailable') {
      return outcome.isBusy && proxy.open < mostForLoad ? toStrapi(busy) : send(unavailable(outcome.error))
    }
    const { ofSchema } = outcome
    if (!ofSchema) return send(outcome.response)
    const key = keyOf(path, candidate.kind, outcome.record)
    const compared = { key, method: message.method ?? 'GET', route: routeOf(path), url, body }
    // After the response, for which nothing waits.
    const compare = (theirs: Answer | null) => {
      if (!theirs || saysNothing.has(theirs.status)) return
      const { status, headers: sent, body: received } = theirs
      ofSchema.compared(compared, comparedOf(outcome.response), {
        status,
        contentType: sent['content-type'],
        body: received,
      })
    }
    switch (ofSchema.judge(key)) {
      case 'serve':
        return send(outcome.response)
      case 'serve-and-compare':
        await send(outcome.response)
        return compare(await proxy.ask(message, { ...(body && { body }) }))
      case 'forward-and-compare':
        return toStrapi(unproven, compare)
      case 'forward':
        return toStrapi(different)
    }
  }
  return (message, response) => {
    respond(message, response).catch((error: unknown) => {
      // Only the connection of the client can fail here.
      logger.debug('A request ended early', { error })
      response.destroy()
    })
  }
}

/** Logs why Strapi gets a request. The log has no query, which may hold secrets. */
function logForwarded(logger: Logger, { headers, method = 'GET', url = '/' }: IncomingMessage, reason: ForwardReason) {
  const id = requestId(headers['x-request-id']?.toString())
  const [path = '/'] = url.split('?', 1)
  logger.debug('Forwarded to Strapi', { requestId: id, method, path, reason: reason.message })
}

const isReason = (value: object): value is ForwardReason => 'kind' in value && 'message' in value

/**
 * A read that waited too long here goes to Strapi while Strapi has less than this share of its requests. More
 * would take Strapi's time from the requests that only Strapi can do.
 */
const shareForLoad = 0.25

/**
 * Statuses of responses that are no evidence for a read, because they depend on something else: on a range or an
 * earlier response that the client names, on a limit of requests, or on a server between here and Strapi. One
 * client can bring each of them about.
 */
const saysNothing: ReadonlySet<number> = new Set([206, 304, 408, 412, 413, 416, 417, 429, 431, 502, 503, 504])

const busy: ForwardReason = { kind: 'load', message: 'This server has more reads than it can do in time' }
const unproven: ForwardReason = { kind: 'evidence', message: 'Reads of this kind are being compared with Strapi' }
const different: ForwardReason = { kind: 'evidence', message: 'A read of this kind differed from Strapi' }

/** A request that the handlers understand. Its body has been read. */
interface WithBody extends IncomingMessage {
  body?: unknown
}

function requestOf(message: WithBody, response: ServerResponse, body: Buffer | null, config: Config) {
  // The handlers read this body instead of the message.
  if (body) message.body = body
  const { trustProxy, limits } = config
  return new MessageRequest({
    message,
    response,
    id: requestId(message.headers['x-request-id']?.toString()),
    addressOf: () => proxyAddress(message, (_address, distance) => distance < trustProxy),
    bodyLimit: limits.body,
  })
}

/** Returns the response with the headers that Strapi sends, instead of those that a service has by itself. */
function withHeaders(response: HttpResponse, headers: Readonly<Record<string, string>>): HttpResponse {
  const { 'Content-Type': type, 'Retry-After': wait } = response.headers
  return {
    ...response,
    headers: {
      'X-Served-By': 'content-api',
      ...headers,
      ...(type !== undefined && { 'Content-Type': type }),
      ...(wait !== undefined && { 'Retry-After': wait }),
    },
  }
}

function unavailable(error: ApiError): HttpResponse {
  return {
    status: error.status,
    headers: { 'Content-Type': jsonType, 'Retry-After': '1', ...error.headers },
    body: JSON.stringify(error),
  }
}

/** The keys of plans, which are cached and only made for callers with the same permissions. */
const keys = new WeakMap<ReadPlan, string>()

/** Returns the key of the evidence for a response: that of all its reads. */
function keyOf(path: string, kind: 'rest' | 'graphql', { plans, caller }: ReadRecord): string {
  const callerKey = `${caller?.kind} ${caller?.key}`
  // A response without reads only depends on its path, such as the list of locales.
  if (plans.length === 0) return shortKey(`${path} ${callerKey}`)
  const shapes = plans.map((plan) =>
    getOrCreate(keys, plan, () => evidenceKey(plan, { action: actionOf(plan, path), interface: kind, callerKey })),
  )
  return shapes.length === 1 ? (shapes[0] as string) : shortKey(shapes.toSorted().join(' '))
}

/**
 * Returns what a plan runs for. The plans of generated routes show their actions. Routes of a plugin may run
 * the same plan for different actions, so that the path without its id is part of the key.
 */
const actionOf = ({ type }: ReadPlan, path: string) => (hasRoutes(type) ? type.uid : routeOf(path))

/** Returns the path without its id. */
const routeOf = (path: string) => path.toLowerCase().replace(/\/\d+\/?$/, '/:id')

/** Returns what is compared of a response. */
const comparedOf = ({ status, headers, body }: HttpResponse): ComparedAnswer => ({
  status,
  contentType: headers['Content-Type'],
  body: body as string,
})
