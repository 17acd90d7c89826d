import { randomBytes } from 'node:crypto'
import {
  deleteExpiredSessions,
  deleteSessionFamily,
  deleteSessions,
  type EndedSessions,
  findSessionTokens,
  insertSession,
  readSessions,
  rotateSession,
  trimSessions,
} from '@content-api/engine/accounts'
import type { AnyDatabase, AnyTransaction } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import { sameDigest } from '@content-api/core/secrets/digest'
import type { AccountTables } from '../account-tables.js'
import type { TokenEpochs } from '../jwt.js'
import type { Device } from './device.js'
import { digestsOf, newRefreshToken, readRefreshToken, textOf } from './refresh-token.js'
import type { SessionSettings } from './session-settings.js'

/**
 * Milliseconds in which the token before the current one is rejected without ending the session. Tabs of a
 * browser may refresh at the same time.
 */
const graceMilliseconds = 10_000

/** Milliseconds between two deletions of the expired sessions of all users. */
const sweepMilliseconds = 600_000

/** The user of a new session. */
interface SessionUser {
  readonly userId: number
  /** The time of the last revocation of the user's tokens; null if there was none. */
  readonly tokensValidFrom: string | null
}

/** An open session with its next refresh token. */
export interface OpenedSession extends SessionUser {
  /** The public id, which access tokens contain. */
  readonly key: string
  readonly refreshToken: string
  /** The time at which the refresh token expires, in milliseconds since 1970. */
  readonly expiresAt: number
}

/** A session as the API lists it, with the members of Strapi 5.54. */
export interface ListedSession {
  readonly id: string
  readonly deviceId: string | null
  readonly deviceName?: string
  /** Whether the access token of the request belongs to it. */
  readonly current: boolean
  readonly loginAt: string
  readonly lastActiveAt: string
}

/** The sessions of the users of a service. All processes on its database share them. */
export interface Sessions {
  readonly settings: SessionSettings
  /** @param replaced the refresh token of a session in the same browser, which ends */
  open(user: SessionUser, device: Device, replaced: string | null): Promise<OpenedSession>
  /**
   * Exchanges a refresh token, which is valid once.
   * @throws ApiError UnauthorizedError for a token that isn't valid. A token that was used before ends its
   * session
   */
  refresh(token: unknown): Promise<OpenedSession>
  list(userId: number, current: string | null): Promise<readonly ListedSession[]>
  /** Ends one or more sessions of a user. Returns their number. */
  end(ended: EndedSessions): Promise<number>
  /** Ends all sessions of a user, and makes tokens without a session invalid, too. */
  endAll(userId: number): Promise<void>
  /** Ends the session of a refresh token. */
  endByToken(token: unknown): Promise<void>
}

/** Where the users of sessions are stored. */
type SessionTables = Pick<AccountTables, 'findUserById' | 'lockUser' | 'changeUser'>

interface SessionsOptions {
  readonly database: AnyDatabase
  readonly tables: SessionTables
  readonly settings: SessionSettings
  readonly epochs: TokenEpochs
  /** Is called when a refresh token was used again. */
  readonly warn: (message: string) => void
}

