import { isRecord } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import type { Mail, MailProvider } from '@content-api/core/config/mail-provider'
import { ExtensionError } from '@content-api/core/errors/extension-error'
import { isOpenMailProvider } from './strapi-provider.js'

/**
 * Sends a mail with the options of the plugin email of Strapi 4. Returns what a provider of Strapi returns.
 * @throws ExtensionError without a provider, and for invalid options
 */
export async function sendOptions(provider: MailProvider | null, options: Values): Promise<unknown> {
  if (!provider) throw new ExtensionError("This service can't send mail. Configure mail.smtp or mail.provider.")
  // Providers of Strapi have properties of their own, such as attachments.
  if (isOpenMailProvider(provider)) return provider.sendOptions(optionsOf(options))
  for (const mail of mailsOf(options)) await provider.send(mail)
  return undefined
}

/** @throws ExtensionError unless the options of a mail are an object */
function optionsOf(options: unknown): Values {
  if (isRecord(options)) return options
  throw new ExtensionError('A mail must be an object such as { to, subject, text }.')
}

/** Returns one mail for each recipient. @throws ExtensionError for invalid options */
function mailsOf(options: unknown): Mail[] {
  const { to, subject = '', text, html, ...rest } = optionsOf(options)
  const recipients = Array.isArray(to) ? to : [to]
  const others = ['from', 'cc', 'bcc', 'replyTo'].flatMap((name) => {
    const given = rest[name]
    const value = Array.isArray(given) ? given.join(', ') : given
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
