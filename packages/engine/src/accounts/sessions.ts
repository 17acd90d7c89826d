import type { AnyDatabase, Reader, Row, AnyTransaction } from '../database/database.js'
import type { StatementBuilder } from '../dialects/statement.js'
import { rowId } from '../layout/columns.js'
import { quote } from '../layout/names.js'
import { quotedColumns, sessions } from '../layout/system-tables.js'
import { readObject, readObjects } from '../read/json-text.js'
import { run } from '../write/run.js'

/** A session of a user, from a sign-in to its end. Times are in milliseconds since 1970. */
export interface StoredSession {
  /** The public id, which access tokens and lists of sessions contain. */
  readonly key: string
  readonly userId: number
  /** The time of the revocation that preceded the sign-in; 0 if there was none. */
  readonly validFrom: number
  readonly deviceId: string | null
  readonly deviceName: string | null
  readonly signedInAt: number
  /** The time of the sign-in or of the last refresh. */
  readonly refreshedAt: number
  /** The time at which the session ends unless it is refreshed. */
  readonly expiresAt: number
  /** The time at which the session ends in any case. */
  readonly endsAt: number
}

/** The digests of a refresh token. */
export interface RefreshDigests {
  /** The digest of the part that all refresh tokens of a session share. */
  readonly family: string
  /** The digest of the part that is valid once. */
  readonly token: string
}

/** The state of a session with the digests of its refresh tokens. */
export interface SessionTokens extends RefreshDigests {
  readonly key: string
  readonly userId: number
  /** The digest of the token before; null before the first refresh. */
  readonly previous: string | null
  readonly refreshedAt: number
  readonly expiresAt: number
}

const table = quote(sessions)
const column = quotedColumns(
  sessions,
  'key',
  'family',
  'token',
  'previous',
  'user_id',
  'valid_from',
  'device_id',
  'device_name',
  'signed_in_at',
  'refreshed_at',
  'expires_at',
  'ends_at',
)

export async function insertSession(
  transaction: AnyTransaction,
  session: StoredSession,
  { family, token }: RefreshDigests,
): Promise<void> {
  const { key, userId, validFrom, deviceId, deviceName, signedInAt, refreshedAt, expiresAt, endsAt } = session
  await transaction.insert(sessions, {
    key,
    family,
    token,
    previous: null,
    user_id: userId,
    valid_from: validFrom,
    device_id: deviceId,
    device_name: deviceName,
    signed_in_at: signedInAt,
    refreshed_at: refreshedAt,
    expires_at: expiresAt,
    ends_at: endsAt,
  })
}

/** Returns the session of a refresh token, by the digest of the part that its tokens share. */
export async function findSessionTokens(reader: Reader, family: string): Promise<SessionTokens | null> {
  const columns = {
    key: { kind: 'text', sql: column.key },
    family: { kind: 'text', sql: column.family },
    token: { kind: 'text', sql: column.token },
    previous: { kind: 'text', sql: column.previous },
    userId: { kind: 'id', sql: column.user_id },
    refreshedAt: { kind: 'id', sql: column.refreshed_at },
    expiresAt: { kind: 'id', sql: column.expires_at },
  } as const
  return readObject<SessionTokens>(
    reader,
    columns,
    (builder) => `FROM ${table} WHERE ${column.family} = ${builder.bind('text', family)}`,
  )
}

/**
 * Replaces the refresh token of a session that hasn't expired at `now`. Of concurrent calls with one token,
 * one succeeds.
 * @param idle how long the next token is valid, in milliseconds
 * @returns the session; null if the token isn't its current one
 */
export async function rotateSession(
  transaction: AnyTransaction,
  { family, token }: RefreshDigests,
  { next, now, idle }: { readonly next: string; readonly now: number; readonly idle: number },
): Promise<Pick<StoredSession, 'key' | 'userId' | 'validFrom' | 'expiresAt'> | null> {
  const [row] = await run(transaction, (builder) => {
    const until = () => builder.bind('bigint', now + idle)
    return (
      `UPDATE ${table} SET ${column.previous} = ${column.token}, ${column.token} = ${builder.bind('text', next)}, ` +
      `${column.refreshed_at} = ${builder.bind('bigint', now)}, ` +
      `${column.expires_at} = CASE WHEN ${column.ends_at} < ${until()} THEN ${column.ends_at} ELSE ${until()} END ` +
      `WHERE ${column.family} = ${builder.bind('text', family)} AND ${column.token} = ${builder.bind('text', token)} ` +
      `AND ${column.expires_at} > ${builder.bind('bigint', now)} ` +
      `RETURNING ${column.key}, ${column.user_id}, ${column.valid_from}, ${column.expires_at}`
    )
  })
  if (!row) return null
  const { key, user_id: userId, valid_from: validFrom, expires_at: expiresAt } = row
  return { key: String(key), userId: Number(userId), validFrom: Number(validFrom), expiresAt: Number(expiresAt) }
}

