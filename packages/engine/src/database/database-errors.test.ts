import { createRegistry } from '@content-api/model'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../errors/api-error.js'
import {
  canRetryOnPrimary,
  databaseBusy,
  isConnectionLost,
  isPoolExhausted,
  readError,
  responseTooLarge,
  translateError,
} from './database-errors.js'
import { createLayout } from '../layout/own-layout.js'

const registry = createRegistry({
  contentTypes: {
    'api::article.article': {
      info: { singularName: 'article', pluralName: 'articles' },
      attributes: {
        slug: { type: 'string', unique: true },
        cover: { type: 'relation', relation: 'oneToOne', target: 'api::cover.cover', inversedBy: 'article' },
      },
    },
    'api::cover.cover': {
      info: { singularName: 'cover', pluralName: 'covers' },
      attributes: {
        article: { type: 'relation', relation: 'oneToOne', target: 'api::article.article', mappedBy: 'cover' },
      },
    },
  },
})
const tables = { registry, layout: createLayout(registry, 'sqlite') }

const secret = 'SELECT secret FROM hidden'
const driverError = (code: string | undefined, message = secret, more: object = {}) =>
  Object.assign(new Error(message), { ...(code !== undefined && { code }) }, more)
const wrapped = (original: Error, name = 'SequelizeDatabaseError') =>
  Object.assign(new Error(original.message), { name, original })

const translated = (error: unknown) => {
  const result = translateError(error, tables)
  if (!(result instanceof ApiError)) throw new Error('not translated', { cause: result })
  return result
}

test.each([
  ['22001', 400],
  ['22003', 400],
  ['22P02', 400],
  ['23502', 400],
  ['23503', 400],
  ['23514', 400],
  ['42601', 400],
  ['54000', 400],
  ['SQLITE_CONSTRAINT', 400],
  ['SQLITE_TOOBIG', 400],
  ['SQLITE_MISMATCH', 400],
  ['08006', 503],
  ['53300', 503],
  ['57014', 503],
  ['57P01', 503],
  ['40001', 503],
  ['40P01', 503],
  ['25006', 503],
  ['28P01', 503],
  ['SQLITE_BUSY', 503],
  ['SQLITE_LOCKED', 503],
  ['SQLITE_IOERR', 503],
  ['ECONNREFUSED', 503],
  ['ECONNRESET', 503],
  ['53100', 507],
  ['SQLITE_FULL', 507],
])("translates %s to %i without a word of the database's message", (code, status) => {
  for (const error of [driverError(code), wrapped(driverError(code))]) {
    const result = translated(error)
    expect(result.status).toBe(status)
    expect(JSON.stringify(result)).not.toContain('secret')
    expect(result.headers['Retry-After']).toBe(status === 503 ? '1' : undefined)
    expect(result.cause).toBe(status === 507 ? undefined : error)
  }
})

test.each([
  driverError('42P01'),
  driverError('42703'),
  driverError('XX000'),
  driverError('SQLITE_ERROR'),
  driverError('SQLITE_CORRUPT'),
  new TypeError('a bug'),
  'not even an error',
])('returns %s unchanged, because it is an internal error', (error) => {
  expect(translateError(error, tables)).toBe(error)
})

test('returns an error for the client unchanged', () => {
  const error = new ApiError('NotFoundError')
  expect(translateError(error, tables)).toBe(error)
})

test.each([
  driverError(undefined, 'Connection terminated unexpectedly'),
  driverError(undefined, 'Client has encountered a connection error and is not queryable'),
  driverError(undefined, 'Cannot use a pool after calling end on the pool'),
  driverError(undefined, 'pool is draining and cannot accept work'),
  driverError(undefined, 'ConnectionManager.getConnection was called after the connection manager was closed!'),
])('treats the connection as lost after: $message', (error) => {
  expect(isConnectionLost(error)).toBe(true)
  expect(translated(error).status).toBe(503)
})

test('treats a pool without a free connection as a 503, and its connections as usable', () => {
  const error = wrapped(driverError(undefined, 'Operation timeout'), 'SequelizeConnectionAcquireTimeoutError')
  expect(isConnectionLost(error)).toBe(false)
  expect(translated(error).status).toBe(503)
})

test.each([
  ['a conflict with WAL replay', driverError('40001'), true],
  ['a lost connection', driverError(undefined, 'Connection terminated unexpectedly'), true],
  ['a table that the replica does not have yet', driverError('42P01'), true],
  ['a time limit that both servers have', readError(driverError('57014')), false],
  ['a response that is too large', responseTooLarge(), false],
  ['no free connection', databaseBusy(), false],
])('decides whether the primary repeats a read that failed on a replica with %s', (_name, error, expected) => {
  expect(canRetryOnPrimary(error, false)).toBe(expected)
})

test('a read that a replica cancelled earlier than the primary would is repeated on the primary', () => {
  expect(canRetryOnPrimary(readError(driverError('57014')), true)).toBe(true)
})

describe('a violated unique index', () => {
  const message = 'This attribute must be unique'
  const named = (path: string) => ({ errors: [{ path: [path], message, name: 'ValidationError' }] })

  test.each([
    [
      'SQLite',
      driverError('SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT: UNIQUE constraint failed: articles.slug'),
      named('slug'),
    ],
    [
      'SQLite, a relation',
      driverError('SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT: UNIQUE constraint failed: articles.cover_id'),
      named('cover'),
    ],
    ['PostgreSQL', driverError('23505', secret, { table: 'articles', constraint: 'articles_slug_key' }), named('slug')],
    [
      'PostgreSQL, a relation',
      driverError('23505', secret, { table: 'articles', constraint: 'articles_cover_id_key' }),
      named('cover'),
    ],
    [
      'an index that is not in the layout',
      driverError('23505', secret, { table: 'articles', constraint: 'by_hand' }),
      {},
    ],
  ])('is reported with its attribute: %s', (_name, error, details) => {
    for (const thrown of [error, wrapped(error, 'SequelizeUniqueConstraintError')]) {
      expect(translated(thrown)).toMatchObject({ status: 400, message, details })
    }
  })
})

test.each([
  ['57014', secret, 'The query takes too long: request less data'],
  ['SQLITE_INTERRUPT', secret, 'The query takes too long: request less data'],
  ['SQLITE_TOOBIG', secret, 'The response would be too large: request less data'],
  ['XX000', 'invalid memory alloc request size 1073741824', 'The response would be too large: request less data'],
])('%s of a reading statement becomes an error for the client', (code, message, expected) => {
  const error = driverError(code, message)
  expect(readError(error)).toMatchObject({
    status: 400,
    name: 'ValidationError',
    message: expected,
    headers: {},
    cause: error,
  })
})

test('returns other errors of reads unchanged', () => {
  for (const error of [driverError('XX000'), driverError('57P01'), driverError(undefined)]) {
    expect(readError(error)).toBe(error)
  }
})

test('a busy database is distinguished from one that is away', () => {
  const waited = translated(wrapped(driverError(undefined), 'SequelizeConnectionAcquireTimeoutError'))
  const away = translated(wrapped(driverError('ECONNREFUSED'), 'SequelizeConnectionRefusedError'))
  expect([databaseBusy(), waited, away].map(isPoolExhausted)).toEqual([true, true, false])
})
