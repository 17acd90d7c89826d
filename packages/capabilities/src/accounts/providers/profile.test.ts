import { describe, expect, it } from 'vitest'
import { openIdProfile, providerPresets } from '@content-api/core/config/provider-presets'
import { primaryEmail, readProfile } from './profile.js'

const read = (preset: string, document: unknown, trustEmail = false) =>
  readProfile(document, providerPresets[preset]?.profile ?? openIdProfile, trustEmail)

const ada = { subject: '7', email: 'ada@example.org', isVerified: true, username: 'ada' }
const { email } = ada

describe('the profile of an account', () => {
  it.each([
    ['auth0', { sub: '7', email, email_verified: true, nickname: 'ada', name: 'Ada' }],
    ['cas', { sub: '7', email, email_verified: 'true', strapiusername: 'ada' }],
    ['cognito', { sub: '7', email, email_verified: true, 'cognito:username': 'ada' }],
    ['discord', { id: '7', email, verified: true, username: 'ada' }],
    ['github', { id: 7, email, verified: true, login: 'ada' }],
    ['keycloak', { sub: '7', email, email_verified: true, preferred_username: 'ada' }],
    ['linkedin', { sub: '7', email, email_verified: true, given_name: 'ada' }],
    ['microsoft', { sub: '7', email, xms_edov: '1', preferred_username: 'ada' }],
    ['patreon', { data: { id: '7', attributes: { email, is_email_verified: true, full_name: 'ada' } } }],
    ['twitch', { sub: '7', email, email_verified: true, preferred_username: 'ada' }],
    ['twitter', { data: { id: '7', confirmed_email: email, username: 'ada' } }],
  ])('is that of %s', (preset, document) => {
    expect(read(preset, document)).toEqual(ada)
  })

  it('has no verified address unless the provider says so', () => {
    expect(read('google', { sub: '7', email })).toEqual({ ...ada, isVerified: false, username: null })
    expect(read('google', { sub: '7', email, email_verified: 'false' })).toMatchObject({ isVerified: false })
    expect(read('microsoft', { sub: '7', email, email_verified: true })).toMatchObject({ isVerified: false })
    expect(read('facebook', { id: '7', email, name: 'ada' })).toEqual({ ...ada, isVerified: false })
    expect(read('facebook', { id: '7', email, name: 'ada' }, true)).toEqual(ada)
    expect(read('facebook', { id: '7', name: 'ada' }, true)).toEqual({ ...ada, email: null, isVerified: false })
  })

  it.each([undefined, null, 'text', [], {}, { sub: '' }, { sub: {} }, { sub: 1.5 }])('is missing in %j', (document) => {
    expect(read('google', document)).toBeNull()
  })

  it('has the primary address of a list', () => {
    const other = { email: 'old@example.org', primary: false, verified: true }
    expect(primaryEmail([other, { email, primary: true, verified: true }])).toEqual({ email, verified: true })
    expect(primaryEmail([other, { email, primary: true }])).toEqual({ email, verified: false })
    for (const list of [[other], [], {}, null, [null]]) expect(primaryEmail(list)).toBeNull()
  })
})
