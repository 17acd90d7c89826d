import { describe, expect, it } from 'vitest'
import { isLoopback, mayWrite } from './live-safety.js'

describe('live safety', () => {
  it.each(['localhost', '127.0.0.1', '127.9.9.9', '[::1]', 'api.localhost'])('%s is this machine', (host) => {
    expect(isLoopback(host)).toBe(true)
  })

  it.each(['example.org', '10.0.0.1', '127.0.0.1.example.org', 'localhost.example.org', '[2001:db8::1]'])(
    '%s is not this machine',
    (host) => {
      expect(isLoopback(host)).toBe(false)
    },
  )

  it('writes to other machines only if the exact host was named', () => {
    const url = new URL('https://cms.example.org:8443')
    expect(mayWrite(url, undefined)).toBe(false)
    expect(mayWrite(url, 'example.org')).toBe(false)
    expect(mayWrite(url, 'cms.example.org')).toBe(true)
    expect(mayWrite(url, 'cms.example.org:8443')).toBe(true)
    expect(mayWrite(url, 'cms.example.org:443')).toBe(false)
  })
})
