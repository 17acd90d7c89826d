import type { Accounts } from '../auth/accounts.js'
import type { Caller } from '../entries/caller.js'
import type { Config } from '../config/schema.js'
import { listLocales } from '../i18n/locales.js'
import type { MailProvider } from '../mail/mail-provider.js'
import type { HttpRequest } from '../message/message.js'
import type { Uploads } from '../upload/uploads.js'
import type { RunAction } from './account-extension.js'
import { accountServices } from './account-services.js'
import { emailService } from './email-service.js'
import type { EntityService } from './entity-service.js'
import { ExtensionError } from './extension-error.js'
import { guarded } from './guarded.js'
import { uploadService } from './upload-service.js'

/** Returns the Koa context of the caller's request; undefined for work without a request. */
export type ContextOfCaller = (caller: Caller) => ProjectContext | undefined

/** The Koa context, for layers below Koa. */
interface ProjectContext {
  readonly state: object
}

/** The parts that services of plugins need. They are opened after the project's code is registered. */
export interface ConnectedParts {
  readonly accounts: Accounts
  readonly uploads: Uploads
  readonly mail: MailProvider | null
  readonly runAction: RunAction
  readonly contextOf: ContextOfCaller
  /** Keeps the parsed body of a request for its context. */
  readonly noteBody: (request: HttpRequest, body: unknown) => void
}

/** The supported services of each plugin of Strapi 4. */
export type PluginServices = Readonly<Record<string, Readonly<Record<string, object>>>>

/** Returns functions that return a part, and throw an ExtensionError before it is open. */
export const fromConnected =
  (connected: () => Partial<ConnectedParts>) =>
  <Name extends keyof ConnectedParts>(name: Name, what: string) =>
  (): ConnectedParts[Name] => {
    const part = connected()[name]
    if (part !== undefined) return part
    throw new ExtensionError(`${what} are available from \`bootstrap\` on, not in \`register\`.`)
  }

export function pluginServices(
  connected: () => Partial<ConnectedParts>,
  entityService: () => EntityService,
  { i18n }: Config,
): PluginServices {
  const whenOpen = fromConnected(connected)
  const open = <Name extends keyof ConnectedParts>(name: Name) => whenOpen(name, 'The services of plugins')()
  const locales = () => listLocales(i18n.locales, i18n.defaultLocale)
  return {
    email: { email: emailService(() => open('mail')) },
    upload: { upload: uploadService(() => open('uploads'), entityService) },
    'users-permissions': { ...accountServices(() => open('accounts'), entityService) },
    i18n: {
      locales: guarded("strapi.plugin('i18n').service('locales')", {
        find: async () => locales(),
        findByCode: async (code: string) => locales().find((locale) => locale.code === code) ?? null,
        getDefaultLocale: async () => i18n.defaultLocale,
      }),
    },
  }
}
