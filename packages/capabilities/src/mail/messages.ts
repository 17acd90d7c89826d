import { escapeHtml } from '@content-api/core/message/escape-html'
import { isRecord } from '@content-api/model'
import type { Mail } from '@content-api/core/config/mail-provider'
import type { MailTemplate } from '@content-api/core/config/mail-templates'

export type Message = Omit<Mail, 'to'>

/** A template of the configuration, and the user who gets the mail. */
export interface Templated {
  readonly template: MailTemplate | undefined
  readonly user: Readonly<Record<'id' | 'username' | 'email', unknown>>
}

/** Without a template the mail is plain text, so values from users can't inject code or markup. */
export function resetMessage(code: string, url: string | undefined, templated?: Templated): Message {
  const filled = fromTemplate(templated, { URL: url, TOKEN: code })
  if (filled) return filled
  return {
    subject: 'Reset your password',
    text: [
      'Someone, probably you, requested a new password.',
      url === undefined
        ? `Your code for a new password: ${code}`
        : `Set a new password here: ${withParameter(url, 'code', code)}`,
      'This is valid once, within the next hour. If you did not request it, ignore this mail.',
    ].join('\n\n'),
  }
}

export function confirmationMessage(code: string, url: string | undefined, templated?: Templated): Message {
  const filled = fromTemplate(templated, { URL: url, CODE: code })
  if (filled) return filled
  return {
    subject: 'Confirm your e-mail address',
    text: [
      'Someone, probably you, registered with this address.',
      url === undefined
        ? `Your code to confirm the address: ${code}`
        : `Confirm the address here: ${withParameter(url, 'confirmation', code)}`,
    ].join('\n\n'),
  }
}

function withParameter(url: string, name: string, value: string): string {
  const target = new URL(url)
  target.searchParams.set(name, value)
  return target.href
}

const variable = /<%[-=]\s*([\w.]+)\s*%>/g

/**
 * Fills in a template as Strapi 4 does: unknown variables stay as they are. In HTML the values are escaped.
 * Returns null without a template, and for one with a URL that the configuration lacks.
 */
function fromTemplate(templated: Templated | undefined, values: Readonly<Record<string, unknown>>): Message | null {
  const { template, user } = templated ?? {}
  if (!template || !user) return null
  const { subject, text, html = '', from, replyTo } = template
  const names = [...`${text ?? ''}${html}`.matchAll(variable)].map(([, name]) => name)
  if (names.includes('URL') && values['URL'] === undefined) return null
  const { id, username, email } = user
  const all = { ...values, USER: { id, username, email } }
  const fill = (source: string, write: (value: string) => string) =>
    source.replaceAll(variable, (whole, path: string) => {
      const value = path.split('.').reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), all)
      return typeof value === 'string' || typeof value === 'number' ? write(String(value)) : whole
    })
  const asText = (value: string) => value
  return {
    // A line break would end the header.
    subject: fill(subject, (value) => value.replaceAll(/[\r\n]/g, ' ')),
    text: fill(text ?? html, asText),
    ...(html !== '' && { html: fill(html, escapeHtml) }),
    ...(from !== undefined && { from }),
    ...(replyTo !== undefined && { replyTo }),
  }
}
