import type { Capability } from '../composition/capability.js'
import type { Service } from '../composition/service.js'
import type { MailProvider } from '../config/mail-provider.js'
import type { Config } from '../config/schema.js'
import { onDemand } from '@content-api/engine/on-demand'

export interface MailCapability extends Capability {
  /** Null if mail isn't configured. */
  readonly provider: MailProvider | null
}

/** Installs the provider of mail. Mail is printed where nobody else can sign in and none is configured. */
export function install({ config, development }: Service): MailCapability {
  const { mail, permissions } = config
  return {
    provider: mailProvider(mail, permissions === undefined || development),
    load: async () => {
      if (mail.smtp !== undefined && !mail.provider) await loadNodemailer()
    },
  }
}

/**
 * Returns the provider of a configuration. If it has none, returns a provider that prints mail to standard
 * error if `shown`, otherwise null.
 */
export function mailProvider({ provider, smtp, from }: Config['mail'], shown: boolean): MailProvider | null {
  if (provider) return provider
  if (smtp !== undefined) return smtpProvider({ url: smtp, from })
  return shown ? logProvider((text) => process.stderr.write(text)) : null
}

export interface SmtpOptions {
  /** For example `smtps://user:password@mail.example:465`. */
  readonly url: string
  readonly from: string
}

/** Sends mail through an SMTP server with nodemailer, an optional package that users install themselves. */
export function smtpProvider({ url, from }: SmtpOptions): MailProvider {
  let transport: Promise<{ sendMail(mail: object): Promise<unknown> }> | undefined
  return {
    async send({ to, ...mail }) {
      transport ??= connect(url)
      // An object is always one address. A string would be parsed, and could contain several addresses.
      await (await transport).sendMail({ from, ...mail, to: { name: '', address: to } })
    },
  }
}

/** Loads nodemailer. @throws Error if it isn't installed */
export const loadNodemailer = onDemand('nodemailer', () =>
  import('nodemailer').catch((error: unknown) => {
    throw new Error('mail.smtp needs the package nodemailer: npm install nodemailer', { cause: error })
  }),
)

async function connect(url: string) {
  const { createTransport } = await loadNodemailer()
  return createTransport(url)
}

/** Prints mail for the developer instead of sending it. */
export function logProvider(write: (text: string) => void): MailProvider {
  return {
    async send({ to, subject, text }) {
      write(`Mail to ${to}: ${subject}\n${text.replaceAll(/^/gm, '  ')}\n`)
    },
  }
}
