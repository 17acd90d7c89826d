import { userType } from '../plan/link-target.js'
import { type Column, idColumn, type Table } from './columns.js'
import { quote } from './names.js'
import type { DialectName } from './value-formats.js'

interface SystemIndex {
  readonly columns: readonly string[]
  readonly unique?: boolean
}

const table = (name: string, columns: readonly Column[], indexes: readonly SystemIndex[]): Table => ({
  name,
  columns: [{ name: idColumn, kind: 'id' }, ...columns],
  indexes: indexes.map(({ columns, unique = false }) => ({
    name: `${name}_${columns.join('_')}_${unique ? 'key' : 'idx'}`,
    columns,
    unique,
  })),
})

/** Returns the tables of the service's own data, with the indexes that this database needs. */
export function systemTablesOf(dialect: DialectName): readonly Table[] {
  return dialect === 'postgres' ? systemTables : systemTables.map(withoutPositions)
}

/** SQLite reads events by their ids. */
const withoutPositions = (of: Table): Table =>
  of.name === outboxEvents ? { ...of, indexes: of.indexes.filter(({ columns }) => columns[0] !== 'position') } : of

/**
 * The actions that each role grants, by the role's `type`, so that the grants survive an import that replaces
 * the roles.
 */
export const rolePermissions = '_role_permissions'

export const apiTokens = '_api_tokens'

/** The actions that each custom API token grants. */
export const apiTokenPermissions = '_api_token_permissions'

/** Counts of requests. All processes on this database share them. */
export const rateLimits = '_rate_limits'

/** The sessions of users, with digests of their refresh tokens. */
export const sessions = '_sessions'

/** Values that a project's code stores with `strapi.store`. */
export const projectStore = '_project_store'

const text = (name: string): Column => ({ name, kind: 'text', notNull: true })

/** The outbox: committed writes that webhooks and live clients are notified of. */
export const outboxEvents = '_outbox_events'

/** The deliveries of events to webhooks: waiting, delivered and dead. */
export const webhookDeliveries = '_webhook_deliveries'

/** The positions after which webhooks get events, by the names of the webhooks. */
export const webhookStarts = '_webhook_starts'

/** Work that only one process at a time does. */
export const leases = '_leases'

/**
 * The service's own data. It isn't part of any content type, so no query, export or import of content can
 * access it. The names begin with `_`, unlike those of all content types' tables.
 */
export const systemTables: readonly Table[] = [
  table(rolePermissions, [text('role'), text('action')], [{ columns: ['role', 'action'], unique: true }]),
  table(
    apiTokens,
    [
      text('name'),
      text('type'),
      // SHA-256 of the token, or HMAC-SHA512 for tokens imported from Strapi. The token itself isn't stored.
      text('digest'),
      { name: 'created_at', kind: 'datetime', notNull: true },
      { name: 'expires_at', kind: 'datetime' },
    ],
    [
      { columns: ['digest'], unique: true },
      { columns: ['name'], unique: true },
    ],
  ),
  table(
    apiTokenPermissions,
    [
      { name: 'token_id', kind: 'reference', notNull: true, references: { table: apiTokens, onDelete: 'CASCADE' } },
      text('action'),
    ],
    [{ columns: ['token_id', 'action'], unique: true }],
  ),
  table(
    rateLimits,
    [
      text('key'),
      { name: 'hits', kind: 'integer', notNull: true },
      { name: 'resets_at', kind: 'bigint', notNull: true },
    ],
    [{ columns: ['key'], unique: true }, { columns: ['resets_at'] }],
  ),
  table(
    sessions,
    [
      text('key'),
      // SHA-256 of the parts of refresh tokens. The tokens themselves aren't stored.
      text('family'),
      text('token'),
      { name: 'previous', kind: 'text' },
      // Without a foreign key, because the table of users depends on the model.
      { name: 'user_id', kind: 'bigint', notNull: true },
      { name: 'valid_from', kind: 'bigint', notNull: true },
      { name: 'device_id', kind: 'text' },
      { name: 'device_name', kind: 'text' },
      { name: 'signed_in_at', kind: 'bigint', notNull: true },
      { name: 'refreshed_at', kind: 'bigint', notNull: true },
      { name: 'expires_at', kind: 'bigint', notNull: true },
      { name: 'ends_at', kind: 'bigint', notNull: true },
    ],
    [
      { columns: ['key'], unique: true },
      { columns: ['family'], unique: true },
      { columns: ['user_id'] },
      { columns: ['expires_at'] },
    ],
  ),
  table(projectStore, [text('key'), text('value')], [{ columns: ['key'], unique: true }]),
  table(
    outboxEvents,
    [
      // The place in the order of commits. SQLite uses the id instead, because it commits one write at a time.
      { name: 'position', kind: 'bigint' },
      text('name'),
      text('type'),
      { name: 'entry', kind: 'bigint' },
      { name: 'locale', kind: 'text' },
      { name: 'version', kind: 'text' },
      { name: 'live', kind: 'integer', notNull: true },
      { name: 'at', kind: 'bigint', notNull: true },
      { name: 'body', kind: 'text' },
    ],
    [{ columns: ['position'] }],
  ),
  table(
    webhookDeliveries,
    [
      text('hook'),
      { name: 'event_id', kind: 'reference', notNull: true, references: { table: outboxEvents, onDelete: 'CASCADE' } },
      // The type and id of the entry, whose events are delivered in order.
      text('entry'),
      text('state'),
      { name: 'attempts', kind: 'integer', notNull: true },
      { name: 'due_at', kind: 'bigint', notNull: true },
      { name: 'attempted_at', kind: 'bigint' },
      { name: 'status', kind: 'integer' },
      { name: 'response', kind: 'text' },
    ],
    [{ columns: ['event_id'] }, { columns: ['hook', 'state', 'entry', 'event_id'] }],
  ),
  table(
    webhookStarts,
    [text('hook'), { name: 'position', kind: 'bigint', notNull: true }],
    [{ columns: ['hook'], unique: true }],
  ),
  table(
    leases,
    [
      text('name'),
      text('holder'),
      // Grows with each holder. A holder whose number is no longer current has lost the lease.
      { name: 'fence', kind: 'bigint', notNull: true },
      { name: 'expires_at', kind: 'bigint', notNull: true },
      // The position of the last event for which deliveries exist.
      { name: 'position', kind: 'bigint', notNull: true },
    ],
    [{ columns: ['name'], unique: true }],
  ),
]

