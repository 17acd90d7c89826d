import { isRecord } from '@content-api/model'
import type { Mail, MailProvider } from '../mail/mail-provider.js'
import { ExtensionError } from './extension-error.js'
import { guarded } from './guarded.js'

type Values = Readonly<Record<string, unknown>>

/** The service of the plugin email. */
export interface EmailService {
  send(options: Values): Promise<void>
  /** The texts of the template may hold `<%= user.name %>`, filled in from `data`. */
  sendTemplatedEmail(options: Values, template?: Values, data?: Values): Promise<void>
}

export function emailService(provider: () => MailProvider | null): EmailService {
  const send = async (options: Values): Promise<void> => {
    const mails = mailsOf(options)
    const given = provider()
    if (!given) throw new ExtensionError('This service sends no mail: configure mail.smtp or mail.provider.')
    for (const mail of mails) await given.send(mail)
  }
  return guarded("strapi.plugin('email').service('email')", {
    send,
    sendTemplatedEmail(options, template = {}, data = {}) {
      const filled = ['subject', 'text', 'html'].flatMap((name) => {
        const text = template[name]
        return typeof text === 'string' ? [[name, filledIn(text, data)]] : []
      })
      return send({ ...options, ...Object.fromEntries(filled) })
    },
  })
}

/** One mail for each receiver. @throws ExtensionError for options that no mail can be made of */
function mailsOf(options: unknown): Mail[] {
  if (!isRecord(options)) throw new ExtensionError('A mail is an object, { to, subject, text }.')
  const { to, subject = '', text, html } = options
  const receivers = Array.isArray(to) ? to : [to]
  const others = ['from', 'cc', 'bcc', 'replyTo'].flatMap((name) => {
    const value = options[name]
    if (value === undefined) return []
    if (typeof value !== 'string') throw new ExtensionError(`"${name}" of a mail must be text.`)
    return [[name, value]]
  })
  return receivers.map((address: unknown) => {
    if (typeof address !== 'string' || address === '') throw new ExtensionError('A mail needs "to", an address.')
    return {
      to: address,
      subject: String(subject),
      text: typeof text === 'string' ? text : '',
      ...(typeof html === 'string' && { html }),
      ...Object.fromEntries(others),
    }
  })
}

function filledIn(text: string, data: Values): string {
  return text.replaceAll(/<%[-=]\s*([\w.]+)\s*%>|\$\{\s*([\w.]+)\s*\}/g, (_all, first?: string, second?: string) => {
    const path = first ?? second ?? ''
    const value = path
      .split('.')
      .reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), data)
    if (value === undefined) throw new ExtensionError(`A mail's template names "${path}", which its data doesn't have.`)
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}
