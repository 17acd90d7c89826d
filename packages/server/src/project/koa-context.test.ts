import { expect, it } from 'vitest'
import { koaContext } from './koa-context.js'

const state = { isAuthenticated: false, auth: { strategy: { name: 'users-permissions' }, can: () => false } }
const request = {
  id: '1',
  method: 'POST',
  path: '/graphql',
  address: '127.0.0.1',
  header: (name: string) => (name === 'x-please' ? 'yes' : undefined),
}
// Project code receives it, and project code has no types.
// oxlint-disable-next-line typescript/no-explicit-any
const context = (): any => koaContext(request, () => state)

it('describes the request with the properties of Koa', () => {
  const { method, path, ip, headers, get, state: contextState } = context()
  expect([method, path, ip, headers['X-Please'], get('X-Please'), headers.cookie]).toEqual([
    'POST',
    '/graphql',
    '127.0.0.1',
    'yes',
    'yes',
    undefined,
  ])
  expect(contextState).toBe(state)
  expect(context().request.header['x-please']).toBe('yes')
})

it('throws when code sets a response on it, instead of ignoring the assignment', () => {
  expect(() => (context().status = 404)).toThrow("koaContext.status can't be set")
  expect(() => (context().request.body = {})).toThrow("koaContext.request.body can't be set")
  expect(() => context().badRequest('no')).toThrow('throw an error of @strapi/utils')
})
