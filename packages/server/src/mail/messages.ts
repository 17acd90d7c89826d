import type { Mail } from './mail-provider.js'

export type Message = Omit<Mail, 'to'>

/** The mail is plain text without a template: values from users can't inject code or markup. */
export function resetMessage(code: string, url: string | undefined): Message {
  return {
    subject: 'Reset your password',
    text: [
      'Somebody, most likely you, requested a new password.',
      url === undefined ? `The code for it: ${code}` : `Choose it here: ${withParameter(url, 'code', code)}`,
      'It can be used once, within the next hour. If it was not you, ignore this mail.',
    ].join('\n\n'),
  }
}

export function confirmationMessage(code: string, url: string | undefined): Message {
  return {
    subject: 'Confirm your e-mail address',
    text: [
      'Somebody, most likely you, registered with this address.',
      url === undefined
        ? `The code that confirms it: ${code}`
        : `Confirm it here: ${withParameter(url, 'confirmation', code)}`,
    ].join('\n\n'),
  }
}

function withParameter(url: string, name: string, value: string): string {
  const target = new URL(url)
  target.searchParams.set(name, value)
  return target.href
}
