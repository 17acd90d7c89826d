import type { Config } from '../config/schema.js'
import { confirmationMessage, resetMessage } from '../mail/messages.js'

/** The providers of Strapi 4 that users can't sign in with here. */
const providers = [
  'discord',
  'facebook',
  'google',
  'github',
  'microsoft',
  'twitter',
  'instagram',
  'vk',
  'twitch',
  'linkedin',
  'cognito',
  'reddit',
  'auth0',
  'cas',
]

/**
 * Returns the settings of accounts in the shape of Strapi 4, by their keys in `strapi.store`, such as
 * `plugin_users-permissions_advanced`.
 */
export function accountSettings({ auth, mail }: Config): Readonly<Record<string, unknown>> {
  const { register, resetPasswordUrl = null, confirmedUrl = null } = auth
  const [name, address] = senderOf(mail.from ?? '')
  const template = (display: string, icon: string, message: { readonly subject: string; readonly text: string }) => ({
    display,
    icon,
    options: { from: { name, email: address }, response_email: '', object: message.subject, message: message.text },
  })
  return {
    'plugin_users-permissions_advanced': {
      unique_email: true,
      allow_register: register.enabled,
      email_confirmation: register.confirmEmail,
      email_reset_password: resetPasswordUrl,
      email_confirmation_redirection: confirmedUrl,
      default_role: register.role,
    },
    'plugin_users-permissions_grant': {
      email: { enabled: true, icon: 'envelope' },
      ...Object.fromEntries(
        providers.map((provider) => [
          provider,
          { enabled: false, icon: provider, key: '', secret: '', callback: `api/auth/${provider}/callback`, scope: [] },
        ]),
      ),
    },
    'plugin_users-permissions_email': {
      reset_password: template('Email.template.reset_password', 'sync', resetMessage('<%= TOKEN %>', undefined)),
      email_confirmation: template(
        'Email.template.email_confirmation',
        'check-square',
        confirmationMessage('<%= CODE %>', undefined),
      ),
    },
  }
}

/** Splits `Name <address>`. */
function senderOf(from: string): readonly [name: string, address: string] {
  const begin = from.lastIndexOf('<')
  return begin < 0
    ? ['', from]
    : [
        from.slice(0, begin).trim(),
        from
          .slice(begin + 1)
          .replace('>', '')
          .trim(),
      ]
}
