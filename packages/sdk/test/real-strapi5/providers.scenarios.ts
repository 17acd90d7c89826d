import { describe } from 'vitest'
import { auth } from '../../src/index.js'
import { refreshSessions } from '../../src/strapi5/index.js'
import type { User } from '../fixtures/strapi5/content-types.gen.js'
import { fetchWithCookies, followRedirects } from './cookies.js'
import { expect, page, scenario, strapi, withExtension } from './strapi.js'

/** A browser with the client of an application. */
function browser() {
  const { fetch: send } = fetchWithCookies()
  const transport = { fetch: send }
  const logins = strapi.hasSessions ? refreshSessions<User>() : auth<User>()
  const api = withExtension(logins, transport)
  const follow = async (address: string, decline = false) => followRedirects(send, address, decline)
  return { api, follow, token: async () => api.auth.token() }
}

describe('a sign-in with a provider', () => {
  scenario('returns to the callback of the client, and logs in', async () => {
    const { api, follow, token } = browser()
    const { search } = await follow(await api.auth.providerURL('acme', { callback: page }))
    const { user, jwt } = await api.auth.callback(search)
    expect([user.username, user.email, user.provider]).toEqual(['prue', 'prue@example.com', 'acme'])
    expect((await api.auth.me()).username).toBe('prue')
    expect(await token()).toBe(jwt)
    await expect(api.auth.callback(search)).rejects.toMatchObject({ name: 'QueryError', path: 'callback' })
  })

  scenario('returns to the configured page', async () => {
    const { api, follow } = browser()
    const { search } = await follow(await api.auth.providerURL('acme'))
    expect((await api.auth.callback(search)).user.username).toBe('prue')
  })

  scenario('that another browser has started is rejected', async () => {
    const [attacker, victim] = [browser(), browser()]
    const { search } = await attacker.follow(await attacker.api.auth.providerURL('acme', { callback: page }))
    await expect(victim.api.auth.callback(search)).rejects.toMatchObject({ name: 'QueryError', path: 'callback' })
    await victim.api.auth.providerURL('acme', { callback: page })
    await expect(victim.api.auth.callback(search)).rejects.toThrow(/^state does not match|completed provider session/)
    expect(await victim.token()).toBeUndefined()
  })

  scenario('reports that the user has declined', async () => {
    const { api, follow, token } = browser()
    const { search } = await follow(await api.auth.providerURL('acme', { callback: page }), true)
    const declined = api.auth.callback(search)
    await expect(declined).rejects.toMatchObject({ kind: 'ProviderError', serverMessage: 'No thanks' })
    expect(await token()).toBeUndefined()
  })

  scenario('with a callback of another site is rejected by Strapi', async () => {
    const { api, follow } = browser()
    const address = await api.auth.providerURL('acme', { callback: 'https://evil.example/signed-in' })
    await expect(follow(address)).rejects.toThrow('status 400')
  })
})