export function createSessions({ database, tables, settings, epochs, warn }: SessionsOptions): Sessions {
  const { idle, total, perUser: most } = settings
  let swept = 0
  return {
    settings,
    open: ({ userId, tokensValidFrom }, device, replaced) =>
      database.write(async (transaction) => {
        const now = Date.now()
        if (Math.abs(now - swept) > sweepMilliseconds) {
          swept = now
          await deleteExpiredSessions(transaction, now)
        }
        const before = readRefreshToken(replaced)
        if (before) await deleteSessionFamily(transaction, digestsOf(before).family)
        // Concurrent sign-ins of a user count together.
        await tables.lockUser(transaction, userId)
        const key = newSessionKey()
        const token = newRefreshToken()
        const endsAt = now + total
        const expiresAt = Math.min(now + idle, endsAt)
        const validFrom = millisecondsOf(tokensValidFrom)
        const session = { key, userId, validFrom, ...device, signedInAt: now, refreshedAt: now, expiresAt, endsAt }
        await insertSession(transaction, session, digestsOf(token))
        await trimSessions(transaction, userId, { now, most })
        return { key, userId, tokensValidFrom, refreshToken: textOf(token), expiresAt }
      }),
    async refresh(sent) {
      const token = readRefreshToken(sent)
      // A read first, so that unknown tokens don't wait for writes.
      const known = token && (await findSessionTokens(database, digestsOf(token).family))
      if (!token || !known) throw invalidToken()
      const next = newRefreshToken(token)
      const rotation = { next: digestsOf(next).token, now: Date.now(), idle }
      const opened = await database.write(async (transaction) => {
        const { family } = digestsOf(token)
        const rotated = await rotateSession(transaction, digestsOf(token), rotation)
        if (!rotated) {
          const reason = await reasonToEnd(transaction, digestsOf(token), rotation.now)
          if (reason !== null) await deleteSessionFamily(transaction, family)
          return reason === 'reuse' ? 'reuse' : null
        }
        const user = await tables.findUserById(transaction, rotated.userId)
        if (user && !user.blocked && millisecondsOf(user.tokensValidFrom) === rotated.validFrom) {
          const { key, userId, expiresAt } = rotated
          return { key, userId, tokensValidFrom: user.tokensValidFrom, refreshToken: textOf(next), expiresAt }
        }
        await deleteSessionFamily(transaction, family)
        return null
      })
      if (opened === 'reuse') {
        warn(`A refresh token of user ${known.userId} was used again, so its session has ended. It may be stolen.`)
      }
      if (opened === null || opened === 'reuse') throw invalidToken()
      return opened
    },
    async list(userId, current) {
      const sessions = (await readSessions(database, userId, Date.now())).map((session): ListedSession => {
        const { key: id, deviceId, deviceName, signedInAt, refreshedAt } = session
        return {
          id,
          deviceId,
          ...(deviceName !== null && { deviceName }),
          current: id === current,
          loginAt: new Date(signedInAt).toISOString(),
          lastActiveAt: new Date(refreshedAt).toISOString(),
        }
      })
      return sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
    },
    end: (ended) => database.write((transaction) => deleteSessions(transaction, ended)),
    endAll: (userId) => signOutEverywhere({ database, tables, epochs }, userId),
    async endByToken(sent) {
      const token = readRefreshToken(sent)
      if (token) await database.write((transaction) => deleteSessionFamily(transaction, digestsOf(token).family))
    },
  }
}

/** Ends all sessions of a user, and makes all tokens of the user invalid. */
export function signOutEverywhere(
  { database, tables, epochs }: Pick<SessionsOptions, 'database' | 'tables' | 'epochs'>,
  userId: number,
): Promise<void> {
  return database.write(async (transaction) => {
    await tables.lockUser(transaction, userId)
    const user = await tables.findUserById(transaction, userId)
    if (!user) return
    await tables.changeUser(transaction, userId, { tokensValidFrom: epochs.revoke(userId, user.tokensValidFrom) })
    await deleteSessions(transaction, { userId })
  })
}

/** Returns why a token that was rejected must end its session; null if it must not. */
async function reasonToEnd(
  transaction: AnyTransaction,
  { family, token }: { readonly family: string; readonly token: string },
  now: number,
): Promise<'expired' | 'reuse' | null> {
  const session = await findSessionTokens(transaction, family)
  if (!session) return null
  if (session.expiresAt <= now) return 'expired'
  const isPrevious = session.previous !== null && sameDigest(session.previous, token)
  return isPrevious && Math.abs(now - session.refreshedAt) <= graceMilliseconds ? null : 'reuse'
}

/** Bytes of the public id of a session, which is in hexadecimal digits. */
const keyBytes = 16

const newSessionKey = () => randomBytes(keyBytes).toString('hex')

/** Returns whether a value may be the public id of a session. */
export const isSessionKey = (value: string): boolean => value.length === 2 * keyBytes && !value.includes('\0')

const millisecondsOf = (time: string | null) => (time === null ? 0 : Date.parse(time))

const invalidToken = () => new ApiError('UnauthorizedError', 'Invalid refresh token')
