import { vi } from 'vitest'
import { sendError, startServer, type TestServer } from './start-server.js'

/** Accepts the named tokens. Every login gets the next token of `issued`. */
export async function startAccounts(valid: string[], issued: string[] = []): Promise<TestServer> {
  vi.spyOn(console, 'warn').mockReturnValue()
  return startServer(({ path, headers }, response) => {
    const token = headers.authorization?.replace('Bearer ', '')
    if (token && !valid.includes(token))
      return sendError(response, 401, 'UnauthorizedError', 'Missing or invalid credentials')
    if (path.startsWith('/api/auth/local')) return { jwt: issued.shift(), user: { id: 1, username: 'ada' } }
    if (path === '/api/users/me') return { id: 1, username: 'ada' }
    if (path === '/api/users/count') return 3
    if (path === '/api/token/refresh') return { jwt: 'fresh' }
    if (path === '/graphql') return { data: {} }
    return { data: [], meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } } }
  })
}
