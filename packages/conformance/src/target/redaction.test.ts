import { describe, expect, it } from 'vitest'
import { Redaction } from './redaction.js'

describe('Redaction', () => {
  const redaction = new Redaction(['abc', 'abc/def'])

  it('removes configured tokens, also percent-encoded, the longest token first', () => {
    expect(redaction.text('x abc/def y abc z abc%2Fdef')).toBe('x [redacted] y [redacted] z [redacted]')
  })

  it('removes the values of credential headers', () => {
    expect(redaction.headers({ Authorization: 'Bearer zzz', accept: 'application/json' })).toEqual({
      Authorization: '[redacted]',
      accept: 'application/json',
    })
  })

  it('removes JSON web tokens and passwords', () => {
    expect(redaction.text('{"jwt":"eyJhbGciOi.eyJpZCI6.c2ln","password": "a\\"b","n":1}')).toBe(
      '{"jwt":"[redacted]","password": "[redacted]","n":1}',
    )
  })

  it('redacts strings inside JSON values', () => {
    expect(redaction.value({ a: ['abc'], n: 2 })).toEqual({ a: ['[redacted]'], n: 2 })
  })
})
