import type { Configuration, CustomFetchOptions } from 'openid-client'
import { expect, it } from 'vitest'
import { parseConfig } from '@content-api/core/config/parse'
import { resolveProvider } from '@content-api/core/config/sign-in-providers'
import { profileOfApplication } from './application-tokens.js'

const profile = { subject: '7', email: 'ada@example.org', isVerified: true, username: 'ada' }

/** Checks a token of a preset whose provider sends `document`. Returns the request to it, and the outcome. */
async function check(name: string, document: unknown, status = 200) {
  const requests: [url: string, options: CustomFetchOptions][] = []
  const given = { clientId: 'id', clientSecret: 's?cret', callbacks: ['https://app.example/'] }
  const { providers } = parseConfig({ url: 'https://cms.example', auth: { providers: { [name]: given } } }).auth
  const own = providers[name]
  if (!own) throw new Error(`There is no provider ${name}`)
  const provider = resolveProvider(name, own)
  const found = profileOfApplication(
    { accessToken: 'the token', idToken: undefined },
    {
      provider,
      config: { serverMetadata: () => ({ issuer: 'https://provider.example' }) } as unknown as Configuration,
      async fetch(...request) {
        requests.push(request)
        return Response.json(document, { status })
      },
      readProfile: async (token) => ({ ...profile, username: `of ${token}` }),
    },
  )
  const outcome = await found.catch((error: Error) => error.message)
  const [[url, { method, headers, body }]] = requests as [(typeof requests)[number]]
  return { outcome, request: [method, url, headers['authorization'], body] }
}

const other = 'The token is not valid, or belongs to another application'
const basic = `Basic ${Buffer.from('id:s?cret').toString('base64')}`

it.each([
  [
    'github',
    { app: { client_id: 'id' } },
    ['POST', 'https://api.github.com/applications/id/token', basic, '{"access_token":"the token"}'],
  ],
  ['discord', { application: { id: 'id' } }, ['GET', 'https://discord.com/api/oauth2/@me', 'Bearer the token', null]],
  [
    'facebook',
    { data: { app_id: 'id', is_valid: true, expires_at: 5 } },
    [
      'GET',
      'https://graph.facebook.com/v23.0/debug_token?input_token=the%20token&access_token=id%7Cs%3Fcret',
      undefined,
      null,
    ],
  ],
])('%s reports for which application it has issued a token', async (name, document, request) => {
  const known = await check(name, document)
  expect(known.request).toEqual(request)
  expect(known.outcome).toMatchObject({ profile: { username: 'of the token' }, expires: expect.any(Number) })
  const text = JSON.stringify(document)
  expect((await check(name, JSON.parse(text.replace('"id"', '"another"')))).outcome).toBe(other)
  expect((await check(name, document, 404)).outcome).toBe(other)
  expect((await check(name, {})).outcome).toBe(other)
})

it('a token that Facebook reports as invalid signs nobody in', async () => {
  expect((await check('facebook', { data: { app_id: 'id', is_valid: false } })).outcome).toBe(other)
})
