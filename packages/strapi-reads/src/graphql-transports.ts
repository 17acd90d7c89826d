import { isRecord } from '@content-api/model'
import { GraphQLError } from 'graphql'
import { type MessageLimits, parseBody } from '@content-api/core/message/body'
import { type HttpRequest, mediaRanges, qualityOf } from '@content-api/core/message/message'
import type { GraphqlResponse } from '@content-api/interfaces/graphql/http/express-graphql'
import {
  bodyParameters,
  type OperationParameters,
  queryParameters,
} from '@content-api/interfaces/graphql/http/parameters'
import type { ForwardReason } from './forward-reason.js'
import { LeftToStrapi } from './left-to-strapi.js'

/** The source of operations, with their parameters. */
export type Source = { readonly operations: readonly OperationParameters[] } & (
  | { readonly method: 'GET'; readonly query: string }
  | { readonly method: 'POST'; readonly body: unknown }
)

/** How GraphQL comes and goes over HTTP, in the Strapi beside which this server runs. */
export interface GraphqlTransport {
  /** Returns the operations of a request. @throws LeftToStrapi, ApiError */
  sourceOf(request: HttpRequest, limits: MessageLimits): Promise<Source>
  /** Returns a response as Strapi sends it. */
  finish(response: GraphqlResponse): GraphqlResponse
}

export const notValid: ForwardReason = { kind: 'status', message: 'The request has no valid operation' }

/** Runs what reads operations. @throws LeftToStrapi for a GraphQLError, which Strapi words in another way */
export function orLeft<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    throw new LeftToStrapi(notValid.kind, `${notValid.message}: ${error.message}`)
  }
}

/** GraphQL of Strapi 4 over HTTP. */
export const transport4: GraphqlTransport = {
  async sourceOf(request, limits) {
    if (request.method === 'GET') {
      const { query } = request
      return { method: 'GET', query, operations: orLeft(() => [queryParameters(query)]) }
    }
    const body = parseBody(await request.body(), request.header('content-type'), limits) ?? {}
    const all = Array.isArray(body) ? (body as unknown[]) : [body]
    return { method: 'POST', body, operations: orLeft(() => all.map(bodyParameters)) }
  },
  finish: (response) => response,
}

/** GraphQL of Strapi 5 over HTTP: Apollo Server 4, which ends its responses with a newline. */
export const transport5: GraphqlTransport = {
  async sourceOf(request, limits) {
    requireForm(request)
    const body = parseBody(await request.body(), request.header('content-type'), limits)
    if (!isRecord(body)) throw LeftToStrapi.because(notValid)
    const { variables, extensions, operationName } = body
    if (typeof variables === 'string' || operationName === '' || (extensions ?? null) !== null) {
      throw LeftToStrapi.because(notValid)
    }
    return { method: 'POST', body, operations: orLeft(() => [bodyParameters(body)]) }
  },
  finish({ status, headers, body }) {
    const ended = typeof body === 'string' ? `${body}\n` : Buffer.concat([body, Buffer.from('\n')])
    return { status, headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' }, body: ended }
  },
}

const otherForm = (message: string) => new LeftToStrapi('route', message)

/** Checks the parts of a request that decide on the form of its response. Strapi has its own rules for most. */
function requireForm(request: HttpRequest): void {
  if (request.method !== 'POST') throw otherForm('The query is in the URL')
  const accept = request.header('accept')
  if (accept === undefined) return
  const ranges = mediaRanges(accept)
  const acceptsJson = ['application/json', '*/*'].some((type) => qualityOf(ranges, type) > 0)
  if (!acceptsJson || otherTypes.some((type) => accept.includes(type))) {
    throw otherForm('The client asks for another media type than JSON')
  }
}

const otherTypes = ['application/graphql-response+json', 'multipart/mixed']
