import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@content-api/engine/errors'
import type { Logger } from '../log/logger.js'
import { logFailures } from './log-failures.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function recording() {
  const lines: string[] = []
  const at = (level: string) => (message: string) => void lines.push(`${level}: ${message}`)
  const logger = { error: at('error'), warn: at('warn'), info: at('info') } as unknown as Logger
  const log = logFailures(logger)
  const fail = (error: unknown, times = 1) => {
    for (let index = 0; index < times; index++) log({ requestId: 'id', method: 'GET', path: `/api/${index}`, error })
  }
  return { lines, fail }
}

/** Returns the error of a request while the database can't be reached. */
function away(code: string): ApiError {
  const error = new ApiError('ServiceUnavailableError')
  error.cause = Object.assign(new Error('Sequelize'), { original: Object.assign(new Error('connect'), { code }) })
  return error
}

it('HTTP-66: of 1,000 failures with one cause it logs the first, then their number, then their end', () => {
  const { lines, fail } = recording()
  fail(away('ECONNREFUSED'), 600)
  expect(lines).toEqual([`warn: GET /api/0 failed: ${away('').message}`])
  vi.advanceTimersByTime(10_000)
  fail(away('ECONNREFUSED'), 400)
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([
    `warn: GET /api/0 failed: ${away('').message}`,
    'warn: 599 more requests failed in the last 10 seconds: The database cannot be reached at the moment',
    'warn: 400 more requests failed in the last 10 seconds: The database cannot be reached at the moment',
    'info: No more requests failed in the last 10 seconds: The database cannot be reached at the moment',
  ])
  fail(away('ECONNREFUSED'))
  expect(lines).toHaveLength(5)
})

it('logs the first failure of each cause', () => {
  const { lines, fail } = recording()
  for (const code of ['ECONNREFUSED', '57P03', 'ECONNREFUSED']) fail(away(code))
  fail(new ApiError('ServiceUnavailableError', 'The database is busy'))
  expect(lines).toHaveLength(3)
})

it('logs each failure of another kind', () => {
  const { lines, fail } = recording()
  fail(new Error('broken'), 3)
  fail(new ApiError('InsufficientStorageError'), 3)
  expect(lines.map((line) => line.split(':')[0])).toEqual(['error', 'error', 'error', 'warn', 'warn', 'warn'])
})
