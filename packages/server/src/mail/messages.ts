import type { Mail } from '../config/mail-provider.js'

export type Message = Omit<Mail, 'to'>

/** The mail is plain text and not rendered from a template, so values from users can't inject code or markup. */
export function resetMessage(code: string, url: string | undefined): Message {
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

export function confirmationMessage(code: string, url: string | undefined): Message {
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
