import type { Registry } from '@content-api/model'
import { ApiError } from '../errors/api-error.js'
import type { WritableLayout } from '../layout/layout.js'
import type { Table } from '../layout/columns.js'

interface Tables {
  readonly registry: Registry
  readonly layout: WritableLayout
}

/** The SQLSTATE or SQLite result code of an error, whichever library wraps it. */
export function databaseErrorCode(error: unknown): string | undefined {
  const code = (innermost(error) as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : undefined
}

/**
 * Translates a database error into an error for the client, without the text of the database. Errors that the
 * client didn't cause and that won't go away on their own are returned unchanged and become a 500.
 *
 * @param tables those that may be written; null for a read
 */
export function translateError(error: unknown, tables: Tables | null): unknown {
  if (error instanceof ApiError) return error
  const original = innermost(error)
  const code = databaseErrorCode(error)
  if (tables && isUniqueViolation(code, original)) return notUnique(original as Error, tables)
  const translation = translations.find(({ matches }) => matches(code ?? '', error, original))
  return translation ? translation.make(error) : error
}

/**
 * Translates the error of a reading statement that exceeded a limit into an error for the client, who can
 * request less. Returns any other error unchanged. Don't use it for writes: there, the same codes may mean
 * that the statement waited for locks of another transaction.
 */
export function readError(error: unknown): unknown {
  const code = databaseErrorCode(error) ?? ''
  if (startsWith('57014', 'SQLITE_INTERRUPT')(code)) return queryTooLong(error)
  const tooLarge = code === 'SQLITE_TOOBIG' || (code === 'XX000' && beyondPostgres.test(messageOf(innermost(error))))
  return tooLarge ? responseTooLarge(error) : error
}

/**
 * Returns whether a read that failed on a replica should be repeated on the primary. It isn't repeated if the
 * request exceeded a limit that both servers have, or waited too long for a connection.
 *
 * @param endsEarly whether a replica cancels statements earlier than the primary does
 */
export function canRetryOnPrimary(error: unknown, endsEarly: boolean): boolean {
  const code = databaseErrorCode(error)
  if (code === '57014') return endsEarly
  return !(error instanceof ApiError && code === undefined)
}

/** Returns the error of a read that takes longer than `limits.statementMilliseconds`. */
export function queryTooLong(cause?: unknown): ApiError {
  return invalid('The query takes too long: request less data')(cause)
}

/**
 * Returns the error of a read whose rows are deleted between two of its statements. Like a conflict that the
 * database reports, the error makes the transaction run again.
 */
export function concurrentChange(): Error {
  return Object.assign(new Error('The rows changed while they were being read'), { code: '40001' })
}

/** Returns the error of a response that is larger than `limits.responseBytes`. */
export function responseTooLarge(cause?: unknown): ApiError {
  return invalid('The response would be too large: request less data')(cause)
}

interface Translation {
  readonly matches: (code: string, error: unknown, original: unknown) => boolean
  readonly make: (cause: unknown) => ApiError
}

const startsWith =
  (...prefixes: string[]) =>
  (code: string) =>
    prefixes.some((prefix) => code.startsWith(prefix))

/**
 * SQLSTATE codes and classes of errors that go away on their own. 40001 and 40P01: a conflict even after
 * several attempts; 25006: a read-only standby; 28: a password that is being changed; 55P03: a lock of
 * another transaction.
 */
const unavailableStates = ['08', '28', '53', '57', '40001', '40P01', '25006', '55P03']
const unavailableFiles = ['BUSY', 'LOCKED', 'PROTOCOL', 'IOERR', 'CANTOPEN', 'READONLY'].map((code) => `SQLITE_${code}`)
/**
 * SQLite has no separate codes for its parser's limits. How deep a condition may nest depends on the whole
 * query, so a limit on the depth alone can't prevent these errors.
 */
const beyondSqlite = /Expression tree is too large|Recursion limit|parser stack overflow|too many (columns|terms|SQL)/
/** PostgreSQL's message for a value of more than a gigabyte. It is in English whatever the language of the server. */
const beyondPostgres = /^invalid memory alloc request size/
const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']

/**
 * SQLSTATE classes (two characters), SQLSTATE codes (five characters) and SQLite's result codes. The first
 * match wins.
 */
const translations: readonly Translation[] = [
  { matches: startsWith('23503'), make: invalid('A related entry does not exist') },
  { matches: startsWith('23502'), make: invalid('A required value is missing') },
  { matches: startsWith('22003'), make: invalid('A number is out of range') },
  { matches: startsWith('SQLITE_TOOBIG', '54'), make: invalid('A value or the query is too large') },
  {
    matches: (code, _error, original) => code === 'SQLITE_ERROR' && beyondSqlite.test(messageOf(original)),
    make: invalid('The query is nested too deeply or requests too much'),
  },
  {
    matches: startsWith('22', '23', '42601', 'SQLITE_CONSTRAINT', 'SQLITE_MISMATCH', 'SQLITE_RANGE'),
    make: invalid('A value is not valid'),
  },
  { matches: startsWith('53100', 'SQLITE_FULL'), make: () => new ApiError('InsufficientStorageError') },
  {
    matches: startsWith(...unavailableStates, ...unavailableFiles, ...unreachable),
    make: unavailable,
  },
  { matches: (_code, error) => isConnectionError(error), make: unavailable },
  { matches: (_code, error) => isConnectionLost(error), make: unavailable },
]

const acquireTimeout = 'SequelizeConnectionAcquireTimeoutError'

const connectionErrors: ReadonlySet<string> = new Set([
  'SequelizeConnectionError',
  'SequelizeConnectionRefusedError',
  'SequelizeConnectionTimedOutError',
  acquireTimeout,
  'SequelizeHostNotFoundError',
  'SequelizeHostNotReachableError',
  'SequelizeInvalidConnectionError',
])

/** Returns whether Sequelize failed to open a connection. Losing an open connection is a different error. */
export function isConnectionError(error: unknown): boolean {
  return connectionErrors.has(nameOf(error))
}

const lostConnection =
  /^(timeout expired|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/
/** Errors of pools that were closed because their server is no longer the primary. */
const closedPool =
  /^(Cannot use a pool after calling end|pool is draining|ConnectionManager\.getConnection was called after)/

/** Returns whether the connection that raised this error can no longer be used. */
export function isConnectionLost(error: unknown): boolean {
  const code = databaseErrorCode(error) ?? ''
  // Some of these errors of pg have no code.
  const message = messageOf(innermost(error))
  return startsWith('08', '57P', ...unreachable)(code) || lostConnection.test(message) || closedPool.test(message)
}

/** Returns whether an attempt to connect failed because the server didn't respond in time. */
export function isConnectionTimeout(error: unknown): boolean {
  return nameOf(error) === acquireTimeout || messageOf(innermost(error)) === 'timeout expired'
}

function invalid(message: string) {
  return (cause: unknown): ApiError => withCause(new ApiError('ValidationError', message), cause)
}

/** Returns whether a translated error means that all connections stayed in use for too long. */
export function isPoolExhausted(error: unknown): boolean {
  return error instanceof ApiError && (error.cause === allInUse || nameOf(error.cause) === acquireTimeout)
}

const allInUse = new Error('All connections are in use.')

/** Returns the error of a request that would have to wait too long. */
export function databaseBusy(): ApiError {
  const error = new ApiError('ServiceUnavailableError', 'The database is busy', { headers: { 'Retry-After': '1' } })
  return withCause(error, allInUse)
}

/** Returns the error of a write that is committed only on one server and may be lost when a standby takes over. */
export function unknownOutcome(): ApiError {
  const message =
    'The database did not confirm the write, which may be lost or stored: read it back before you repeat it'
  return new ApiError('ServiceUnavailableError', message, { headers: { 'Retry-After': '1' } })
}

/** Returns the error of a write to a SQLite database whose file was deleted or replaced. */
export function fileLost(cause: Error): ApiError {
  return unavailable(cause)
}

function unavailable(cause: unknown): ApiError {
  return withCause(new ApiError('ServiceUnavailableError', undefined, { headers: { 'Retry-After': '1' } }), cause)
}

/** Attaches the cause for logs. Clients don't see it. */
function withCause(error: ApiError, cause: unknown): ApiError {
  error.cause = cause
  return error
}

function isUniqueViolation(code: string | undefined, original: unknown): boolean {
  return code === '23505' || (code === 'SQLITE_CONSTRAINT' && /UNIQUE constraint failed/.test(messageOf(original)))
}

function notUnique(original: Error, tables: Tables): ApiError {
  const message = 'This attribute must be unique'
  const path = attributePath(original, tables)
  const details = path === undefined ? {} : { errors: [{ path: [path], message, name: 'ValidationError' }] }
  return withCause(new ApiError('ValidationError', message, { details }), original)
}

/** Returns the attribute whose unique index was violated, if the index belongs to one. */
function attributePath(original: Error, { registry, layout }: Tables): string | undefined {
  const found = violatedIndex(original, layout)
  if (!found) return undefined
  const { table, columns } = found
  for (const schema of [...registry.contentTypes.values(), ...registry.components.values()]) {
    const of = layout.schema(schema.uid)
    if (of.table !== table) continue
    const name = Object.entries(schema.attributes).find(([name, { type }]) => {
      if (type === 'relation' || type === 'media') {
        const link = of.link(name)
        return link.kind === 'column' && link.column === columns[0]
      }
      return type !== 'component' && type !== 'dynamiczone' && of.column(name) === columns[0]
    })
    if (name) return name[0]
  }
  return undefined
}

function violatedIndex(
  original: Error,
  layout: WritableLayout,
): { table: string; columns: readonly string[] } | undefined {
  const { table, constraint } = original as { table?: string; constraint?: string }
  if (table !== undefined && constraint !== undefined) {
    const of: Table | undefined = layout.tables.find(({ name }) => name === table)
    const index = of?.indexes.find(({ name }) => name === constraint)
    return index && { table, columns: index.columns }
  }
  // SQLite: "UNIQUE constraint failed: articles.slug, articles.locale"
  const places = /UNIQUE constraint failed: (.+)/.exec(original.message)?.[1]?.split(', ')
  const [first] = places ?? []
  if (!places || first === undefined) return undefined
  const name = first.slice(0, first.lastIndexOf('.'))
  return { table: name, columns: places.map((place) => place.slice(place.lastIndexOf('.') + 1)) }
}

/** Sequelize keeps the driver's error in `original`. Errors that are already translated keep it in `cause`. */
function innermost(error: unknown): unknown {
  const { original, cause } = (error ?? {}) as { original?: unknown; cause?: unknown }
  if (original instanceof Error) return innermost(original)
  return error instanceof ApiError && cause instanceof Error ? innermost(cause) : error
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

/** Applications whose tables have the names of tables here, with a table that each of them has. */
const otherApplications = [{ application: 'a Strapi 4 application', table: 'strapi_core_store_settings' }] as const

/**
 * Explains why a database can't be used when other software has created tables with the same names. Returns
 * one message per table, or a single message for the database of a known application.
 *
 * @param taken names of existing tables that the layout needs
 * @param present all tables of the database
 */
export function describeUnmanagedTables(taken: readonly string[], present: ReadonlySet<string>): string[] {
  const owner = taken.length > 0 && otherApplications.find(({ table }) => present.has(table))
  if (owner) {
    return [
      `The database belongs to ${owner.application}, whose tables have another structure. It was not changed. To ` +
        'use another one, set --database, DATABASE_URL or "database" in the configuration.',
    ]
  }
  return taken.map(
    (name) =>
      `The table ${name} already exists and belongs to another application: give the type another collectionName, or use another database.`,
  )
}

const missingName = /^(SQLITE_ERROR: )?no such (table|column)/

/**
 * Returns whether a statement failed because the database lacks one of its tables or columns: another
 * application has changed them. 42P01: undefined table; 42703: undefined column.
 */
export function isMissingTableOrColumn(error: unknown): boolean {
  const code = databaseErrorCode(error) ?? ''
  return (
    startsWith('42P01', '42703')(code) || (code === 'SQLITE_ERROR' && missingName.test(messageOf(innermost(error))))
  )
}

/** Returns whether PostgreSQL denied access to a table or a schema. */
export const isPermissionDenied = (error: unknown): boolean => databaseErrorCode(error) === '42501'
