import * as z from 'zod/mini'
import { text } from './values.js'

const template = z.strictObject({
  subject: text,
  /** The text of the mail; that of `html` if it is absent, as in Strapi 4. */
  text: z.optional(text),
  html: z.optional(text),
  /** The sender, instead of that of the provider. */
  from: z.optional(text),
  replyTo: z.optional(text),
})

export type MailTemplate = z.output<typeof template>

const one = z.optional(
  z.custom<MailTemplate>((value) => template.safeParse(value).success, {
    error: 'must be an object with "subject", and texts in "html", "text", "from" and "replyTo".',
  }),
)

/** The mails of accounts, with variables such as `<%= URL %>`. Mails without a template are plain text. */
export const templates = z.strictObject({
  /** `URL` is `auth.resetPasswordUrl`, `TOKEN` the code. */
  resetPassword: one,
  /** `URL` is `auth.confirmEmailUrl`, `CODE` the code. */
  confirmEmail: one,
})
