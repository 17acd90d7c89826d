import { describe, expect, it } from 'vitest'
import { describeDanger, isPlainlyLinear, splitLookaheads } from './regex-safety.js'

describe('isPlainlyLinear', () => {
  it.each(['^[A-Z]{2}-[0-9]+$', '^\\d{4}$', 'abc', '^[\\w.()|]*$', '[a-z]{3}', '^a\\.b+', '^#[0-9a-f]{6}$'])(
    'returns true for %s',
    (source) => expect(isPlainlyLinear(source)).toBe(true),
  )

  it.each([
    '^(a+)+$',
    '\\s+$',
    '^a*a*$',
    'a|b',
    '^a{1,9}b{1,9}$',
    '^(?=a)b$',
    '^\\u{61}+$',
    '^[a-z]+\\1$',
    'a{900}b{900}',
  ])('returns false for %s', (source) => expect(isPlainlyLinear(source)).toBe(false))
})

describe('describeDanger', () => {
  it('accepts groups and choices that match in one way', () => {
    expect(describeDanger('^([a-z0-9]+-)*[a-z0-9]+$')).toBeUndefined()
    expect(describeDanger('^(?:https?|ftp)://[^/]+$')).toBeUndefined()
  })

  it('names the string that makes matching slow', () => {
    expect(describeDanger('^(a+)+$')).toMatch(/very long \(exponential\) for strings such as 'a'/)
    expect(describeDanger('\\s+$')).toMatch(/2nd degree polynomial/)
  })

  it('reports an expression that it cannot prove safe within the time limit', () => {
    const before = process.cpuUsage()
    const nested = `^(${'(a|b|ab)*'.repeat(12)}c)*(?<=x\\1)$`
    expect(describeDanger(nested)).toBeDefined()
    expect(process.cpuUsage(before).user).toBeLessThan(10_000_000)
  })
})

describe('splitLookaheads', () => {
  it.each([
    ['^(?=.*[a-z])(?!.*\\s)[a-z]{8,}$', ['^.*[a-z]', '^.*\\s', '^[a-z]{8,}$']],
    ['^(?=a|b)c', ['^(?:a|b)', '^c']],
    ['^(?=[)]\\))c', ['^(?:[)]\\))', '^c']],
    ['^(?=(a)b)c', ['^(?:(a)b)', '^c']],
    ['^a(?=b)', ['^a(?=b)']],
    ['^(?=(a))\\1', ['^(?=(a))\\1']],
  ])('takes %s apart', (source, parts) => expect(splitLookaheads(source)).toEqual(parts))

  it('accepts a password rule immediately', () => {
    const before = process.cpuUsage()
    expect(describeDanger('^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)[a-zA-Z\\d]{8,}$')).toBeUndefined()
    // Microseconds of processor time; an undivided pattern takes until the time limit of five seconds.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
  })

  it('finds the danger in one of the parts', () => {
    expect(describeDanger('^(?=(a+)+$)b')).toMatch(/exponential/)
  })
})
