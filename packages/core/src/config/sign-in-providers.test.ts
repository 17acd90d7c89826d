import { expect, it } from 'vitest'
import { parseConfig } from './parse.js'
import { resolveProvider } from './sign-in-providers.js'

const usual = { clientId: 'id', callbacks: ['https://app.example/signed-in'] }
const url = 'https://cms.example'
const parse = (providers: unknown) => parseConfig({ url, auth: { providers } }).auth.providers

it('fills in the values of a preset, unless the configuration has its own', () => {
  const [github] = Object.values(parse({ github: { ...usual, scope: ['user:email'], profile: { username: 'name' } } }))
  expect(github && resolveProvider('github', github)).toMatchObject({
    tokenUrl: 'https://github.com/login/oauth/access_token',
    emailsUrl: 'https://api.github.com/user/emails',
    scope: ['user:email'],
    profile: { subject: 'id', emailVerified: 'verified', username: ['name'] },
    responseMode: 'query',
  })
  const issuer = 'https://github.company.example'
  const [own] = Object.values(parse({ github: { ...usual, issuer } }))
  const resolved = own && resolveProvider('github', own)
  expect([resolved?.issuer, resolved?.tokenUrl]).toEqual([issuer, undefined])
})

it.each([
  [{ google: { ...usual, callbacks: [] } }, 'auth.providers.google.callbacks must be at least 1'],
  [{ google: { ...usual, callbacks: ['http://app.example/'] } }, 'google.callbacks.0 must be an https URL'],
  [{ google: { ...usual, callbacks: ['https://app.example/#x'] } }, 'google.callbacks.0 must have no fragment'],
  [{ google: { ...usual, issuer: 'http://accounts.example' } }, 'google.issuer must be an https URL'],
  [{ google: { callbacks: usual.callbacks } }, 'google.clientId is missing'],
  [{ google: { ...usual, secret: 'x' } }, 'google.secret is not known'],
  [{ google: { ...usual, parameters: { state: 'x' } } }, 'google.parameters must not contain parameters'],
  [{ keycloak: usual }, 'keycloak needs issuer (OpenID Connect), or authorizationUrl, tokenUrl and profileUrl'],
  [{ acme: { ...usual, tokenUrl: 'https://acme.example' } }, 'acme needs all of authorizationUrl, tokenUrl'],
  [{ acme: { ...usual, profileUrl: 'https://acme.example' } }, 'acme needs all of authorizationUrl, tokenUrl'],
  [{ local: { ...usual, issuer: 'https://acme.example' } }, 'local is not a valid name'],
  [{ 'a/b': { ...usual, issuer: 'https://acme.example' } }, 'a/b is not a valid name'],
  [{ instagram: usual }, "instagram can't be used: Meta ended the API"],
])('rejects %j', (providers, message) => {
  expect(() => parse(providers)).toThrow(message)
})

it('needs the address of the service, unless all providers are switched off', () => {
  const google = { google: usual }
  expect(() => parseConfig({ auth: { providers: google } })).toThrow('url is missing')
  expect(parseConfig({ auth: { providers: { google: { ...usual, enabled: false } } } }).url).toBeUndefined()
})

it('accepts http on this machine only', () => {
  const callbacks = ['http://localhost:3000/signed-in']
  expect(parse({ dev: { ...usual, callbacks, issuer: 'http://127.0.0.1:8080' } })).toHaveProperty('dev')
})
