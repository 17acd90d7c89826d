import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Handler } from '@content-api/core/composition/handler'
import { cookieValues } from '@content-api/core/message/cookies'
import type { HttpRequest, HttpResponse } from '@content-api/core/message/message'
import { isPosition, later, type LogPosition, type ReadAfter } from '@content-api/engine/database'

/** The header with a position in PostgreSQL's log. Responses to writes have it, and later requests send it back. */
export const positionHeader = 'Data-Position'
const cookieName = 'data_position'
/** Seconds for which browsers keep the cookie: the largest `database.maxLag`, so replicas have caught up afterwards. */
const cookieSeconds = 600
/** Clients that don't need to read their own writes send this value. Every replica may then serve the request. */
const anyReplica = 'any'

export interface PositionsOptions {
  /** The first secret signs positions. All of them verify positions. */
  readonly secrets: readonly string[]
  readonly lastWrite: () => LogPosition | null
  /** Returns whether requests to a path may be reads with any method, as for GraphQL. */
  readonly readsAt: (path: string) => boolean
  /** Returns whether a cookie may identify the caller of a request. */
  readonly hasAccessCookie?: (request: HttpRequest) => boolean
}

/**
 * Lets clients read their own writes from replicas. Responses to writes carry a position, which later
 * requests send back.
 */
export interface Positions {
  /** Returns which replicas may serve the reads of a request. */
  readAfter(request: HttpRequest): ReadAfter
  /** Adds the position to responses to writes. */
  readonly addToWrites: Handler
}

export function createPositions({ secrets, lastWrite, readsAt, hasAccessCookie }: PositionsOptions): Positions {
  const keys = secrets.map((secret) => createHmac('sha256', secret).update('position').digest())
  return {
    readAfter(request) {
      const reads = isRead(request.method)
      if (!reads && !readsAt(request.path)) return null
      const header = request.header(positionHeader.toLowerCase())
      const known = later(verify(header, keys), verify(cookieValues(request, cookieName)[0], keys))
      // An authenticated client also sees its writes from other devices. Without a position it is unknown
      // which replica has them.
      const isIdentified = request.header('authorization') !== undefined || hasAccessCookie?.(request)
      const isKnown = known !== null || header === anyReplica || !isIdentified
      if (!isKnown) return null
      // GraphQL operations see the writes of earlier operations in the same request.
      return later(known, reads ? null : lastWrite()) ?? 'any'
    },
    async addToWrites(request, next) {
      if (isRead(request.method)) return next(request)
      const before = lastWrite()
      const response = await next(request)
      const position = lastWrite()
      const [key] = keys
      if (response === null || position === null || position === before || !key) return response
      return withPosition(response, sign(position, key))
    },
  }
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

function withPosition(response: HttpResponse, token: string): HttpResponse {
  const cookie = `${cookieName}=${token}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax`
  return {
    ...response,
    headers: { ...response.headers, [positionHeader]: token },
    cookies: [...(response.cookies ?? []), cookie],
  }
}

/** Signs a position, so that clients can't send all of their reads to the primary with a position in the future. */
function sign(position: LogPosition, key: Buffer): string {
  return `${position}.${signature(position, key)}`
}

const signature = (position: LogPosition, key: Buffer) =>
  createHmac('sha256', key).update(position).digest('base64url').slice(0, 22)

/** Returns null for an invalid position or one that this service didn't sign. */
function verify(token: string | undefined, keys: readonly Buffer[]): LogPosition | null {
  const [position = '', sent = ''] = token?.split('.') ?? []
  if (!isPosition(position)) return null
  const isOurs = keys.some((key) => {
    const expected = signature(position, key)
    return sent.length === expected.length && timingSafeEqual(Buffer.from(sent), Buffer.from(expected))
  })
  return isOurs ? position : null
}
