import { createRegistry } from '@content-api/model'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { isPlainlyLinear, splitLookaheads, matcherOf, preparePatterns } from './patterns.js'

function registryOf(...patterns: readonly string[]) {
  const attributes = Object.fromEntries(patterns.map((regex, index) => [`x${index}`, { type: 'string', regex }]))
  const info = { singularName: 'page', pluralName: 'pages' }
  return createRegistry({ contentTypes: { 'api::page.page': { info, attributes } } })
}

/** Loads the linear engine. */
beforeAll(async () => void (await preparePatterns(registryOf('(a|b)+'))))

/** Patterns that take exponential or quadratic time in the engine of JavaScript. */
const slow = [
  '^(a+)+$',
  '^(a|aa)+$',
  'a+$',
  '^a*a*a*a*$',
  '^(\\w+\\s?)*$',
  '^(?=(a+)+$)b',
  '(.*)*x',
  '^(?:(?:a+)+)+$',
  '^(?!(a+)+c$)[a-z]+1$',
]

describe('matcherOf', () => {
  it.each(slow)('%s takes little time for every string', async (source) => {
    const before = process.cpuUsage()
    await preparePatterns(registryOf(source))
    const long = `${'a'.repeat(9_999)}!`
    expect(matcherOf(source)(long)).toBe(false)
    // Microseconds of processor time: the engine of JavaScript takes longer than the universe exists, or
    // minutes.
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
  })

  it.each([
    ['^\\S+@\\S+$', ['a@b', 'a @b', 'a\u00A0@b', 'a@\u3000', 'ä@ß']],
    ['^[\\s\\S]{1,3}$', ['', 'a\nb', '\u2028\u00A0x', 'abcd']],
    ['^(.+)-(.+)$', ['a-b', 'a\n-b', '\u2028-b', '-']],
    ['^(?:[\\w.-]+|"[^"]+")@[a-z\\u00e4]+$', ['a.b@c', '"x y"@ä', 'a@C']],
    ['^([1-9][0-9]*)\\/([1-9][0-9]{3})$', ['12/2024', '0/2024', '12/0024']],
    ['^(?=.*[a-z])(?=.*\\d)(?!.*\\s)[a-zA-Z\\d]{8,}$', ['abcdefg1', 'abcdefgh', 'abcd efg1']],
    ['(\\d{3}|x)[[\\]-]', ['123[', 'x]', 'x-', 'y-']],
    ['^(?:.|x){2}$', ['😀', 'ab', 'a😀']],
    ['^(\\w)\\1$', ['aa', 'ab']],
  ])('%s has the results of JavaScript', async (source, values) => {
    await preparePatterns(registryOf(source))
    expect(values.map(matcherOf(source))).toEqual(values.map((value) => new RegExp(source).test(value)))
  })

  it('has the results of JavaScript for random patterns and strings', () => {
    const class_ = fc.constantFrom('[a-c]', '[^a]', '[\\s,]', '[^\\S.]', '[\\w-]', '[^\\d\\]]')
    const atom = fc.oneof(fc.constantFrom('a', 'b', '.', '\\s', '\\S', '\\w', '\\W', '\\d', '\\.', '\\b', '1'), class_)
    const repeated = fc
      .tuple(atom, fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,3}', '*?'))
      .map(([one, times]) => {
        return one === '\\b' ? one : one + times
      })
    const sequence = fc.array(repeated, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
    const group = fc
      .tuple(sequence, sequence, fc.constantFrom('', '?', '+'))
      .map(([a, b, times]) => `(${a}|${b})${times}`)
    const pattern = fc
      .tuple(fc.constantFrom('^', ''), group, sequence, fc.constantFrom('$', ''))
      .map((parts) => parts.join(''))
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', '1', '.', ' ', ',', '-', '_', ']', '\n', '\t', '\u00A0', '\u2028', 'é'),
      maxLength: 8,
    })
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 5 }), (source, values) => {
        expect(values.map(matcherOf(source))).toEqual(values.map((value) => new RegExp(source).test(value)))
      }),
      { numRuns: 150 },
    )
  })
})

describe('preparePatterns', () => {
  it('returns the attributes whose pattern the linear engine lacks', async () => {
    expect(await preparePatterns(registryOf('^a+$', '^(a+)+$', '^(a+)\\1$', '(?=a)b'))).toEqual([
      'api::page.page.x2',
      'api::page.page.x3',
    ])
  })

  it('compiles no other patterns, which are compiled once when they are used', async () => {
    const { RE2JS } = await import('re2js')
    const compile = vi.spyOn(RE2JS, 'compile')
    const sources = Array.from({ length: 20 }, (_, index) => `^(?:[a-z]{1,200}-?){1,2}x{${index}}$`)
    expect(await preparePatterns(registryOf(...sources))).toEqual([])
    expect(compile).not.toHaveBeenCalled()
    expect(sources.map((source, index) => matcherOf(source)(`a-${'x'.repeat(index)}`))).not.toContain(false)
    expect(matcherOf(sources[0] ?? '')('A')).toBe(false)
    expect(compile).toHaveBeenCalledTimes(20)
    compile.mockRestore()
  })

  it('limits the time of these', async () => {
    const source = '^(a+)+(?=b)\\1$'
    await preparePatterns(registryOf(source))
    const before = process.cpuUsage()
    expect(matcherOf(source)(`${'a'.repeat(40)}!`)).toBe(false)
    expect(matcherOf('^(a+)\\1$')('aaaa')).toBe(true)
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
  })
})

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

describe('splitLookaheads', () => {
  it.each([
    ['^(?=.*[a-z])(?!.*\\s)[a-z]{8,}$', ['^.*[a-z]', 'not ^.*\\s', '^[a-z]{8,}$']],
    ['^(?=a|b)c', ['^(?:a|b)', '^c']],
    ['^(?=[)]\\))c', ['^(?:[)]\\))', '^c']],
    ['^(?=(a)b)c', ['^(?:(a)b)', '^c']],
    ['^a(?=b)', ['^a(?=b)']],
    ['^(?=(a))\\1', ['^(?=(a))\\1']],
    ['^(?=a)b|c', ['^(?=a)b|c']],
    ['^(?=a)?b', ['^(?=a)?b']],
  ])('takes %s apart', (source, parts) => {
    expect(splitLookaheads(source).map((part) => `${part.negated ? 'not ' : ''}${part.source}`)).toEqual(parts)
  })
})
