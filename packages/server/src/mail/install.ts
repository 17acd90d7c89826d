import type { Capability } from '../composition/capability.js'
import type { Service } from '../composition/service.js'
import type { MailProvider } from '../config/mail-provider.js'
import { loadNodemailer, mailProvider } from './providers.js'

export interface MailCapability extends Capability {
  /** Null if mail isn't configured. */
  readonly provider: MailProvider | null
}

/** Installs the provider of mail. Mail is printed where nobody else can sign in and none is configured. */
export function install({ config, development }: Service): MailCapability {
  const { mail, permissions } = config
  return {
    provider: mailProvider(mail, permissions === undefined || development),
    load: async () => {
      if (mail.smtp !== undefined && !mail.provider) await loadNodemailer()
    },
  }
}
