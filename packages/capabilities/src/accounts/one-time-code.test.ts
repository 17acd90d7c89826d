import { afterEach, expect, it, vi } from 'vitest'
import { confirmationState, digestOfCode, isCodeFor, newCode, resetState } from './one-time-code.js'

afterEach(() => void vi.useRealTimers())

const account = {
  email: 'ada@example.com',
  password: '$argon2id$hash',
  confirmed: false,
  blocked: false,
  tokensValidFrom: null,
}
const state = resetState(account)

it('returns the digest of a code until the code expires', () => {
  vi.useFakeTimers()
  const { code, digest } = newCode(60_000, state)
  expect(code).toMatch(/^[0-9a-f]{75}$/)
  expect(digestOfCode(code)).toBe(digest)
  expect(digest).not.toContain(code.slice(0, 20))
  vi.advanceTimersByTime(60_001)
  expect(digestOfCode(code)).toBeNull()
})

it('creates a new code for each call, and changes the digest with the expiry time', () => {
  const { code, digest } = newCode(60_000, state)
  expect(newCode(60_000, state).code.slice(0, 64)).not.toBe(code.slice(0, 64))
  const longer = code.slice(0, 64) + (Number.parseInt(code.slice(64), 16) + 1_000_000).toString(16).padStart(11, '0')
  expect(digestOfCode(longer)).not.toBe(digest)
  for (const nonsense of ['', 'nope', code.toUpperCase(), `${code} `]) expect(digestOfCode(nonsense)).toBeNull()
})

it.each([
  ['the address', { email: 'eve@example.com' }, [false, false]],
  ['the password', { password: '$argon2id$other' }, [false, true]],
  ['the time of the last revocation', { tokensValidFrom: '2024-01-01T00:00:00.000Z' }, [false, true]],
  ['a block', { blocked: true }, [false, false]],
  ['the confirmation', { confirmed: true }, [true, false]],
  ['no block, stored as null', { blocked: null }, [true, true]],
])('belongs to a state of the account: after a change of %s', (_, change, stillValid) => {
  const states = [resetState, confirmationState]
  const valid = states.map((stateOf) =>
    isCodeFor(newCode(60_000, stateOf(account)).code, stateOf({ ...account, ...change })),
  )
  expect(valid).toEqual(stillValid)
})

it('shows nothing of the account in its fingerprint, and rejects another form', () => {
  const { code } = newCode(60_000, state)
  expect(code).not.toContain(Buffer.from('ada').toString('hex'))
  for (const nonsense of ['', 'nope', `${code} `]) expect(isCodeFor(nonsense, state)).toBe(false)
})
