import { isRecord } from '@content-api/model'
import type { NamedProvider } from '@content-api/project-files/strapi/missing-providers'
import type { Mail, MailProvider } from '@content-api/core/config/mail-provider'
import type { Config } from '@content-api/core/config/schema'
import { brokenProvider, initProvider, type ProviderHome } from '@content-api/project-files/providers/load-provider'

/** A mail as project code passes it to the plugin email of Strapi 4. Each provider has properties of its own. */
export type MailOptions = Readonly<Record<string, unknown>>

/** A provider that accepts mails with properties of its own, such as attachments or the id of a template. */
export interface OpenMailProvider extends MailProvider {
  sendOptions(options: MailOptions): Promise<unknown>
}

/** Returns whether a provider accepts mails with properties of its own. */
export const isOpenMailProvider = (provider: MailProvider): provider is OpenMailProvider => 'sendOptions' in provider

/**
 * Opens an e-mail provider of Strapi 4, `{ init(providerOptions, settings) -> { send } }`.
 * @returns null if it isn't installed
 * @throws ConfigError if it can't be loaded, or its `init` fails
 */
export async function openMailProvider(
  home: ProviderHome,
  named: NamedProvider,
  { providerOptions, settings, from }: Pick<Config['mail'], 'providerOptions' | 'settings' | 'from'>,
): Promise<OpenMailProvider | null> {
  const provider = await initProvider(home, named, [providerOptions, { defaultFrom: from, ...settings }])
  if (provider === null) return null
  if (typeof provider['send'] !== 'function') {
    throw brokenProvider(home, named, 'has no function "send", as an e-mail provider of Strapi does.')
  }
  const opened = provider as unknown as { send(options: MailOptions): unknown }
  const sendOptions = async (options: MailOptions) => {
    try {
      return await opened.send(options)
    } catch (error) {
      // Some providers reject with the body of a response.
      throw error instanceof Error ? error : new Error(`The e-mail provider "${named.name}" failed: ${textOf(error)}`)
    }
  }
  return {
    sendOptions,
    send: async (mail: Mail) => void (await sendOptions({ ...mail })),
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const message = isRecord(value) ? (value['message'] ?? value['Message']) : undefined
  return typeof message === 'string' ? message : JSON.stringify(value)
}
