import type { MailProvider } from './mail-provider.js'

export interface SmtpOptions {
  /** For example `smtps://user:password@mail.example:465`. */
  readonly url: string
  readonly from: string
}

/** Sends through an SMTP server with nodemailer, which is installed beside the service by those who want it. */
export function smtpProvider({ url, from }: SmtpOptions): MailProvider {
  let transport: Promise<{ sendMail(mail: object): Promise<unknown> }> | undefined
  return {
    async send({ to, subject, text }) {
      transport ??= connect(url)
      // As an object it is one address: text would be parsed, and may come to several.
      await (await transport).sendMail({ from, to: { name: '', address: to }, subject, text })
    },
  }
}

async function connect(url: string) {
  const { createTransport } = await import('nodemailer').catch((error: unknown) => {
    throw new Error('mail.smtp needs the package nodemailer: npm install nodemailer', { cause: error })
  })
  return createTransport(url)
}
