/** Where a profile has the values of an account: names, or paths with dots such as `data.attributes.email`. */
export interface ProfilePaths {
  /** The id of the account at the provider. It never changes. */
  readonly subject: string
  readonly email: string
  /** Whether the provider has verified the address. Without it, `trustEmail` decides. */
  readonly emailVerified?: string
  /** The first of these that the profile has becomes the user name; otherwise the address up to its `@`. */
  readonly username: readonly string[]
}

/** How the server authenticates at the provider. The default is `client_secret_post`: the secret is in the body. */
export type ClientAuthentication = 'client_secret_basic' | 'client_secret_post' | 'none'

/**
 * A request by which a provider reports for which application it has issued an access token. `{token}`,
 * `{clientId}` and `{clientSecret}` stand for their values.
 */
export interface TokenCheck {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** `bearer` sends the token, `basic` the id and the secret of the client. */
  readonly authorization?: 'bearer' | 'basic'
  /** The members of a JSON body. */
  readonly body?: Readonly<Record<string, string>>
  /** The path of the application's id in the response. */
  readonly client: string
  /** The path of a flag that is true for a valid token. */
  readonly isValid?: string
  /** The path of the time of expiry, in seconds since 1970. */
  readonly expires?: string
}

/** The settings of a known provider, which a configuration may replace one by one. */
export interface ProviderPreset {
  /** The issuer of an OpenID provider, whose other addresses are discovered unless it has a `tokenUrl`. */
  readonly issuer?: string
  readonly authorizationUrl?: string
  readonly tokenUrl?: string
  readonly profileUrl?: string
  /** Returns the addresses of the user with `primary` and `verified`, as at GitHub. */
  readonly emailsUrl?: string
  /** Returns the profile of an access token with the application (`aud`) that it was issued for, as at Google. */
  readonly tokenInfoUrl?: string
  readonly tokenCheck?: TokenCheck
  readonly scope: readonly string[]
  readonly clientAuthentication?: ClientAuthentication
  /** Further parameters of the address of the provider's page. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly profile?: ProfilePaths
}

const openId = ['openid', 'email', 'profile']

export const openIdProfile: ProfilePaths = {
  subject: 'sub',
  email: 'email',
  emailVerified: 'email_verified',
  username: ['preferred_username', 'nickname', 'name'],
}

/**
 * The providers of Strapi 4.26 that can still be used. Those without an issuer and addresses run on a host of
 * their own, so their configuration needs `issuer`.
 */
export const providerPresets: Readonly<Record<string, ProviderPreset>> = {
  auth0: { scope: openId, profile: { ...openIdProfile, username: ['username', 'nickname', 'name'] } },
  cas: { scope: openId, profile: { ...openIdProfile, username: ['strapiusername', 'preferred_username', 'sub'] } },
  cognito: { scope: openId, profile: { ...openIdProfile, username: ['cognito:username'] } },
  discord: {
    authorizationUrl: 'https://discord.com/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    profileUrl: 'https://discord.com/api/users/@me',
    tokenCheck: {
      url: 'https://discord.com/api/oauth2/@me',
      method: 'GET',
      authorization: 'bearer',
      client: 'application.id',
    },
    scope: ['identify', 'email'],
    profile: { subject: 'id', email: 'email', emailVerified: 'verified', username: ['username'] },
  },
  facebook: {
    authorizationUrl: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v23.0/oauth/access_token',
    profileUrl: 'https://graph.facebook.com/v23.0/me?fields=id,name,email',
    tokenCheck: {
      url: 'https://graph.facebook.com/v23.0/debug_token?input_token={token}&access_token={clientId}%7C{clientSecret}',
      method: 'GET',
      client: 'data.app_id',
      isValid: 'data.is_valid',
      expires: 'data.expires_at',
    },
    scope: ['email'],
    profile: { subject: 'id', email: 'email', username: ['name'] },
  },
  github: {
    issuer: 'https://github.com/login/oauth',
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    profileUrl: 'https://api.github.com/user',
    emailsUrl: 'https://api.github.com/user/emails',
    tokenCheck: {
      url: 'https://api.github.com/applications/{clientId}/token',
      method: 'POST',
      authorization: 'basic',
      body: { access_token: '{token}' },
      client: 'app.client_id',
    },
    scope: ['read:user', 'user:email'],
    profile: { subject: 'id', email: 'email', emailVerified: 'verified', username: ['login'] },
  },
  google: {
    issuer: 'https://accounts.google.com',
    tokenInfoUrl: 'https://oauth2.googleapis.com/tokeninfo',
    scope: ['openid', 'email'],
    profile: { ...openIdProfile, username: [] },
  },
  keycloak: { scope: openId },
  linkedin: {
    // Its ID tokens have no nonce, so the profile comes from its userinfo endpoint.
    issuer: 'https://www.linkedin.com/oauth',
    authorizationUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    profileUrl: 'https://api.linkedin.com/v2/userinfo',
    scope: openId,
    profile: { ...openIdProfile, username: ['given_name'] },
  },
  microsoft: {
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    scope: openId,
    // Administrators of any tenant may enter any address. `xms_edov` says that the domain belongs to the tenant.
    profile: { subject: 'sub', email: 'email', emailVerified: 'xms_edov', username: ['preferred_username'] },
  },
  patreon: {
    authorizationUrl: 'https://www.patreon.com/oauth2/authorize',
    tokenUrl: 'https://www.patreon.com/api/oauth2/token',
    profileUrl: 'https://www.patreon.com/api/oauth2/v2/identity?fields%5Buser%5D=full_name%2Cemail%2Cis_email_verified',
    scope: ['identity', 'identity[email]'],
    profile: {
      subject: 'data.id',
      email: 'data.attributes.email',
      emailVerified: 'data.attributes.is_email_verified',
      username: ['data.attributes.full_name'],
    },
  },
  twitch: {
    issuer: 'https://id.twitch.tv/oauth2',
    scope: ['openid', 'user:read:email'],
    parameters: { claims: '{"id_token":{"email":null,"email_verified":null,"preferred_username":null}}' },
    profile: { ...openIdProfile, username: ['preferred_username'] },
  },
  twitter: {
    authorizationUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    profileUrl: 'https://api.x.com/2/users/me?user.fields=confirmed_email',
    scope: ['users.read', 'users.email', 'tweet.read'],
    clientAuthentication: 'client_secret_basic',
    profile: {
      subject: 'data.id',
      // X only returns an address that the user has confirmed.
      email: 'data.confirmed_email',
      emailVerified: 'data.confirmed_email',
      username: ['data.username'],
    },
  },
}

/** Providers of Strapi 4.26 that can't be used, with the reason. */
export const missingProviders: Readonly<Record<string, string>> = {
  instagram: 'Meta ended the API that it uses in December 2024',
  reddit: 'Reddit reports no e-mail address',
  vk: 'VK replaced its OAuth 2.0 by VK ID, whose requests for tokens are not those of OAuth 2.0',
}
