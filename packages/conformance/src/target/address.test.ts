import { describe, expect, it } from 'vitest'
import { parseAddress, withoutApi } from './address.js'

describe('parseAddress', () => {
  it.each(['http://localhost:1337', 'https://cms.example.org/below/', new URL('http://localhost')])(
    'takes %s',
    (url) => {
      expect(parseAddress(url).href).toBe(new URL(url).href)
    },
  )

  it.each([
    ['localhost', /not an http or https address/],
    ['localhost:1337', /not an http or https address/],
    ['ftp://localhost', /not an http or https address/],
    ['http://somebody:secret@localhost:1337', /localhost:1337 contains a name or password/],
    ['http://localhost?locale=fr', /after \? or #/],
    ['http://localhost/#articles', /after \? or #/],
  ])('rejects %s', (url, message) => {
    expect(() => parseAddress(url)).toThrow(message)
    expect(() => parseAddress(url)).not.toThrow('secret')
  })
})

describe('withoutApi', () => {
  it.each([
    ['http://localhost:1337/api', 'http://localhost:1337'],
    ['http://localhost:1337/api/articles?x', 'http://localhost:1337'],
    ['http://localhost/below/api/', 'http://localhost/below'],
  ])('suggests an address for %s', (url, base) => {
    expect(withoutApi(new URL(url))).toContain(` ${base} `)
  })

  it.each(['http://localhost', 'http://localhost/apis', 'http://api.localhost/my-api'])('leaves %s alone', (url) => {
    expect(withoutApi(new URL(url))).toBe('')
  })
})
