import type { Values } from '@content-api/engine/plan'
import { isRecord } from '@content-api/model'
import type { Database } from '@content-api/engine/database'
import { deleteStoredValue, readStoredValue, storeValue } from '@content-api/engine/project-store'
import { checkKeys, ExtensionError } from '@content-api/core/errors/extension-error'
import { guarded } from './guarded.js'
import type { Config } from '@content-api/core/config/schema'
import { confirmationMessage, resetMessage } from '@content-api/capabilities/mail/messages'

/** Stores values of project code, like `strapi.store` of Strapi 4. */
interface ProjectStore {
  get(input?: Values): Promise<unknown>
  set(input?: Values): Promise<void>
  delete(input?: Values): Promise<void>
}

/** Supports both `strapi.store({ type, name })` and `strapi.store.get({ type, name, key })`. */
export type StoreMaker = ProjectStore & ((defaults?: Values) => ProjectStore)

const known = ['key', 'value', 'type', 'name', 'environment', 'tag']

/** Where `strapi.store` has its values, by key. */
export interface StoredValues {
  /** Returns null if there is no value. */
  read(key: string): Promise<unknown>
  /** @param value any JSON value */
  write(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
}

/** Returns the values in the table of this server. */
export const ownValues = (database: () => Database): StoredValues => ({
  async read(key) {
    const text = await readStoredValue(database(), key)
    return text === null ? null : (JSON.parse(text) as unknown)
  },
  write: (key, value) => database().write((transaction) => storeValue(transaction, key, JSON.stringify(value))),
  remove: (key) => database().write((transaction) => deleteStoredValue(transaction, key)),
})

/**
 * Creates `strapi.store`.
 * @param settings values of the configuration by key, which stored values don't replace
 */
export function projectStore(values: StoredValues, settings: Values = {}): StoreMaker {
  const of = (defaults: Values): ProjectStore => {
    const method =
      <Result>(work: (key: string, input: Values) => Promise<Result>) =>
      (input: Values = {}) =>
        unattended(async () => work(keyOf(defaults, input), input))
    return guarded('strapi.store()', {
      get: method(async (key) => {
        const stored = await values.read(key)
        const set = Object.hasOwn(settings, key) ? settings[key] : undefined
        return isRecord(set) ? { ...(isRecord(stored) && stored), ...set } : stored
      }),
      set: method(async (key, input) => {
        if (Object.hasOwn(settings, key)) {
          process.emitWarning(
            `strapi.store stores "${key}", but the configuration has these settings (auth and mail). They don't change.`,
          )
        }
        const { value = null } = { ...defaults, ...input } as Values
        if (JSON.stringify(value) === undefined) {
          throw new ExtensionError(`The value of "${key}" in strapi.store must be JSON.`)
        }
        await values.write(key, value)
      }),
      delete: method((key) => values.remove(key)),
    })
  }
  return Object.assign((defaults: Values = {}) => of(defaults), of({}))
}

/** Runs work whose failure doesn't end the process if the code doesn't wait for it. */
function unattended<Result>(work: () => Promise<Result>): Promise<Result> {
  const running = work()
  running.catch(() => undefined)
  return running
}

/** Returns the same key as Strapi 4, so that imported values are found. */
function keyOf(defaults: Values, input: unknown): string {
  if (!isRecord(input)) throw new ExtensionError('strapi.store needs an object such as { key: "…" }.')
  checkKeys('strapi.store', input, known)
  const { key, type = 'core', name } = { ...defaults, ...input } as Values
  const parts = [type, name].filter((part) => part !== undefined && part !== null && part !== '')
  return [...parts, key].map(String).join('_')
}

/** The providers of Strapi 4, which are listed even if nobody can sign in with them. */
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
  'patreon',
  'keycloak',
]

/**
 * Returns the settings of accounts in the shape of Strapi 4, by their keys in `strapi.store`, such as
 * `plugin_users-permissions_advanced`.
 * @param signInProviders returns the settings of providers by name. Code of the project may add some later
 */
export function accountSettings(
  { auth, mail }: Config,
  signInProviders: () => Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { register, resetPasswordUrl = null, confirmedUrl = null } = auth
  const [name, address] = senderOf(mail.from ?? '')
  const template = (display: string, icon: string, message: { readonly subject: string; readonly text: string }) => ({
    display,
    icon,
    options: { from: { name, email: address }, response_email: '', object: message.subject, message: message.text },
  })
  const unused = Object.fromEntries(
    providers.map((provider) => [
      provider,
      { enabled: false, icon: provider, key: '', secret: '', callback: `api/auth/${provider}/callback`, scope: [] },
    ]),
  )
  return {
    'plugin_users-permissions_advanced': {
      unique_email: true,
      allow_register: register.enabled,
      email_confirmation: register.confirmEmail,
      email_reset_password: resetPasswordUrl,
      email_confirmation_redirection: confirmedUrl,
      default_role: register.role,
    },
    get 'plugin_users-permissions_grant'() {
      return { ...unused, ...signInProviders() }
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
  if (begin < 0) return ['', from]
  const address = from.slice(begin + 1).replace('>', '')
  return [from.slice(0, begin).trim(), address.trim()]
}
