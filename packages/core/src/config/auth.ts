import * as z from 'zod/mini'
import { templates } from './mail-templates.js'
import type { MailProvider } from './mail-provider.js'
import { apiTokenTypes } from '@content-api/engine/accounts'
import { signInProviders } from './sign-in-providers.js'
import { sessions } from './sessions.js'
import { duration, flag, positive, text } from './values.js'

const url = z.string().check(
  z.refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), {
    error: 'must be a URL such as "https://app.example/reset".',
  }),
)

const jwt = z.strictObject({
  /** The secret that signs the tokens of users: 32 bytes or more. Prefer the environment variable `JWT_SECRET`. */
  secret: z.optional(text),
  /** Former secrets. Tokens that they signed stay valid. They may be shorter. */
  previousSecrets: z._default(z.array(text), []),
  expiresIn: z._default(duration, '30d'),
})

const register = z.strictObject({
  /** Whether users may register themselves. */
  enabled: flag(true),
  /** Whether users must confirm their e-mail address before they can sign in. Needs mail. */
  confirmEmail: flag(false),
  /** The type of the role that registered users get. */
  role: z._default(text, 'authenticated'),
  /** Attributes of users that a registration may set, in addition to name, e-mail address and password. */
  allowedFields: z._default(z.array(text), []),
})

const rateLimit = z.strictObject({
  /** The number of requests that one client may send in a window to one route about one account. */
  attempts: z._default(positive, 10),
  /** The length of a window in seconds. */
  seconds: z._default(positive, 60),
})

/** The name of an authentication scheme, a token by RFC 9110 §11.1. */
const scheme = z.string().check(
  z.refine((name) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && name.toLowerCase() !== 'bearer', {
    error: 'must be the name of a scheme such as "Basic", other than "Bearer".',
  }),
)

export const auth = z.strictObject({
  jwt: z.prefault(jwt, {}),
  /**
   * `API_TOKEN_SALT` of the Strapi project whose API tokens were imported. Imported tokens only work while it
   * is set.
   */
  apiTokenSalt: z.optional(text),
  /** Keeps imported bcrypt hashes. Otherwise the next sign-in replaces them by argon2id hashes. */
  keepBcrypt: flag(false),
  /**
   * Schemes of `Authorization` headers that are meant for a proxy, such as `Basic`. The others, except
   * `Bearer`, get 401.
   */
  ignoredSchemes: z._default(z.array(scheme), []),
  register: z.prefault(register, {}),
  /**
   * The URL of a page of your own that gets the code of a mail as `?code=`. Without it the mail holds only
   * the code.
   */
  resetPasswordUrl: z.optional(url),
  /**
   * The URL of a page that gets the code as `?confirmation=`, for example `/api/auth/email-confirmation` of
   * this service.
   */
  confirmEmailUrl: z.optional(url),
  /** The URL to which `/api/auth/email-confirmation` redirects. */
  confirmedUrl: z.optional(url),
  /** Replaces the mails that the service sends. An import from Strapi stores its templates. */
  templates: z.prefault(templates, {}),
  rateLimit: z.prefault(rateLimit, {}),
  /** Sessions with short access tokens and refresh tokens. Without it a sign-in returns one token. */
  sessions: z.optional(sessions),
  /** Services that users may sign in with, by name. They need `url`. */
  providers: z._default(signInProviders, {}),
  /**
   * Also serves the sign-in of Strapi 4, whose browser returns to the application with `access_token` in its
   * address. Addresses are kept in histories and logs.
   */
  signInAsStrapi: flag(false),
  /**
   * Signs users in to an account that has another provider, if both have verified the address. Needs
   * `register.confirmEmail`.
   */
  linkAccounts: flag(false),
})

const roleName = /^[a-z][a-z0-9_-]*$/

/** The actions that each role may use, by the type of the role. */
export const permissions = z.record(z.string(), z.array(z.string())).check(
  z.refine((roles) => Object.keys(roles).every((role) => roleName.test(role)), {
    error: 'must name roles in lower-case letters, digits, "_" and "-", such as "public" or "editor".',
  }),
)

export const mail = z
  .strictObject({
    /** The e-mail address of the sender. */
    from: z._default(text, 'no-reply@localhost'),
    /** The URL of a mail server, for example `smtps://user:password@mail.example`. Needs the package nodemailer. */
    smtp: z.optional(
      z.string().check(z.regex(/^smtps?:\/\//, { error: 'must be a URL such as "smtps://user:password@host".' })),
    ),
    /** The address to which recipients reply, with `smtp`. */
    replyTo: z.optional(text),
    /** An object of your own that sends mail, or the name of a provider of Strapi that the project has installed. */
    provider: z.optional(
      z.custom<MailProvider | string>(
        (value) =>
          (typeof value === 'string' && value !== '') ||
          typeof (value as MailProvider | undefined)?.send === 'function',
        { error: 'must be an object with a function "send", or the name of a provider of Strapi.' },
      ),
    ),
    /** The options of a provider of Strapi. */
    providerOptions: z._default(z.unknown(), {}),
    /** The settings of a provider of Strapi, in addition to `from`: `{ defaultFrom, defaultReplyTo }`. */
    settings: z._default(z.record(z.string(), z.unknown()), {}),
  })
  .check(
    z.refine(({ smtp, provider }) => smtp === undefined || provider === undefined, {
      path: ['provider'],
      error: 'can\'t be used together with "smtp". Set one of them.',
    }),
  )

const user = z.strictObject({
  username: text,
  email: text,
  password: text,
  /** The type of the role. By default the role of registered users. */
  role: z.optional(text),
})

const token = z.strictObject({
  name: text,
  type: z._default(z.enum(apiTokenTypes), 'read-only'),
  /** The actions that a custom token allows. */
  permissions: z._default(z.array(text), []),
  /** The token itself. */
  accessKey: text,
})

/** The `development` section of the configuration: users and tokens that every start creates or resets. */
export const development = z.strictObject({
  users: z._default(z.array(user), []),
  tokens: z._default(z.array(token), []),
})
