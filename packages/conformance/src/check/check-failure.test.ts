import { describe, expect, it } from 'vitest'
import { CheckFailure } from './check-failure.js'

describe('the message of a failed check', () => {
  it.each([
    ['The order differs', [3, 1, 2], [1, 3, 2], 'The order differs: expected [3,1,2], got [1,3,2]'],
    ['Another relation', 4, null, 'Another relation: expected 4, got null'],
    ['Reading returns another value', 'x', undefined, 'Reading returns another value: expected x, got (absent)'],
    ['It differs', { a: 1 }, { a: 2 }, 'It differs: a: expected 1, got 2'],
  ])('says what was expected and what came: %s', (what, expected, actual, message) => {
    expect(new CheckFailure(what, { expected, actual }).message).toBe(message)
  })

  it('is short, and names the first difference of long values', () => {
    const rows = (value: string) => Array.from({ length: 50 }, (_, id) => ({ id, value }))
    const { message, differences } = new CheckFailure('Other entries', {
      expected: rows('a'),
      actual: rows('b'.repeat(500)),
    })
    expect(message).toBe(`Other entries: [0].value: expected a, got ${'b'.repeat(160)}… and 49 more differences`)
    expect(differences).toHaveLength(50)
  })
})
