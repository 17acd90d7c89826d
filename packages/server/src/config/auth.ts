import * as z from 'zod/mini'
import type { MailProvider } from '../mail/mail-provider.js'

const positive = z.int().check(z.positive())
const text = z.string().check(z.minLength(1))
const flag = (value: boolean) => z._default(z.boolean(), value)

const url = z.string().check(
  z.refine((given) => /^https?:\/\//.test(given) && URL.canParse(given), {
    error: 'must be a URL such as "https://app.example/reset".',
  }),
)

const jwt = z.strictObject({
  /** Signs the tokens of users; 32 bytes or more. Better given as `JWT_SECRET`. */
  secret: z.optional(text),
  /** Secrets that signed tokens before: they verify such tokens and sign none. Shorter ones are accepted. */
  previousSecrets: z._default(z.array(text), []),
  expiresIn: z._default(
    z.string().check(z.regex(/^\d+(s|m|h|d)$/, { error: 'must be a duration such as "30d" or "12h".' })),
    '30d',
  ),
})

const register = z.strictObject({
  /** Whether people may make their own accounts. */
  enabled: flag(true),
  /** Whether they must confirm their address before they can sign in. Needs mail. */
  confirmEmail: flag(false),
  /** The type of the role they get. */
  role: z._default(text, 'authenticated'),
  /** Attributes of users that they may set beside name, address and password. */
  allowedFields: z._default(z.array(text), []),
})

const rateLimit = z.strictObject({
  /** Requests of one client about one account to one route in a window. */
  attempts: z._default(positive, 10),
  /** Length of a window. */
  seconds: z._default(positive, 60),
})

/** RFC 9110 §11.1: a token. */
const scheme = z.string().check(
  z.refine((given) => /^[!#$%&'*+.^_`|~\w-]+$/.test(given) && given.toLowerCase() !== 'bearer', {
    error: 'must be the name of a scheme such as "Basic", other than "Bearer".',
  }),
)

export const auth = z.strictObject({
  jwt: z.prefault(jwt, {}),
  /** `API_TOKEN_SALT` of the Strapi project whose API tokens were imported: they work while it is here. */
  apiTokenSalt: z.optional(text),
  /** Keeps imported bcrypt hashes as they are; otherwise the next sign-in replaces them by argon2id. */
  keepBcrypt: flag(false),
  /** Schemes of `Authorization` headers that are meant for a proxy, such as `Basic`. Any other than `Bearer` is a 401. */
  ignoredSchemes: z._default(z.array(scheme), []),
  register: z.prefault(register, {}),
  /** Page of your own that takes the code of a mail as `?code=`; without it the mail holds the bare code. */
  resetPasswordUrl: z.optional(url),
  /** Page that takes the code as `?confirmation=`, for example this service's own `/api/auth/email-confirmation`. */
  confirmEmailUrl: z.optional(url),
  /** Where people are sent after `/api/auth/email-confirmation`. */
  confirmedUrl: z.optional(url),
  rateLimit: z.prefault(rateLimit, {}),
})

const roleName = /^[a-z][a-z0-9_-]*$/

/** What each role may do, by its type. */
export const permissions = z.record(z.string(), z.array(z.string())).check(
  z.refine((roles) => Object.keys(roles).every((role) => roleName.test(role)), {
    error: 'must name roles in small letters, digits, "_" and "-", such as "public" or "editor".',
  }),
)

export const mail = z
  .strictObject({
    /** The sender. */
    from: z._default(text, 'no-reply@localhost'),
    /** For example `smtps://user:password@mail.example`; needs the package nodemailer. */
    smtp: z.optional(
      z.string().check(z.regex(/^smtps?:\/\//, { error: 'must be a URL such as "smtps://user:password@host".' })),
    ),
    /** Sends mail in a way of your own. */
    provider: z.optional(
      z.custom<MailProvider>((given) => typeof (given as MailProvider | undefined)?.send === 'function', {
        error: 'must be an object with a function "send".',
      }),
    ),
  })
  .check(
    z.refine(({ smtp, provider }) => smtp === undefined || provider === undefined, {
      path: ['provider'],
      error: 'and "smtp" exclude each other.',
    }),
  )
