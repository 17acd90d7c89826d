import { describe, expect, it } from 'vitest'
import { failure } from '../../../server/test/support/failure.js'
import { lenient, strict } from '../../../server/test/support/plan-context.js'
import { parsePagination, rejectBarePagination } from './pagination.js'

const limits = strict.limits

describe('parsePagination', () => {
  it.each([
    [undefined, { by: 'page', page: 1, pageSize: 25, withCount: true }],
    [null, { by: 'page', page: 1, pageSize: 25, withCount: true }],
    [{ page: '3' }, { by: 'page', page: 3, pageSize: 25, withCount: true }],
    [
      { page: '99', pageSize: '5' },
      { by: 'page', page: 99, pageSize: 5, withCount: true },
    ],
    [{ pageSize: '101' }, { by: 'page', page: 1, pageSize: 100, withCount: true }],
    [{ pageSize: 7 }, { by: 'page', page: 1, pageSize: 7, withCount: true }],
    [{ withCount: 'false' }, { by: 'page', page: 1, pageSize: 25, withCount: false }],
    [{ withCount: 't' }, { by: 'page', page: 1, pageSize: 25, withCount: true }],
    [{ withCount: false }, { by: 'page', page: 1, pageSize: 25, withCount: false }],
    [{ start: '10' }, { by: 'offset', start: 10, limit: 25, withCount: true }],
    [{ limit: '2' }, { by: 'offset', start: 0, limit: 2, withCount: true }],
    [{ limit: '101' }, { by: 'offset', start: 0, limit: 100, withCount: true }],
    [{ limit: '-1' }, { by: 'offset', start: 0, limit: 100, withCount: true }],
    [
      { start: '0', limit: '2', withCount: 'f' },
      { by: 'offset', start: 0, limit: 2, withCount: false },
    ],
  ])('returns the page of %j', (raw, expected) => {
    expect(parsePagination(raw, strict)).toEqual(expected)
  })

  it('has no maximum where none is configured', () => {
    const unbounded = { strict: true, limits: { ...limits, maxLimit: null, withCount: false } }
    expect(parsePagination({ limit: '-1' }, unbounded)).toMatchObject({ limit: -1, withCount: false })
    expect(parsePagination({ pageSize: '5000' }, unbounded)).toMatchObject({ pageSize: 5000 })
  })

  it('limits the default page size, too', () => {
    const small = { strict: true, limits: { ...limits, maxLimit: 10 } }
    expect(parsePagination({}, small)).toMatchObject({ pageSize: 10 })
    expect(parsePagination({ start: '0' }, small)).toMatchObject({ limit: 10 })
  })

  it.each([
    [{ page: '0' }, "Invalid 'page' parameter. Expected an integer > 0, received: 0"],
    [{ page: '-1' }, "Invalid 'page' parameter. Expected an integer > 0, received: -1"],
    [{ page: '1.5' }, "Invalid 'page' parameter. Expected an integer > 0, received: 1.5"],
    [{ page: '' }, "Invalid 'page' parameter. Expected an integer > 0, received: "],
    [{ page: null }, "Invalid 'page' parameter. Expected an integer > 0, received: null"],
    [{ page: ['1', '2'] }, "Invalid 'page' parameter. Expected an integer > 0, received: an array"],
    [{ page: '9007199254740991' }, "Invalid 'page' parameter. Expected a smaller integer, received: 9007199254740991"],
    [{ pageSize: 'abc' }, "Invalid 'pageSize' parameter. Expected an integer > 0, received: abc"],
    [{ pageSize: '-1' }, "Invalid 'pageSize' parameter. Expected an integer > 0, received: -1"],
    [{ limit: '0' }, "Invalid 'limit' parameter. Expected an integer > 0, received: 0"],
    [{ limit: '-2' }, "Invalid 'limit' parameter. Expected an integer > 0, received: -2"],
    [{ limit: 'NaN' }, "Invalid 'limit' parameter. Expected an integer > 0, received: NaN"],
    [{ start: '-1' }, "Invalid 'start' parameter. Expected an integer >= 0, received: -1"],
    [
      { start: '99999999999999999999' },
      "Invalid 'start' parameter. Expected an integer >= 0, received: 99999999999999999999",
    ],
  ])('rejects the number in %j', (raw, message) => {
    expect(failure(() => parsePagination(raw, lenient))).toMatchObject({
      name: 'PaginationError',
      status: 400,
      message,
    })
  })

  it.each(['+2', ' 2', '2e0', '0x2'])('accepts the page %j in lenient mode', (page) => {
    expect(parsePagination({ page }, lenient)).toMatchObject({ page: 2 })
    expect(failure(() => parsePagination({ page }, strict)).name).toBe('PaginationError')
  })

  it.each([
    [{ page: '1', limit: '2' }],
    [{ start: '0', pageSize: '2' }],
    [{ page: '1', pageSize: '2', start: '0', limit: '2' }],
  ])('rejects the mixture %j', (raw) => {
    expect(failure(() => parsePagination(raw, lenient))).toMatchObject({
      name: 'ValidationError',
      message: 'Invalid pagination parameters. Expected either start/limit or page/pageSize',
    })
  })

  it.each(['yes', 'TRUE', '', null, ['true']])('rejects withCount=%j', (withCount) => {
    expect(failure(() => parsePagination({ withCount }, lenient)).message).toMatch(/^Invalid withCount parameter/)
  })

  it('rejects unknown keys in strict mode and drops them in lenient mode', () => {
    expect(failure(() => parsePagination({ pagesize: '2' }, strict)).message).toBe(
      'Invalid parameter pagesize. Did you mean pageSize?',
    )
    expect(failure(() => parsePagination('2', strict)).message).toMatch(
      /^Invalid parameter pagination: it must be an object/,
    )
    expect(failure(() => parsePagination(['1'], strict)).message).toMatch(
      /^Invalid parameter pagination: it must be an object/,
    )
    for (const raw of [{ foo: '1' }, '2', ['1']]) {
      expect(parsePagination(raw, lenient)).toEqual({ by: 'page', page: 1, pageSize: 25, withCount: true })
    }
  })
})

it.each(['page', 'pageSize', 'start', 'limit'])('rejects %s outside of pagination', (key) => {
  expect(failure(() => rejectBarePagination({ [key]: '1' }))).toMatchObject({
    name: 'PaginationError',
    message: `Invalid pagination attributes: use pagination[${key}] instead of ${key}`,
  })
})
