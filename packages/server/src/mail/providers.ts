import type { Config } from '../config/schema.js'
import type { MailProvider } from './mail-provider.js'

/** The provider of a configuration; null where it has none and mail isn't `shown` to the developer. */
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

/** Sends through an SMTP server with nodemailer, which is installed beside the service by those who want it. */
export function smtpProvider({ url, from }: SmtpOptions): MailProvider {
  let transport: Promise<{ sendMail(mail: object): Promise<unknown> }> | undefined
  return {
    async send({ to, ...mail }) {
      transport ??= connect(url)
      // As an object it is one address: text would be parsed, and may come to several.
      await (await transport).sendMail({ from, ...mail, to: { name: '', address: to } })
    },
  }
}

async function connect(url: string) {
  const { createTransport } = await import('nodemailer').catch((error: unknown) => {
    throw new Error('mail.smtp needs the package nodemailer: npm install nodemailer', { cause: error })
  })
  return createTransport(url)
}

/** Shows mail to the developer in place of sending it. */
export function logProvider(write: (text: string) => void): MailProvider {
  return {
    async send({ to, subject, text }) {
      write(`Mail to ${to}: ${subject}\n${text.replaceAll(/^/gm, '  ')}\n`)
    },
  }
}
