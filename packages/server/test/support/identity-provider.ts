import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** The profile of the user at the provider, in the names of OpenID Connect. */
export interface ProviderUser {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly preferred_username?: string
}

interface Grant {
  readonly user: ProviderUser
  readonly parameters: URLSearchParams
  isUsed: boolean
}

/** An OpenID provider that also serves OAuth 2.0 without ID tokens, in this process. */
export interface IdentityProvider {
  readonly issuer: string
  /** The settings of an OpenID provider, and of one with OAuth 2.0 only. */
  readonly openId: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string }
  readonly oauth: Readonly<Record<'authorizationUrl' | 'tokenUrl' | 'profileUrl' | 'clientId' | 'clientSecret', string>>
  /** Does what a user does on the provider's page. Returns the parameters of the response. */
  authorize(location: string, user: ProviderUser): URLSearchParams
  /** Replaces claims of the ID tokens from now on. */
  claims: { readonly iss?: string; readonly aud?: string; readonly nonce?: string }
  /** The bodies of the requests for tokens. */
  readonly tokenRequests: URLSearchParams[]
  close(): Promise<void>
}

/** The digest of no verifier: clients without PKCE, such as Strapi 4, send neither. */
const withoutVerifier = createHash('sha256').update('').digest('base64url')

const clientId = 'client-1'
const clientSecret = 'a-secret-of-the-client'

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }
  const grants = new Map<string, Grant>()
  const users = new Map<string, ProviderUser>()
  const tokenRequests: URLSearchParams[] = []

  const server = createServer((request, response) => {
    void respond(request).then(({ status = 200, ...body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body['body'])),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function respond(request: IncomingMessage): Promise<{ status?: number; body: unknown }> {
    const { pathname } = new URL(request.url ?? '', issuer)
    const user = users.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (pathname === '/.well-known/openid-configuration') return { body: metadata() }
    if (pathname === '/jwks') return { body: { keys: [key] } }
    if (pathname === '/token') return respondWithTokens(request)
    if (pathname !== '/userinfo' && pathname !== '/profile') return { status: 404, body: {} }
    if (!user) return { status: 401, body: {} }
    if (pathname === '/userinfo') return { body: user }
    return { body: { id: user.sub, mail: user.email, mail_ok: user.email_verified, login: user.preferred_username } }
  }

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    authorization_response_iss_parameter_supported: true,
  })

  async function respondWithTokens(request: IncomingMessage): Promise<{ status?: number; body: unknown }> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = new URLSearchParams(Buffer.concat(chunks).toString())
    tokenRequests.push(body)
    // Each part is form-encoded (RFC 6749 §2.3.1).
    const basic = decodeURIComponent(Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString())
    const isClient = basic === `${clientId}:${clientSecret}` || body.get('client_secret') === clientSecret
    if (!isClient) return { status: 401, body: { error: 'invalid_client' } }
    const grant = grants.get(body.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const isValid =
      grant &&
      !grant.isUsed &&
      (grant.parameters.get('code_challenge') ?? withoutVerifier) === verifier &&
      grant.parameters.get('redirect_uri') === body.get('redirect_uri')
    if (!isValid) return { status: 400, body: { error: 'invalid_grant' } }
    grant.isUsed = true
    const token = randomUUID()
    users.set(token, grant.user)
    const tokens = { access_token: token, token_type: 'Bearer', expires_in: 3_600 }
    if (!grant.parameters.get('scope')?.includes('openid')) return { body: tokens }
    return { body: { ...tokens, id_token: await idToken(grant) } }
  }

  async function idToken({ user, parameters }: Grant): Promise<string> {
    const nonce = parameters.get('nonce')
    return new SignJWT({ ...user, ...(nonce !== null && { nonce }), ...provider.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
      .setIssuer(provider.claims.iss ?? issuer)
      .setAudience(provider.claims.aud ?? clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
  }

  const provider: IdentityProvider = {
    issuer,
    claims: {},
    tokenRequests,
    openId: { issuer, clientId, clientSecret },
    oauth: {
      authorizationUrl: `${issuer}/authorize`,
      tokenUrl: `${issuer}/token`,
      profileUrl: `${issuer}/profile`,
      clientId,
      clientSecret,
    },
    authorize(location, user) {
      const { searchParams: parameters } = new URL(location)
      const code = randomUUID()
      grants.set(code, { user, parameters, isUsed: false })
      return new URLSearchParams({ code, state: parameters.get('state') ?? '', iss: issuer })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}
