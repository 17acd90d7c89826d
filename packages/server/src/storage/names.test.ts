import { expect, test } from 'vitest'
import { identifier, quote, quoteText } from './names.js'

test('a name that both databases accept is not changed', () => {
  expect(identifier('articles_slug_key')).toBe('articles_slug_key')
  expect(identifier('x'.repeat(63))).toBe('x'.repeat(63))
})

test.each(['x'.repeat(64), 'é'.repeat(40), `${'日'.repeat(21)}a`])('%s is cut to 63 bytes and stays unique', (name) => {
  const short = identifier(name)
  expect(Buffer.byteLength(short)).toBeLessThanOrEqual(63)
  expect(short).not.toContain('\uFFFD')
  expect(identifier(`${name}a`)).not.toBe(short)
})

test('quotation marks in names and literals are doubled', () => {
  expect(quote('a"b')).toBe('"a""b"')
  expect(quoteText("it's")).toBe("'it''s'")
})
