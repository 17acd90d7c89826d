import { describe, expect, it } from 'vitest'
import { listOf, objectOf, parseText, stringOf } from './json-text.js'

const bytes = Buffer.from('{"name":"Škoda 🚗"}')

describe('JSON text', () => {
  it('is a string or bytes, with the same content', () => {
    expect(stringOf(bytes)).toBe('{"name":"Škoda 🚗"}')
    expect(parseText(bytes)).toEqual({ name: 'Škoda 🚗' })
    expect(parseText(stringOf(bytes))).toEqual({ name: 'Škoda 🚗' })
  })

  it('is put together without decoding bytes', () => {
    const list = listOf([bytes, '1', bytes])
    expect(list).toBeInstanceOf(Buffer)
    expect(parseText(list)).toEqual([{ name: 'Škoda 🚗' }, 1, { name: 'Škoda 🚗' }])
    const object = objectOf([
      ['errors', '["ž"]'],
      ['data', bytes],
    ])
    expect(stringOf(object)).toBe('{"errors":["ž"],"data":{"name":"Škoda 🚗"}}')
  })

  it('stays a string if all its parts are strings', () => {
    expect(listOf(['1', '2'])).toBe('[1,2]')
    expect(listOf([])).toBe('[]')
    expect(objectOf([['data', 'null']])).toBe('{"data":null}')
    expect(objectOf([])).toBe('{}')
  })
})
