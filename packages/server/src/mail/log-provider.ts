import type { MailProvider } from './mail-provider.js'

/** Shows mail to the developer in place of sending it. */
export function logProvider(write: (text: string) => void): MailProvider {
  return {
    async send({ to, subject, text }) {
      write(`Mail to ${to}: ${subject}\n${text.replaceAll(/^/gm, '  ')}\n`)
    },
  }
}
