import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HttpRequest, HttpResponse } from '../message/message.js'
import { type Position, type ReadAfter, isPosition, later } from '../storage/position.js'

/** The header that responses to writes have, and that requests send back. */
export const positionHeader = 'Data-Position'
const cookieName = 'data_position'
/** Seconds that a browser keeps the cookie: as long as the largest `database.maxLag`, so that replicas are past it by then. */
const cookieSeconds = 600
/** What a client sends that has nothing to read back: every replica may answer it. */
const anyReplica = 'any'

export interface PositionsOptions {
  /** The first of them signs. */
  readonly secrets: readonly string[]
  readonly lastWrite: () => Position | null
  /** Whether requests to a path read whatever their method is. */
  readonly readsAt: (path: string) => boolean
}

/** Lets clients read their own writes from replicas: responses to writes carry a position, which later requests send back. */
export interface Positions {
  /** Which replicas may answer the reads of a request. */
  readAfter(request: HttpRequest): ReadAfter
  /** Adds the position to the responses to writes. */
  around(handle: Handle): Handle
}

type Handle = (request: HttpRequest) => Promise<HttpResponse>

export function createPositions({ secrets, lastWrite, readsAt }: PositionsOptions): Positions {
  const keys = secrets.map((secret) => createHmac('sha256', secret).update('position').digest())
  return {
    readAfter(request) {
      const reads = isRead(request.method)
      if (!reads && !readsAt(request.path)) return null
      const header = request.header(positionHeader.toLowerCase())
      const known = later(verify(header, keys), verify(cookieOf(request), keys))
      // A client that signs in sees what it wrote elsewhere, too: without a position, nobody knows how far that is.
      const isKnown = known !== null || header === anyReplica || request.header('authorization') === undefined
      if (!isKnown) return null
      // The operations of one request by GraphQL see what those before them wrote.
      return later(known, reads ? null : lastWrite()) ?? 'any'
    },
    around: (handle) => async (request) => {
      if (isRead(request.method)) return handle(request)
      const before = lastWrite()
      const response = await handle(request)
      const position = lastWrite()
      const [key] = keys
      if (position === null || position === before || !key) return response
      return withPosition(response, sign(position, key))
    },
  }
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

function withPosition(response: HttpResponse, token: string): HttpResponse {
  const cookie = `${cookieName}=${token}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax`
  // Cookies can't be joined: those that a route of the project sets stay, without this one.
  const hasCookies = Object.keys(response.headers).some((name) => name.toLowerCase() === 'set-cookie')
  return {
    ...response,
    headers: { ...response.headers, [positionHeader]: token, ...(!hasCookies && { 'Set-Cookie': cookie }) },
  }
}

/** Signed, so that nobody sends all of their reads to the primary by a position in the future. */
function sign(position: Position, key: Buffer): string {
  return `${position}.${signature(position, key)}`
}

const signature = (position: Position, key: Buffer) =>
  createHmac('sha256', key).update(position).digest('base64url').slice(0, 22)

/** Null for what isn't a position or isn't ours. */
function verify(token: string | undefined, keys: readonly Buffer[]): Position | null {
  const [position = '', given = ''] = token?.split('.') ?? []
  if (!isPosition(position)) return null
  const isOurs = keys.some((key) => {
    const expected = signature(position, key)
    return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  })
  return isOurs ? position : null
}

function cookieOf(request: HttpRequest): string | undefined {
  const cookies = request.header('cookie')
  if (cookies === undefined) return undefined
  return cookies
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)
}