/** Returns the sessions of a user that haven't expired at `now`, the most recently used first. */
export function readSessions(database: AnyDatabase, userId: number, now: number): Promise<StoredSession[]> {
  const columns = {
    key: { kind: 'text', sql: column.key },
    userId: { kind: 'id', sql: column.user_id },
    validFrom: { kind: 'id', sql: column.valid_from },
    deviceId: { kind: 'text', sql: column.device_id },
    deviceName: { kind: 'text', sql: column.device_name },
    signedInAt: { kind: 'id', sql: column.signed_in_at },
    refreshedAt: { kind: 'id', sql: column.refreshed_at },
    expiresAt: { kind: 'id', sql: column.expires_at },
    endsAt: { kind: 'id', sql: column.ends_at },
  } as const
  return readObjects<StoredSession>(database, columns, (builder) => {
    const where = `${column.user_id} = ${builder.bind('id', userId)} AND ${column.expires_at} > ${builder.bind('bigint', now)}`
    return `FROM ${table} WHERE ${where} ORDER BY ${column.refreshed_at} DESC, ${rowId} DESC`
  })
}

/** Which sessions to delete: all of a user, or those with a public id or a device id. */
export interface EndedSessions {
  readonly userId: number
  readonly key?: string | undefined
  readonly deviceId?: string | undefined
}

/** Deletes sessions. Returns their number. */
export async function deleteSessions(
  transaction: AnyTransaction,
  { userId, key, deviceId }: EndedSessions,
): Promise<number> {
  const deleted = await deleteWhere(transaction, (builder) => {
    const conditions = [`${column.user_id} = ${builder.bind('id', userId)}`]
    if (key !== undefined) conditions.push(`${column.key} = ${builder.bind('text', key)}`)
    if (deviceId !== undefined) conditions.push(`${column.device_id} = ${builder.bind('text', deviceId)}`)
    return `${conditions.join(' AND ')} RETURNING ${rowId}`
  })
  return deleted.length
}

/** Deletes the session of a refresh token, by the digest of the part that its tokens share. */
export async function deleteSessionFamily(transaction: AnyTransaction, family: string): Promise<void> {
  await deleteWhere(transaction, (builder) => `${column.family} = ${builder.bind('text', family)}`)
}

/** Deletes the sessions of a user that have expired at `now`, and the least recently used ones beyond `most`. */
export async function trimSessions(
  transaction: AnyTransaction,
  userId: number,
  { now, most }: { readonly now: number; readonly most: number },
): Promise<void> {
  await deleteWhere(transaction, (builder) => {
    const user = () => `${column.user_id} = ${builder.bind('id', userId)}`
    const mine = user()
    const expired = `${column.expires_at} <= ${builder.bind('bigint', now)}`
    const kept = `SELECT ${rowId} FROM ${table} WHERE ${user()} ORDER BY ${column.refreshed_at} DESC, ${rowId} DESC LIMIT ${most}`
    return `${mine} AND (${expired} OR ${rowId} NOT IN (${kept}))`
  })
}

/** Deletes all sessions that have expired at `now`. */
export async function deleteExpiredSessions(transaction: AnyTransaction, now: number): Promise<void> {
  await deleteWhere(transaction, (builder) => `${column.expires_at} <= ${builder.bind('bigint', now)}`)
}

function deleteWhere(
  transaction: AnyTransaction,
  where: (builder: StatementBuilder) => string,
): Promise<readonly Row[]> {
  return run(transaction, (builder) => `DELETE FROM ${table} WHERE ${where(builder)}`)
}

/** Returns whether a user has a session with this public id that hasn't expired at `now`. */
export async function hasSession(
  reader: Reader,
  userId: number,
  { key, now }: { readonly key: string; readonly now: number },
): Promise<boolean> {
  const found = await readObject(reader, { id: { kind: 'id', sql: rowId } }, (builder) => {
    const own = `${column.key} = ${builder.bind('text', key)} AND ${column.user_id} = ${builder.bind('id', userId)}`
    return `FROM ${table} WHERE ${own} AND ${column.expires_at} > ${builder.bind('bigint', now)}`
  })
  return found !== null
}

/** Returns the SQL condition that a session of the user `u` with this public id hasn't expired at `now`. */
export function isInSession(
  builder: StatementBuilder,
  { key, now }: { readonly key: string; readonly now: number },
): string {
  const own = `s.${column.key} = ${builder.bind('text', key)} AND s.${column.user_id} = u.${rowId}`
  return `EXISTS (SELECT 1 FROM ${table} s WHERE ${own} AND s.${column.expires_at} > ${builder.bind('bigint', now)})`
}
