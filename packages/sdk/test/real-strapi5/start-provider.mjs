import { createServer } from 'node:http'

/**
 * Starts an OAuth 2 provider that signs in one user without asking, and declines with the parameter
 * `decline`. Resolves to its address and to `close`.
 */
export async function startProvider() {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider')
    if (pathname === '/authorize') {
      const address = new URL(searchParams.get('redirect_uri') ?? '')
      const declined = { error: 'access_denied', error_description: 'No thanks' }
      const answer = searchParams.has('decline') ? declined : { code: 'of-prue' }
      const state = searchParams.get('state')
      for (const [name, value] of Object.entries({ ...answer, ...(state && { state }) })) {
        address.searchParams.set(name, value)
      }
      response.writeHead(302, { location: address.href }).end()
      return
    }
    const isUser = pathname === '/user'
    const isKnown = !isUser || request.headers.authorization === 'Bearer token-of-prue'
    // Strapi ignores the last value; this server signs in by verified addresses only.
    const user = { username: 'prue', email: 'prue@example.com', emailVerified: true }
    const body = isUser ? user : { access_token: 'token-of-prue', token_type: 'bearer' }
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const close = () => new Promise((done) => server.close(done))
  return { url: `http://127.0.0.1:${port}`, close }
}
