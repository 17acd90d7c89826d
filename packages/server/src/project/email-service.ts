import { isRecord } from '@content-api/model'
import type { Mail, MailProvider } from '../mail/mail-provider.js'
import { ExtensionError } from './extension-error.js'
import { guarded } from './guarded.js'

type Values = Readonly<Record<string, unknown>>

/** The service of the plugin email of Strapi 4. */
export interface EmailService {
  send(options: Values): Promise<void>
  /** Sends a mail from a template. Placeholders such as `<%= user.name %>` are replaced by values of `data`. */
  sendTemplatedEmail(options: Values, template?: Values, data?: Values): Promise<void>
}

export function emailService(provider: () => MailProvider | null): EmailService {
  const send = async (options: Values): Promise<void> => {
    const mails = mailsOf(options)
    const sender = provider()
    if (!sender) throw new ExtensionError('This service sends no mail. Configure mail.smtp or mail.provider.')
    for (const mail of mails) await sender.send(mail)
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

/** Returns one mail for each recipient. @throws ExtensionError for invalid options */
function mailsOf(options: unknown): Mail[] {
  if (!isRecord(options)) throw new ExtensionError('A mail must be an object such as { to, subject, text }.')
  const { to, subject = '', text, html } = options
  const recipients = Array.isArray(to) ? to : [to]
  const others = ['from', 'cc', 'bcc', 'replyTo'].flatMap((name) => {
    const value = options[name]
    if (value === undefined) return []
    if (typeof value !== 'string') throw new ExtensionError(`"${name}" of a mail must be a string.`)
    return [[name, value]]
  })
  return recipients.map((address: unknown) => {
    if (typeof address !== 'string' || address === '')
      throw new ExtensionError('A mail needs an e-mail address in "to".')
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
    if (value === undefined)
      throw new ExtensionError(`The template of a mail uses "${path}", which is missing in its data.`)
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}
