import type { Registry } from '@content-api/model'
import { ApiError } from '../errors/api-error.js'
import type { Layout } from './layout.js'
import type { Table } from './table.js'

interface Tables {
  readonly registry: Registry
  readonly layout: Layout
}

/** The SQLSTATE or SQLite result code of an error, whichever library wraps it. */
export function databaseErrorCode(error: unknown): string | undefined {
  const code = (innermost(error) as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : undefined
}

/**
 * The last net: turns what the database says into an error that a client can be told, without a word of the database's own.
 * What isn't the client's fault and won't pass by itself comes back as it is, and ends as a 500.
 */
export function translateError(error: unknown, tables: Tables): unknown {
  if (error instanceof ApiError) return error
  const original = innermost(error)
  const code = databaseErrorCode(error)
  if (isUniqueViolation(code, original)) return notUnique(original as Error, tables)
  const translation = translations.find(({ matches }) => matches(code ?? '', error, original))
  return translation ? translation.make(error) : error
}

/**
 * What a statement that reads fell over for asking too much, as the client is told, who can ask for less; any other error as
 * it is. Of a statement that writes the same codes would tell of others: it may have waited for what they hold.
 */
export function readError(error: unknown): unknown {
  const code = databaseErrorCode(error) ?? ''
  if (startsWith('57014', 'SQLITE_INTERRUPT')(code)) return queryTooLong(error)
  const tooLarge = code === 'SQLITE_TOOBIG' || (code === 'XX000' && beyondPostgres.test(messageOf(innermost(error))))
  return tooLarge ? answerTooLarge(error) : error
}

/**
 * Whether the primary may give what a replica failed to: whatever happened there, but a limit of the request itself.
 * @param endsEarly whether a replica ends statements before the primary does
 */
export function mayPrimaryAnswer(error: unknown, endsEarly: boolean): boolean {
  const code = databaseErrorCode(error)
  if (code === '57014') return endsEarly
  return !(error instanceof ApiError && code === undefined)
}

/** For what is read for longer than `limits.statementMilliseconds`. */
export function queryTooLong(cause?: unknown): ApiError {
  return refuse('The query takes too long: ask for less at once')(cause)
}

/** For rows that are gone when the second statement about them comes; as when a database finds out, all is run again. */
export function changedMeanwhile(): Error {
  return Object.assign(new Error('What was being read has changed meanwhile'), { code: '40001' })
}

/** For an answer beyond `limits.answerBytes`. */
export function answerTooLarge(cause?: unknown): ApiError {
  return refuse('The answer would be too large: ask for less at once')(cause)
}

interface Translation {
  readonly matches: (code: string, error: unknown, original: unknown) => boolean
  readonly make: (cause: unknown) => ApiError
}

const startsWith =
  (...prefixes: string[]) =>
  (code: string) =>
    prefixes.some((prefix) => code.startsWith(prefix))

/** 40: running it again was of no use; 25006: a standby that may not write; 28: a password that changes; 55P03: a lock that others hold. */
const unavailableStates = ['08', '28', '53', '57', '40001', '40P01', '25006', '55P03']
const unavailableFiles = ['BUSY', 'LOCKED', 'PROTOCOL', 'IOERR', 'CANTOPEN', 'READONLY'].map((code) => `SQLITE_${code}`)
/** SQLite has no code of their own for the bounds of its parser; how deep a query may nest depends on all that is in it. */
const beyondSqlite = /Expression tree is too large|Recursion limit|parser stack overflow|too many (columns|terms|SQL)/
/** What PostgreSQL says, in every language, of a value of more than a gigabyte. */
const beyondPostgres = /^invalid memory alloc request size/
const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']

/** SQLSTATE classes (two characters) and codes (five), and SQLite's result codes, in the order in which they are tried. */
const translations: readonly Translation[] = [
  { matches: startsWith('23503'), make: refuse('A related entry does not exist') },
  { matches: startsWith('23502'), make: refuse('A required value is missing') },
  { matches: startsWith('22003'), make: refuse('A number is out of range') },
  { matches: startsWith('SQLITE_TOOBIG', '54'), make: refuse('A value or the query is too large') },
  {
    matches: (code, _error, original) => code === 'SQLITE_ERROR' && beyondSqlite.test(messageOf(original)),
    make: refuse('The query is nested too deep, or asks for too much at once'),
  },
  {
    matches: startsWith('22', '23', '42601', 'SQLITE_CONSTRAINT', 'SQLITE_MISMATCH', 'SQLITE_RANGE'),
    make: refuse('A value is not valid'),
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

/** Whether Sequelize got no connection, instead of losing one. */
export function isConnectionError(error: unknown): boolean {
  return connectionErrors.has(nameOf(error))
}

const lostConnection =
  /^(timeout expired|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/
/** The pools of a server that is no longer the primary. */
const closedPool =
  /^(Cannot use a pool after calling end|pool is draining|ConnectionManager\.getConnection was called after)/

/** Whether the connection that gave this error is of no more use. */
export function isConnectionLost(error: unknown): boolean {
  const code = databaseErrorCode(error) ?? ''
  // pg gives some of them no code.
  const message = messageOf(innermost(error))
  return startsWith('08', '57P', ...unreachable)(code) || lostConnection.test(message) || closedPool.test(message)
}

/** Whether an attempt to connect ended because the server didn't answer in time. */
export function isConnectionTimeout(error: unknown): boolean {
  return nameOf(error) === acquireTimeout || messageOf(innermost(error)) === 'timeout expired'
}

function refuse(message: string) {
  return (cause: unknown): ApiError => withCause(new ApiError('ValidationError', message), cause)
}

/** Whether a translated error says that all connections were taken for too long. */
export function isPoolExhausted(error: unknown): boolean {
  return error instanceof ApiError && (error.cause === allTaken || nameOf(error.cause) === acquireTimeout)
}

const allTaken = new Error('All connections are taken.')

/** For a request that would have to wait too long. */
export function databaseBusy(): ApiError {
  const error = new ApiError('ServiceUnavailableError', 'The database is busy', { headers: { 'Retry-After': '1' } })
  return withCause(error, allTaken)
}

/** For a write that is committed on this server alone, and may be gone when a standby takes over. */
export function unknownOutcome(): ApiError {
  const message = 'The database did not confirm the write: it may have been carried out, and may not last'
  return new ApiError('ServiceUnavailableError', message, { headers: { 'Retry-After': '1' } })
}

function unavailable(cause: unknown): ApiError {
  return withCause(new ApiError('ServiceUnavailableError', undefined, { headers: { 'Retry-After': '1' } }), cause)
}

/** For logs; clients are not told. */
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

/** The attribute whose index was violated, when it belongs to one. */
function attributePath(original: Error, { registry, layout }: Tables): string | undefined {
  const found = violatedIndex(original, layout)
  if (!found) return undefined
  const { table, columns } = found
  for (const schema of [...registry.contentTypes.values(), ...registry.components.values()]) {
    if (schema.collectionName !== table) continue
    const of = layout.schema(schema.uid)
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

function violatedIndex(original: Error, layout: Layout): { table: string; columns: readonly string[] } | undefined {
  const { table, constraint } = original as { table?: string; constraint?: string }
  if (table !== undefined && constraint !== undefined) {
    const of: Table | undefined = layout.tables.find(({ name }) => name === table)
    const index = of?.indexes.find(({ name }) => name === constraint)
    return index && { table, columns: index.columns }
  }
  // SQLite: "UNIQUE constraint failed: articles.slug, articles.locale"
  const places = /UNIQUE constraint failed: (.+)$/.exec(original.message)?.[1]?.split(', ')
  const [first] = places ?? []
  if (!places || first === undefined) return undefined
  const name = first.slice(0, first.lastIndexOf('.'))
  return { table: name, columns: places.map((place) => place.slice(place.lastIndexOf('.') + 1)) }
}

/** Sequelize keeps the driver's error in `original`, and what was translated already in `cause`. */
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
