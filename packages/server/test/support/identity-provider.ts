import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** The profile of the user at the provider, in the names of OpenID Connect. */
export interface ProviderUser {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly preferred_username?: string
}

export interface ProviderTokens {
  readonly accessToken: string
  readonly idToken: string
}

/** A request that the provider received. */
export interface ProviderRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The scheme of the `Authorization` header, in lower case. */
  readonly scheme: string | undefined
  readonly body: Readonly<Record<string, string>>
}

interface IdentityProviderOptions {
  /** Serves HTTPS with the certificate for localhost in `tls`. */
  readonly isSecure?: boolean
  /** The path of the issuer, and of its addresses below it. The default is that of this provider. */
  readonly paths?: Readonly<Record<'issuer' | 'authorize' | 'token' | 'userinfo', string>>
}

const usualPaths = { issuer: '', authorize: '/authorize', token: '/token', userinfo: '/userinfo' }

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
  claims: Readonly<Partial<Record<'iss' | 'aud' | 'nonce' | 'azp' | 'typ', string>>>
  /** Returns an access token and an ID token as an application gets them, by default for the client of `openId`. */
  tokensFor(user: ProviderUser, client?: string): Promise<ProviderTokens>
  /** All requests in their order. */
  readonly requests: ProviderRequest[]
  /** The bodies of the requests for tokens. */
  readonly tokenRequests: URLSearchParams[]
  close(): Promise<void>
}

/** The digest of no verifier: clients without PKCE, such as Strapi 4, send neither. */
const withoutVerifier = createHash('sha256').update('').digest('base64url')

const clientId = 'client-1'
const clientSecret = 'a-secret-of-the-client'

/** Accepts several spellings of a token, as some providers do. */
const trimmed = (token: string) => token.trim().replace(/=$/, '')

const tlsFile = (name: string) => readFileSync(join(import.meta.dirname, 'tls', name))

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

/** Returns whether a request has the secret of the client. Each part is form-encoded (RFC 6749 §2.3.1). */
function isClient(body: URLSearchParams, authorization = ''): boolean {
  const basic = decodeURIComponent(Buffer.from(authorization.slice(6), 'base64').toString())
  return basic === `${clientId}:${clientSecret}` || body.get('client_secret') === clientSecret
}

export async function startIdentityProvider({
  isSecure = false,
  paths = usualPaths,
}: IdentityProviderOptions = {}): Promise<IdentityProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }
  const grants = new Map<string, Grant>()
  const users = new Map<string, { readonly user: ProviderUser; readonly client: string }>()
  const requests: ProviderRequest[] = []
  const tokenRequests: URLSearchParams[] = []

  const listener: RequestListener = (request, response) => {
    void respond(request).then(({ status = 200, ...body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body['body'])),
    )
  }
  const server = isSecure
    ? createSecureServer({ cert: tlsFile('server.pem'), key: tlsFile('server-key.pem') }, listener)
    : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = isSecure ? `https://localhost:${port}` : `http://127.0.0.1:${port}`
  const issuer = `${origin}${paths.issuer}`

  async function respond(request: IncomingMessage): Promise<{ status?: number; body: unknown }> {
    const { pathname, searchParams } = new URL(request.url ?? '', origin)
    const path = pathname.startsWith(paths.issuer) ? pathname.slice(paths.issuer.length) : pathname
    const { authorization } = request.headers
    const body = await formOf(request)
    requests.push({
      method: request.method ?? '',
      path,
      query: Object.fromEntries(searchParams),
      scheme: authorization?.split(' ')[0]?.toLowerCase(),
      body: Object.fromEntries(body),
    })
    if (path === '/.well-known/openid-configuration') return { body: metadata() }
    if (path === '/jwks') return { body: { keys: [key] } }
    if (path === paths.token) return respondWithTokens(body, authorization)
    if (path === '/tokeninfo') return tokenInfo(searchParams.get('access_token'))
    if (path === '/introspect') return introspect(body, authorization)
    if (path !== paths.userinfo && path !== '/profile') return { status: 404, body: {} }
    const user = users.get(authorization?.replace('Bearer ', '') ?? '')?.user
    if (!user) return { status: 401, body: {} }
    if (path === paths.userinfo) return { body: user }
    return { body: { id: user.sub, mail: user.email, mail_ok: user.email_verified, login: user.preferred_username } }
  }

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}${paths.authorize}`,
    token_endpoint: `${issuer}${paths.token}`,
    userinfo_endpoint: `${issuer}${paths.userinfo}`,
    introspection_endpoint: `${issuer}/introspect`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    authorization_response_iss_parameter_supported: true,
  })

  /** As Google's `tokeninfo`. */
  function tokenInfo(token: string | null): { status?: number; body: unknown } {
    const found = users.get(trimmed(token ?? ''))
    if (!found) return { status: 400, body: { error: 'invalid_token' } }
    const { user, client } = found
    return { body: { ...user, aud: client, email_verified: String(user.email_verified), exp: '9999999999' } }
  }

  function introspect(body: URLSearchParams, authorization: string | undefined): { status?: number; body: unknown } {
    if (!isClient(body, authorization)) return { status: 401, body: { error: 'invalid_client' } }
    const found = users.get(trimmed(body.get('token') ?? ''))
    return { body: found ? { active: true, client_id: found.client, sub: found.user.sub } : { active: false } }
  }

  async function respondWithTokens(
    body: URLSearchParams,
    authorization: string | undefined,
  ): Promise<{ status?: number; body: unknown }> {
    tokenRequests.push(body)
    if (!isClient(body, authorization)) return { status: 401, body: { error: 'invalid_client' } }
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
    users.set(token, { user: grant.user, client: clientId })
    const tokens = { access_token: token, token_type: 'Bearer', expires_in: 3_600 }
    if (!grant.parameters.get('scope')?.includes('openid')) return { body: tokens }
    return { body: { ...tokens, id_token: await idToken(grant) } }
  }

  async function idToken({ user, parameters }: Omit<Grant, 'isUsed'>, audience = clientId): Promise<string> {
    const nonce = parameters.get('nonce')
    return new SignJWT({ ...user, ...(nonce !== null && { nonce }), ...provider.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
      .setIssuer(provider.claims.iss ?? issuer)
      .setAudience(provider.claims.aud ?? audience)
      .setIssuedAt()
      .setJti(randomUUID())
      .setExpirationTime('5m')
      .sign(privateKey)
  }

  const provider: IdentityProvider = {
    issuer,
    claims: {},
    requests,
    tokenRequests,
    async tokensFor(user, client = clientId) {
      const accessToken = randomUUID()
      users.set(accessToken, { user, client })
      return { accessToken, idToken: await idToken({ user, parameters: new URLSearchParams() }, client) }
    },
    openId: { issuer, clientId, clientSecret },
    oauth: {
      authorizationUrl: `${issuer}${paths.authorize}`,
      tokenUrl: `${issuer}${paths.token}`,
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
