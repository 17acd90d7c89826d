import { describe, expect, it } from 'vitest'
import { type ConfiguredMiddleware } from '../settings/beside-settings.js'
import { strapiHeaders } from './strapi-headers.js'

function headersOf(...middlewares: (string | [string, unknown])[]) {
  const list = middlewares.map((item): ConfiguredMiddleware => {
    const [name, config] = typeof item === 'string' ? [item, {}] : item
    return { name, resolve: null, config }
  })
  const plugins = { file: 'config/plugins', value: {} }
  return strapiHeaders({ middlewares: list, middlewaresFile: 'config/middlewares.js', plugins, hasGraphql: true })
}

const request = (path = '/api/articles', headers: Readonly<Record<string, string>> = {}, method = 'GET') => ({
  method,
  path,
  header: (name: string) => headers[name],
})
const from = (origin: string) => request('/api/articles', { origin })

/** As Strapi 4.26.2 sends them without options, and without an `Origin` in the request. */
const recorded = {
  'Content-Security-Policy':
    "connect-src 'self' https:;img-src 'self' data: blob: https://market-assets.strapi.io;media-src 'self' data: blob:;default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies': 'none',
  Vary: 'Origin',
  'Access-Control-Allow-Origin': '',
  'Access-Control-Allow-Credentials': 'true',
  'X-Powered-By': 'Strapi <strapi.io>',
}

const usual = ['strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy', 'strapi::session'] as const

describe('the headers of Strapi', () => {
  it('are those of its usual middlewares', () => {
    const { of, everything, compresses, isTimed } = headersOf(...usual)
    expect(of(request())).toEqual({ headers: recorded })
    expect({ everything, compresses, isTimed }).toEqual({ everything: null, compresses: false, isTimed: false })
  })

  it('belong to the middlewares that a project lists', () => {
    expect(headersOf('strapi::errors').of(request())).toEqual({ headers: {} })
    expect(headersOf('strapi::compression', 'strapi::cors').of(request())).toMatchObject({
      headers: { Vary: 'Origin, Accept-Encoding' },
    })
    expect(headersOf(['strapi::poweredBy', { poweredBy: 'me' }]).of(request())).toEqual({
      headers: { 'X-Powered-By': 'me' },
    })
  })

  it('have another policy for pages', () => {
    const { of } = headersOf('strapi::security')
    const policyOf = (...args: Parameters<typeof request>) => {
      const found = of(request(...args))
      return 'headers' in found ? found.headers['Content-Security-Policy'] : found
    }
    expect(policyOf('/graphql')).toBe(
      "connect-src 'self' https:;img-src 'self' data: blob: https://market-assets.strapi.io 'self' data: cdn.jsdelivr.net strapi.io;media-src 'self' data: blob:;script-src 'self' 'unsafe-inline' cdn.jsdelivr.net;default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';object-src 'none';script-src-attr 'none';style-src 'self' https: 'unsafe-inline'",
    )
    expect(policyOf('/graphql', {}, 'POST')).toBe(recorded['Content-Security-Policy'])
    expect(policyOf('/administrators')).toContain("connect-src 'self' https: 'self' https: ws:")
  })

  it('follow the options of strapi::security', () => {
    const { of } = headersOf([
      'strapi::security',
      {
        contentSecurityPolicy: { directives: { 'img-src': ["'self'", 'cdn.example'], frameAncestors: null } },
        hsts: true,
        frameguard: false,
        xssFilter: true,
      },
    ])
    expect(of(request())).toEqual({
      headers: {
        'Content-Security-Policy':
          "img-src 'self' cdn.example blob: https://market-assets.strapi.io;connect-src 'self' https:;media-src 'self' data: blob:;default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline'",
        'Referrer-Policy': 'no-referrer',
        'Strict-Transport-Security': 'max-age=15552000; includeSubDomains',
        'X-Content-Type-Options': 'nosniff',
        'X-DNS-Prefetch-Control': 'off',
        'X-Download-Options': 'noopen',
        'X-Permitted-Cross-Domain-Policies': 'none',
        'X-XSS-Protection': '0',
      },
    })
  })

  it.each([
    [{}, 'https://a.example', { 'Access-Control-Allow-Origin': 'https://a.example' }],
    [{ origin: ['https://a.example'] }, 'https://a.example', { 'Access-Control-Allow-Origin': 'https://a.example' }],
    [
      { origin: 'https://b.example, https://a.example' },
      'https://a.example',
      { 'Access-Control-Allow-Origin': 'https://a.example' },
    ],
    [{ origin: 'https://b.example' }, 'https://a.example', { 'Access-Control-Allow-Origin': 'https://b.example' }],
    [
      { credentials: false, expose: ['X-A', 'X-B'] },
      'https://a.example',
      { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'X-A,X-B' },
    ],
  ])('follow the options of strapi::cors %j', (config, origin, expected) => {
    const { of } = headersOf(['strapi::cors', config])
    const credentials = 'credentials' in config ? {} : { 'Access-Control-Allow-Credentials': 'true' }
    expect(of(from(origin))).toEqual({ headers: { Vary: 'Origin', ...expected, ...credentials } })
  })

  it('leave out CORS for an origin that is not listed', () => {
    expect(headersOf(['strapi::cors', { origin: ['https://a.example'] }]).of(from('https://b.example'))).toEqual({
      headers: { Vary: 'Origin' },
    })
  })

  it('leave requests with an Origin to Strapi if a function decides about origins', () => {
    const { of } = headersOf(['strapi::cors', { origin: () => 'https://a.example' }])
    expect(of(request())).toMatchObject({ headers: { 'Access-Control-Allow-Origin': '' } })
    expect(of(from('https://a.example'))).toEqual({
      reason: {
        kind: 'setting',
        file: 'config/middlewares.js',
        message: 'Code of the project decides the headers of strapi::cors',
      },
    })
  })

  it('leave requests with a cookie to Strapi if it may renew the session', () => {
    const { of } = headersOf(['strapi::session', { rolling: true }])
    expect(of(request())).toEqual({ headers: {} })
    expect(of(request('/api/articles', { cookie: 'koa.sess=a' }))).toMatchObject({ reason: { kind: 'setting' } })
  })

  it.each([
    ['strapi::compression', { br: false }],
    ['strapi::security', { contentSecurityPolicy: { directives: { 'script-src': [() => "'nonce-1'"] } } }],
    ['strapi::security', { frameguard: { action: 'no such action' } }],
    ['strapi::security', { expectCt: true }],
    ['strapi::cors', { origin: 7 }],
    ['strapi::cors', { credentials: () => true }],
    ['strapi::poweredBy', { poweredBy: 7 }],
  ])('of %s %j leave everything to Strapi', (name, config) => {
    const headers = headersOf([name, config])
    expect(headers.everything).toMatchObject({ kind: 'setting', file: 'config/middlewares.js' })
    expect(headers.everything?.message).toContain(name)
    expect(headers.of(request())).toEqual({ reason: headers.everything })
  })

  it('leave everything to Strapi if a middleware is listed twice', () => {
    expect(headersOf('strapi::cors', 'strapi::cors').everything?.message).toContain('strapi::cors is listed twice')
  })
})
