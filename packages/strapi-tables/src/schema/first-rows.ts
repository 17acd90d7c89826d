import { idColumn, quote, rowId, run, type ValueKind } from '@content-api/engine/write'
import { newDocumentId } from './document-id.js'
import { readSetting, storeSetting } from './stored-settings.js'
import type { StrapiTransaction } from './transaction.js'

/** The migrations of 5.54. Without their names, Strapi runs them on rows that are already as they make them. */
const migrations = [
  '5.0.0-rename-identifiers-longer-than-max-length',
  '5.0.0-02-created-document-id',
  '5.0.0-03-created-locale',
  '5.0.0-04-created-published-at',
  '5.0.0-05-drop-slug-fields-index',
  '5.0.0-06-add-document-id-indexes',
  'core::5.0.0-discard-drafts',
  'admin::migrate-prefered-language-dk-to-da',
]

interface FirstRole {
  readonly name: string
  readonly description: string
  readonly type: string
  /** Actions of the plugin users-permissions that the role may run. */
  readonly actions: readonly string[]
}

/** The roles that the plugin users-permissions creates, with their permissions. It adds none to a role that exists. */
const roles: readonly FirstRole[] = [
  {
    name: 'Authenticated',
    description: 'Default role given to authenticated user.',
    type: 'authenticated',
    actions: ['auth.logout', 'auth.getSessions', 'auth.revokeSession', 'user.me', 'auth.changePassword'],
  },
  {
    name: 'Public',
    description: 'Default role given to unauthenticated user.',
    type: 'public',
    actions: [
      'auth.callback',
      'auth.connect',
      'auth.forgotPassword',
      'auth.resetPassword',
      'auth.register',
      'auth.emailConfirmation',
      'auth.sendEmailConfirmation',
      'auth.refresh',
    ],
  },
]

/** Returns the actions that Strapi gives a role of this type in a new database. */
export const firstActionsOf = (type: string): readonly string[] =>
  roles.find((role) => role.type === type)?.actions.map(actionName) ?? []

const actionName = (action: string) => `plugin::users-permissions.${action}`

export interface FirstLocale {
  readonly code: string
  readonly name: string
}

/** The settings of sign-ups that Strapi stores at its first start. Without them it rejects all users. */
const signUp = {
  unique_email: true,
  allow_register: true,
  email_confirmation: false,
  email_reset_password: null,
  email_confirmation_redirection: null,
  default_role: 'authenticated',
}

/** Stores settings that a database lacks, as Strapi does at its start. */
export async function storeMissingSettings(tx: StrapiTransaction): Promise<void> {
  const name = 'plugin_users-permissions_advanced'
  if ((await readSetting(tx, name)) === undefined) await storeSetting(tx, name, signUp)
}

type Values = Readonly<Record<string, readonly [kind: ValueKind, value: string | number]>>

/**
 * Inserts the rows without which Strapi's first start would change content or fail: its migrations, a note that
 * links of components are in order, the locales, of which the first one
 * is the default, roles and permissions.
 */
export async function insertFirstRows(
  tx: StrapiTransaction,
  now: Date,
  locales: readonly [FirstLocale, ...FirstLocale[]],
): Promise<void> {
  const time = now.toISOString()
  for (const name of migrations) {
    await insert(tx, 'strapi_migrations_internal', { name: ['text', name], time: ['datetime', time] })
  }
  await storeSetting(tx, 'strapi_unidirectional-join-table-repair-ran', true)
  for (const { name, code } of locales) await insertDocument(tx, 'i18n_locale', time, { name, code })
  await storeSetting(tx, 'plugin_i18n_default_locale', locales[0].code)
  for (const { actions, ...role } of roles) {
    const roleId = await insertDocument(tx, 'up_roles', time, role)
    for (const [index, action] of actions.entries()) {
      const permission = await insertDocument(tx, 'up_permissions', time, { action: actionName(action) })
      await insert(tx, 'up_permissions_role_lnk', {
        permission_id: ['id', permission],
        role_id: ['id', roleId],
        permission_ord: ['double', index + 1],
      })
    }
  }
}

function insertDocument(
  tx: StrapiTransaction,
  table: string,
  time: string,
  texts: Readonly<Record<string, string>>,
): Promise<number> {
  const values: Values = {
    document_id: ['text', newDocumentId()],
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, ['text', text] as const])),
    created_at: ['datetime', time],
    updated_at: ['datetime', time],
    published_at: ['datetime', time],
  }
  return insert(tx, table, values)
}

/** Returns the id of the row. */
async function insert(tx: StrapiTransaction, table: string, values: Values): Promise<number> {
  const columns = Object.keys(values).map((name) => quote(name))
  const [row] = await run(tx, (builder) => {
    const bound = Object.values(values).map(([kind, value]) => builder.bind(kind, value))
    return `INSERT INTO ${quote(table)} (${columns.join(', ')}) VALUES (${bound.join(', ')}) RETURNING ${rowId}`
  })
  return Number(row?.[idColumn])
}