/** What the service knows about users in the tables of another application. */
export const userStates = '_user_states'

const userStatesTable = table(
  userStates,
  [
    { name: 'user_id', kind: 'bigint', notNull: true },
    // ISO 8601. Earlier tokens of the user are void.
    { name: 'tokens_valid_from', kind: 'text' },
    // A digest of the account at a sign-in provider that the user belongs to.
    { name: 'provider_account', kind: 'text' },
  ],
  [
    { columns: ['user_id'], unique: true },
    { columns: ['provider_account'], unique: true },
  ],
)

/** The service's own data for which another application has no tables. It has its own roles and API tokens. */
const withoutAccounts = systemTables.filter(
  ({ name }) => ![rolePermissions, apiTokens, apiTokenPermissions].includes(name),
)

/** Returns the tables of the service's own data in a database whose content belongs to another application. */
export function sharedTablesOf(dialect: DialectName): readonly Table[] {
  const tables = [...withoutAccounts, userStatesTable]
  return dialect === 'postgres' ? tables : tables.map(withoutPositions)
}

/**
 * Returns the quoted names of columns of a system table, by name.
 *
 * @throws Error for a column that the table doesn't have
 */
export function quotedColumns<Name extends string>(
  of: string,
  ...names: readonly Name[]
): { readonly [Column in Name]: string } {
  const columns = [...systemTables, userStatesTable].find(({ name }) => name === of)?.columns
  const quoted = names.map((name) => {
    if (!columns?.some((column) => column.name === name)) throw new Error(`${of} has no column ${name}`)
    return [name, quote(name)] as const
  })
  return Object.fromEntries(quoted) as { readonly [Column in Name]: string }
}

/** Columns of users that aren't attributes. No attribute's name begins with `_`. */
export const userColumns = {
  /** The name and the address in the form in which they are compared, so that lookalikes count as equal. */
  usernameKey: '_username_key',
  emailKey: '_email_key',
  /** The time of the last change of the password or block. Earlier JWTs are void. */
  tokensValidFrom: '_tokens_valid_from',
  /** A digest of the account at a sign-in provider that the user belongs to. */
  providerAccount: '_provider_account',
} as const

interface ExtraColumns {
  readonly columns: readonly Column[]
  readonly unique: readonly string[]
  readonly indexed: readonly string[]
}

/** The columns that the service adds to the tables of content types, by uid. */
export const systemColumns: Readonly<Record<string, ExtraColumns>> = {
  [userType]: {
    columns: [
      { name: userColumns.usernameKey, kind: 'text' },
      { name: userColumns.emailKey, kind: 'text' },
      { name: userColumns.tokensValidFrom, kind: 'datetime' },
      { name: userColumns.providerAccount, kind: 'text' },
    ],
    unique: [userColumns.usernameKey, userColumns.emailKey, userColumns.providerAccount],
    // Codes are looked up by their digest.
    indexed: ['resetPasswordToken', 'confirmationToken'],
  },
}
