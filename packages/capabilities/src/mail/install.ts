import type { Capability } from '@content-api/core/composition/capability'
import type { AnyService } from '@content-api/core/composition/service'
import type { MailProvider } from '@content-api/core/config/mail-provider'
import type { Config } from '@content-api/core/config/schema'
import { onDemand } from '@content-api/engine/on-demand'
import { type NamedProvider, notInstalled } from '@content-api/project-files/strapi/missing-providers'
import { brokenProvider } from '@content-api/project-files/providers/load-provider'
import { mailRoutes } from './mail-routes.js'
import { SentMails } from './sent-mails.js'
import { openMailProvider } from './strapi-provider.js'

export interface MailCapability extends Capability {
  /** Null if mail isn't configured. */
  readonly provider: MailProvider | null
  /** The last mails; null outside of development. */
  readonly mails: SentMails | null
}

/**
 * Installs the provider of mail. Mail is printed where nobody else can sign in and none is configured.
 * @throws ConfigError if a service in production names a provider that isn't installed
 */
export async function install(service: AnyService): Promise<MailCapability> {
  const { config, development, open } = service
  const { mail } = config
  const shown = open || development
  const opened = typeof mail.provider === 'string' ? await named(service, mail.provider) : undefined
  const provider = opened ?? mailProvider(mail, shown)
  const mails = development ? new SentMails() : null
  const sender = provider && mails ? mails.keepThoseOf(provider) : provider
  return {
    provider: sender,
    mails,
    actions: mailRoutes(sender),
    load: async () => {
      if (mail.smtp !== undefined && !mail.provider) await loadNodemailer()
    },
  }
}

/** Opens a provider of Strapi by its name. In development, mail is printed if it isn't installed. */
async function named(service: AnyService, name: string): Promise<MailProvider | undefined> {
  const { config, production, isCommand } = service
  const provider: NamedProvider = { kind: 'email', name }
  // Commands send no mail, so they work without the provider.
  if (isCommand) return undefined
  const opened = await openMailProvider(service, provider, config.mail)
  if (opened) return opened
  if (production) throw brokenProvider(service, provider, notInstalled(provider))
  return logProvider((text) => process.stderr.write(text))
}

/**
 * Returns the provider of a configuration. If it has none, returns a provider that prints mail to standard
 * error if `shown`, otherwise null.
 */
export function mailProvider(
  { provider, smtp, from, replyTo }: Pick<Config['mail'], 'provider' | 'smtp' | 'from' | 'replyTo'>,
  shown: boolean,
): MailProvider | null {
  if (typeof provider === 'object') return provider
  if (smtp !== undefined) return smtpProvider({ url: smtp, from, ...(replyTo !== undefined && { replyTo }) })
  return shown ? logProvider((text) => process.stderr.write(text)) : null
}

export interface SmtpOptions {
  /** For example `smtps://user:password@mail.example:465`. */
  readonly url: string
  readonly from: string
  readonly replyTo?: string
}

/** Sends mail through an SMTP server with nodemailer, an optional package that users install themselves. */
export function smtpProvider({ url, ...defaults }: SmtpOptions): MailProvider {
  let transport: Promise<{ sendMail(mail: object): Promise<unknown> }> | undefined
  return {
    async send({ to, ...mail }) {
      transport ??= connect(url)
      // An object is always one address. A string would be parsed, and could contain several addresses.
      await (await transport).sendMail({ ...defaults, ...mail, to: { name: '', address: to } })
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
