import type { Mail } from './mail-provider.js'

export type Message = Omit<Mail, 'to'>

/** Plain text, joined and never evaluated: names and addresses come from strangers. */
export function resetMessage(code: string, url: string | undefined): Message {
  return {
    subject: 'Reset your password',
    text: [
      'Somebody, most likely you, asked for a new password.',
      url === undefined ? `The code for it: ${code}` : `Choose it here: ${withParameter(url, 'code', code)}`,
      'It can be used once, within the next hour. If it was not you, nothing needs to be done.',
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
