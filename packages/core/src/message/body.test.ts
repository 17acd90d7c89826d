import { describe, expect, it } from 'vitest'
import { parseBody, dataOf } from './body.js'

const limits = { bodyDepth: 5, bodyKeys: 3, bodyObjects: 6, parameters: 10, arrayItems: 10 }
const parse = (text: string, type: string | undefined = 'application/json') =>
  parseBody(Buffer.from(text), type, limits)

describe('parseBody', () => {
  it.each([
    ['application/json', '{"data":{"a":1}}'],
    ['application/json; charset=utf-8', '{"data":{"a":1}}'],
    ['application/vnd.api+json', '{"data":{"a":1}}'],
    ['Application/JSON', '\uFEFF{"data":{"a":1}}'],
  ])('reads %s', (type, text) => {
    expect(parse(text, type)).toEqual({ data: { a: 1 } })
  })

  it('reads forms with nested names in brackets', () => {
    expect(parse('data[name]=x&data[tags][0]=1', 'application/x-www-form-urlencoded')).toEqual({
      data: { name: 'x', tags: ['1'] },
    })
  })

  it.each(['text/plain', 'application/xml', undefined])('returns nothing for a body of type %s', (type) => {
    expect(parse('{"data":{}}', type ?? '')).toBeUndefined()
  })

  it.each([
    ['{"data":', 'application/json', 'SyntaxError', 400],
    ['"x"', 'application/json', 'Error', 400],
    ['null', 'application/json', 'Error', 400],
    ['{"a":{"b":{"c":{"d":{"e":{}}}}}}', 'application/json', 'BadRequestError', 400],
    [`${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'application/json', 'BadRequestError', 400],
    ['a[b][c][d][e][f][g]=1', 'application/x-www-form-urlencoded', 'ValidationError', 400],
    ['{}', 'application/json; charset=latin1', 'UnsupportedMediaTypeError', 415],
    ['--x', 'multipart/form-data; boundary=x', 'UnsupportedMediaTypeError', 415],
  ])('rejects %.20s as %s: %s', (text, type, name, status) => {
    expect(() => parse(text, type)).toThrow(expect.objectContaining({ name, status }))
  })

  it('rejects bytes that are not UTF-8', () => {
    const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
    expect(() => parseBody(bytes, 'application/json', limits)).toThrow(expect.objectContaining({ status: 400 }))
  })

  it('accepts a body as deep as the limit', () => {
    expect(parse('{"a":{"b":{"c":{"d":[]}}}}')).toEqual({ a: { b: { c: { d: [] } } } })
  })

  it('rejects an object with more keys than the limit, at any level', () => {
    expect(parse('{"a":[{"b":1,"c":2,"d":3}]}')).toEqual({ a: [{ b: 1, c: 2, d: 3 }] })
    const error = expect.objectContaining({ status: 400, message: 'The body has an object with more than 3 keys' })
    for (const text of ['{"a":1,"b":2,"c":3,"d":4}', '{"a":[{"b":1,"c":2,"d":3,"e":4}]}']) {
      expect(() => parse(text)).toThrow(error)
    }
  })

  it('rejects a body with more objects and arrays than the limit', () => {
    expect(parse('[[],{},[],{},[]]')).toEqual([[], {}, [], {}, []])
    const error = expect.objectContaining({ status: 400, message: 'The body has more than 6 objects and arrays' })
    expect(() => parse('[[],{},[],{},[],{}]')).toThrow(error)
  })

  it('counts no brackets, colons and quotation marks in strings', () => {
    const value = { a: '{[{[{[{[{[', 'b::::"': '\\', c: '\\":::::{"' }
    expect(parse(JSON.stringify(value))).toEqual(value)
  })
})

describe('dataOf', () => {
  it.each([[{ data: { a: 1 } }], [{ data: [] }]])('accepts %j', (body) => {
    expect(dataOf(body, 'application/json')).toBe(body.data)
  })

  it.each(['__proto__', 'constructor', 'prototype'])(
    'rejects the key %s beside data and accepts it inside data',
    (key) => {
      const inside = JSON.parse(`{"data":{"${key}":1}}`) as unknown
      expect(Object.keys(dataOf(inside, 'application/json') as object)).toEqual([key])
      const beside = JSON.parse(`{"data":{},"${key}":1}`) as unknown
      expect(() => dataOf(beside, 'application/json')).toThrow(
        expect.objectContaining({ name: 'ValidationError', message: `The key ${key} is not known in the body` }),
      )
    },
  )

  it.each([
    [
      undefined,
      undefined,
      'Missing "data" payload in the request body. Send JSON with the header Content-Type: application/json',
    ],
    [
      { '{"data":': null },
      'application/x-www-form-urlencoded',
      'Missing "data" payload in the request body. The body is JSON: send it with the header Content-Type: application/json',
    ],
    [
      { name: 'x' },
      'application/x-www-form-urlencoded',
      'Missing "data" payload in the request body. Put the attributes into it: { "data": { … } }',
    ],
    [[1], 'application/json', 'Missing "data" payload in the request body'],
    [{ data: null }, 'application/json', 'Missing "data" payload in the request body'],
    [{ data: 'x' }, 'application/json', 'Missing "data" payload in the request body'],
    [
      { name: 'x' },
      'application/json',
      'Missing "data" payload in the request body. Put the attributes into it: { "data": { … } }',
    ],
    [
      undefined,
      'text/plain',
      'Missing "data" payload in the request body. A body of type text/plain can\'t be read: send application/json',
    ],
  ])('rejects %j as %s', (body, type, message) => {
    expect(() => dataOf(body, type)).toThrow(expect.objectContaining({ name: 'ValidationError', message }))
  })
})
