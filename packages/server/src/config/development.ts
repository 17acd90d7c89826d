import * as z from 'zod/mini'
import { apiTokenTypes } from '@content-api/engine/accounts'

const text = z.string().check(z.minLength(1))

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
