// The arguments of resolvers belong to project code, which has no types here.
// oxlint-disable typescript/no-explicit-any
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExtendedService, extend, openExtended } from '../support/extended-service.js'
import { databases } from '../../../../tests/support/postgres.js'

describe.each(await databases())('`state.user` of extensions, on $name', ({ connection }) => {
  let service: ExtendedService
  beforeAll(async () => {
    service = await openExtended({
      database: connection,
      register: extend(({ use }) => {
        use({
          typeDefs: `
            type Query { whoAsks: JSON, forEditors: String, signed: [String] }
            type Tag { readBy: String }
          `,
          resolvers: {
            Query: {
              whoAsks: (_parent: unknown, _args: unknown, { state }: any) => state.user ?? null,
              forEditors: () => 'open',
              signed(_parent: unknown, _args: unknown, { koaContext: ctx, state }: any) {
                ctx.cookies.set('signed', 'yes', { signed: false })
                ctx.set('x-signed', ctx.request.body.query)
                return [String(ctx.state === state), ctx.state.user.username]
              },
            },
            Tag: { readBy: (_parent: unknown, _args: unknown, { state }: any) => state.user?.username ?? null },
          },
          resolversConfig: {
            'Query.whoAsks': { auth: false },
            'Query.signed': { auth: false },
            'Query.forEditors': { auth: false, policies: [({ state }) => state.user?.role?.type === 'editor'] },
          },
        })
      }),
    })
  })
  afterAll(() => service.api.close())

  it('has the name, the address and the role of a user, and no secret', async () => {
    const { data } = await service.ask('{ whoAsks }', service.alice)
    expect(data.whoAsks).toEqual({
      id: expect.any(Number),
      username: 'alice',
      email: 'alice@example.com',
      confirmed: true,
      role: { id: expect.any(Number), name: 'Authenticated', type: 'authenticated' },
    })
    const tags = await service.ask('{ tag(id: 1) { data { attributes { readBy } } } }', service.alice)
    expect(tags.data.tag.data.attributes).toEqual({ readBy: 'alice' })
  })

  it('is that of the Koa context, whose headers and cookies are sent', async () => {
    const request = new Request('http://service.example/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${service.alice}` },
      body: JSON.stringify({ query: '{ signed }' }),
    })
    const response = await service.api.fetch(request)
    expect(await response.json()).toEqual({ data: { signed: ['true', 'alice'] } })
    expect(response.headers.get('x-signed')).toBe('{ signed }')
    expect(response.headers.getSetCookie()).toEqual(['signed=yes; path=/; httponly'])
  })

  it('is null for the public and for API tokens', async () => {
    for (const token of [undefined, service.everything]) {
      expect(await service.ask('{ whoAsks }', token)).toEqual({ data: { whoAsks: null } })
    }
  })

  it('has the current role of the user', async () => {
    const { id } = await service.api.accounts.createUser({
      username: 'eve',
      email: 'eve@example.com',
      role: 'editor',
    })
    const token = await service.api.accounts.signIn(id)
    expect(await service.ask('{ forEditors }', token)).toEqual({ data: { forEditors: 'open' } })
    const refused = { data: { forEditors: null }, errors: [{ message: 'Policy Failed' }] }
    expect(await service.ask('{ forEditors }', service.alice)).toMatchObject(refused)
    const role = '{ usersPermissionsRoles(filters: { type: { eq: "authenticated" } }) { data { id } } }'
    const { data } = await service.ask(role, service.everything)
    const change = `mutation { updateUsersPermissionsUser(id: ${id}, data: { role: ${data.usersPermissionsRoles.data[0].id} }) { data { id } } }`
    expect((await service.ask(change, service.everything)).errors).toBeUndefined()
    expect(await service.ask('{ forEditors }', token)).toMatchObject(refused)
  })
})
