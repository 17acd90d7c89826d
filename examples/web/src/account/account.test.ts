import { describe, expect, it } from 'vitest'
import { mockAtlas } from '../../test/mock-atlas.js'
import { demo } from '../../open-atlas.mjs'
import { countryDocument } from '../country/country-document.js'
import { issuesAtFields } from '../edit/form-issues.js'
import { describeProblem } from '../page/describe-problem.js'
import { enter } from './enter.js'

describe('an account', () => {
  const atlas = mockAtlas()
  const { api } = atlas.service
  const given = { username: 'ada', email: 'ada@example.org', password: 'correct horse' }

  it('is created and used to log in by name or address', async () => {
    expect((await enter(api, 'register', given)).username).toBe('ada')
    expect((await api.auth.me()).email).toBe('ada@example.org')
    await api.auth.logout()
    expect((await enter(api, 'sign-in', { ...given, username: given.email })).username).toBe('ada')
  })

  it('gets error messages at the fields of the dialog', async () => {
    const error = await enter(api, 'register', { ...given, email: 'no address', password: '' }).catch(
      (it: unknown) => it,
    )
    expect(Object.keys(issuesAtFields(error, Object.keys(given)) ?? {})).toEqual(['email', 'password'])
  })

  it('is logged out when its token is rejected, and the page is notified', async () => {
    await atlas.signIn()
    const heard: string[] = []
    const end = api.auth.onChange(({ type }) => heard.push(type))
    await atlas.content.api.accounts.setPassword(demo.username, 'another password')
    const [refused, error] = await Promise.all([
      atlas.service.urql.query(countryDocument, { code: 'CHE', locale: 'en' }).toPromise(),
      api.auth.me().catch((it: unknown) => it),
    ])
    for (const it of [refused.error, error]) {
      expect(describeProblem(it)).toMatchObject({ title: 'You have been signed out', signIn: true })
    }
    expect(heard).toEqual(['expired'])
    end()
    expect(await api.auth.token()).toBeUndefined()
  })
})
