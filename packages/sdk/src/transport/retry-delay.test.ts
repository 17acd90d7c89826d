import { afterEach, describe, expect, it, vi } from 'vitest'
import { retryDelay } from './retry-delay.js'

afterEach(() => vi.restoreAllMocks())

const responseWith = (retryAfter: string) => new Response(null, { headers: { 'retry-after': retryAfter } })
const between = (random: number) => vi.spyOn(Math, 'random').mockReturnValue(random)

describe('the delay before a retry', () => {
  it('doubles with every retry, up to ten seconds', () => {
    between(1)
    expect([0, 1, 2, 3, 9].map((retries) => retryDelay(undefined, retries))).toEqual([300, 600, 1200, 2400, 10_000])
  })

  it('varies by half, so that clients that failed together retry at different times', () => {
    between(0)
    expect(retryDelay(undefined, 2)).toBe(600)
  })

  it('is the Retry-After of the server, in seconds or as a date, plus up to a quarter', () => {
    between(0)
    expect(retryDelay(responseWith('2'), 0)).toBe(2000)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2024, 0, 1) })
    expect(retryDelay(responseWith('Mon, 01 Jan 2024 00:01:00 GMT'), 0)).toBe(60_000)
    vi.useRealTimers()
    between(1)
    expect(retryDelay(responseWith('2'), 0)).toBe(2500)
  })

  it.each(['0', '-1', 'soon', '', 'Thu, 01 Jan 1970 00:00:00 GMT'])('ignores the Retry-After %j', (retryAfter) => {
    between(1)
    expect(retryDelay(responseWith(retryAfter), 0)).toBe(300)
  })
})
