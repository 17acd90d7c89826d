import { afterEach, expect, it, vi } from 'vitest'
import { digestOfCode, newCode } from './one-time-code.js'

afterEach(() => void vi.useRealTimers())

it('returns the digest of a code until the code expires', () => {
  vi.useFakeTimers()
  const { code, digest } = newCode(60_000)
  expect(code).toMatch(/^[0-9a-f]{75}$/)
  expect(digestOfCode(code)).toBe(digest)
  expect(digest).not.toContain(code.slice(0, 20))
  vi.advanceTimersByTime(60_001)
  expect(digestOfCode(code)).toBeNull()
})

it('creates a new code for each call, and changes the digest with the expiry time', () => {
  const { code, digest } = newCode(60_000)
  expect(newCode(60_000).code.slice(0, 64)).not.toBe(code.slice(0, 64))
  const longer = code.slice(0, 64) + (Number.parseInt(code.slice(64), 16) + 1_000_000).toString(16).padStart(11, '0')
  expect(digestOfCode(longer)).not.toBe(digest)
  for (const nonsense of ['', 'nope', code.toUpperCase(), `${code} `]) expect(digestOfCode(nonsense)).toBeNull()
})
