import { describe, expect, it } from 'vitest'
import { printable, printableIn } from './printable.js'

describe('printable', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', '\\x1b[31mred\\x1b[0m'],
    ['a\rb\u0008\u0007\u0000', 'a\\x0db\\x08\\x07\\x00'],
    ['\u009b2J\u007f', '\\x9b2J\\x7f'],
    ['\u202egnp.exe', '\\u202egnp.exe'],
    ['line\n\ttab ä 日本', 'line\n\ttab ä 日本'],
    [
      '::error::x\n  ::set-output name=a::b\na ::notice::',
      '\\x3a:error::x\n  \\x3a:set-output name=a::b\na ::notice::',
    ],
    ['x ##[error]y ##vso[task]z ##teamcity[a]', 'x \\x23#[error]y \\x23#vso[task]z \\x23#teamcity[a]'],
    ['## heading', '## heading'],
  ])('%j', (text, expected) => {
    expect(printable(text)).toBe(expected)
  })

  it('escapes every string of a value', () => {
    expect(printableIn({ '\u001b': ['::a', 1, null, { b: '\r' }] })).toEqual({
      '\\x1b': ['\\x3a:a', 1, null, { b: '\\x0d' }],
    })
  })
})
