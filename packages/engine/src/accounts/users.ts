import { rowId } from '../layout/columns.js'
import { roleType, userType } from '../plan/link-target.js'
import type { Reader, WriteTransaction } from '../database/database.js'
import { quote } from '../layout/names.js'
import { type JsonColumn, readObject, readObjects } from '../read/json-text.js'
import type { StatementBuilder } from '../dialects/statement.js'
import { userColumns } from '../layout/system-tables.js'
import { run } from '../write/run.js'
import { isInSession } from './sessions.js'
import { lockTexts } from '../write/row-locks.js'

/** A user with its secrets. Only the account code reads it. */
export interface StoredUser {
  readonly id: number
  readonly email: string | null
  readonly username: string | null
  /** The hash of the password. */
  readonly password: string | null
  readonly confirmed: boolean | null
  readonly blocked: boolean | null
  /** The `type` of the user's role. */
  readonly role: string | null
  readonly roleId: number | null
  readonly roleName: string | null
  /** ISO 8601. JWTs that were issued earlier are invalid. */
  readonly tokensValidFrom: string | null
}

/** The most bytes of a new name or address. Earlier versions stored longer ones. */
export const longestIdentifier = 1_024

/** A user's name and address in a form that is equal for lookalikes (see `comparisonKey`). */
export interface UserKeys {
  readonly usernameKey?: string
  readonly emailKey?: string
}

/** Values that the service itself sets. */
export interface UserChange extends UserKeys {
  readonly password?: string
  readonly confirmed?: boolean
  /** Digests of codes that were sent to the user. */
  readonly resetPasswordToken?: string | null
  readonly confirmationToken?: string | null
  readonly tokensValidFrom?: string
  readonly providerAccount?: string
}

/** A user with what a sign-in with a provider needs. */
export interface ProviderUser extends StoredUser {
  /** The provider of the user's first sign-in, or `local`. */
  readonly provider: string | null
  /** A digest of the account at a provider that the user belongs to. */
  readonly providerAccount: string | null
}

export type CodeAttribute = 'resetPasswordToken' | 'confirmationToken'

const tableOf = ({ layout }: Pick<Reader, 'layout'>) => layout.schema(userType).table

/** Returns the columns of users (`u`) with their roles (`r`), and the tables to read them from. */
function usersWithRoles({ layout }: Reader) {
  const users = layout.schema(userType)
  const roles = layout.schema(roleType)
  const link = users.link('role')
  if (link.kind !== 'column') throw new Error('The role of a user must be a column')
  const column = (kind: JsonColumn['kind'], name: string) => ({ kind, sql: `u.${quote(users.column(name))}` })
  const ofRole = (kind: JsonColumn['kind'], name: string) => ({ kind, sql: `r.${quote(roles.column(name))}` })
  const join = `LEFT JOIN ${quote(roles.table)} r ON r.${rowId} = u.${quote(link.column)}`
  return { column, ofRole, tables: `${quote(users.table)} u ${join}` }
}

type Where = (builder: StatementBuilder) => string

/** Returns the columns of a stored user, and the tables to read them from. */
function storedUsers(reader: Reader) {
  const { column, ofRole, tables } = usersWithRoles(reader)
  const columns = {
    id: column('id', 'id'),
    email: column('text', 'email'),
    username: column('text', 'username'),
    password: column('text', 'password'),
    confirmed: column('boolean', 'confirmed'),
    blocked: column('boolean', 'blocked'),
    role: ofRole('text', 'type'),
    roleId: { kind: 'id', sql: `r.${rowId}` },
    roleName: ofRole('text', 'name'),
    tokensValidFrom: { kind: 'datetime', sql: `u.${quote(userColumns.tokensValidFrom)}` },
  } as const
  return { columns, column, tables }
}

/** Returns the first user that matches a condition on the table `u`. */
function findUser(reader: Reader, where: Where): Promise<StoredUser | null> {
  const { columns, tables } = storedUsers(reader)
  return readObject<StoredUser>(reader, columns, (builder) => `FROM ${tables} WHERE ${where(builder)}`)
}

function findProviderUser(reader: Reader, where: Where): Promise<ProviderUser | null> {
  const { columns, column, tables } = storedUsers(reader)
  const more = {
    provider: column('text', 'provider'),
    providerAccount: { kind: 'text', sql: `u.${quote(userColumns.providerAccount)}` },
  } as const
  return readObject<ProviderUser>(
    reader,
    { ...columns, ...more },
    (builder) => `FROM ${tables} WHERE ${where(builder)}`,
  )
}

/** Finds the user who belongs to an account at a provider, by its digest. */
export function findUserByProviderAccount(reader: Reader, digest: string): Promise<ProviderUser | null> {
  return findProviderUser(
    reader,
    (builder) => `u.${quote(userColumns.providerAccount)} = ${builder.bind('text', digest)}`,
  )
}

/** Like `findUserByEmailKey`, with the provider of the user. */
export function findProviderUserByEmailKey(reader: Reader, key: string): Promise<ProviderUser | null> {
  return findProviderUser(reader, (builder) => `u.${quote(userColumns.emailKey)} = ${builder.bind('text', key)}`)
}

export function findUserById(reader: Reader, id: number): Promise<StoredUser | null> {
  return findUser(reader, (builder) => `u.${rowId} = ${builder.bind('id', id)}`)
}

/** Returns the user of a session by its public id; null if it isn't the user's or has expired at `now`. */
export function findUserInSession(
  reader: Reader,
  id: number,
  session: { readonly key: string; readonly now: number },
): Promise<StoredUser | null> {
  return findUser(reader, (builder) => `u.${rowId} = ${builder.bind('id', id)} AND ${isInSession(builder, session)}`)
}

/** Returns the times from which the tokens of these users are valid. */
export function readTokenEpochs(
  reader: Reader,
  ids: readonly number[],
): Promise<Pick<StoredUser, 'id' | 'tokensValidFrom'>[]> {
  const columns = {
    id: { kind: 'id', sql: rowId },
    tokensValidFrom: { kind: 'datetime', sql: quote(userColumns.tokensValidFrom) },
  } as const
  return readObjects(reader, columns, (builder) => {
    const wanted = ids.map((id) => builder.bind('id', id)).join(', ')
    return `FROM ${quote(tableOf(reader))} WHERE ${rowId} IN (${wanted})`
  })
}

/** Returns the first users by id that aren't blocked. */
export async function readUsers(
  reader: Reader,
  most: number,
): Promise<Pick<StoredUser, 'id' | 'email' | 'username' | 'roleName'>[]> {
  const { column, ofRole, tables } = usersWithRoles(reader)
  const columns = {
    id: column('id', 'id'),
    email: column('text', 'email'),
    username: column('text', 'username'),
    roleName: ofRole('text', 'name'),
  }
  return readObjects(reader, columns, (builder) => {
    const open = `coalesce(${column('boolean', 'blocked').sql}, ${builder.bind('boolean', false)}) = ${builder.bind('boolean', false)}`
    return `FROM ${tables} WHERE ${open} ORDER BY u.${rowId} LIMIT ${most}`
  })
}

/**
 * Finds a user by email address, or else by username. If an address is also the username of another user,
 * this returns the owner of the address.
 */
export function findUserByKey(reader: Reader, key: string): Promise<StoredUser | null> {
  return findUser(reader, (builder) => {
    const [email, username] = [userColumns.emailKey, userColumns.usernameKey].map((name) => `u.${quote(name)}`)
    const either = `(${email} = ${builder.bind('text', key)} OR ${username} = ${builder.bind('text', key)})`
    return `${either} ORDER BY CASE WHEN ${email} = ${builder.bind('text', key)} THEN 0 ELSE 1 END`
  })
}

export function findUserByEmailKey(reader: Reader, key: string): Promise<StoredUser | null> {
  return findUser(reader, (builder) => `u.${quote(userColumns.emailKey)} = ${builder.bind('text', key)}`)
}

/**
 * Blocks other transactions that call this for the same code until the current one ends, so that a code is
 * used only once.
 */
export async function lockCode(transaction: WriteTransaction, digest: string): Promise<void> {
  await lockTexts(transaction, [`code ${digest}`])
}

/** Blocks other changes of a user until the transaction ends. With only one writer at a time, this does nothing. */
export async function lockUser(transaction: WriteTransaction, id: number): Promise<void> {
  const { rowLock } = transaction.dialect
  if (rowLock === '') return
  await run(
    transaction,
    (builder) =>
      `SELECT ${rowId} FROM ${quote(tableOf(transaction))} WHERE ${rowId} = ${builder.bind('id', id)} ${rowLock}`,
  )
}

export function findUserByCode(reader: Reader, attribute: CodeAttribute, digest: string): Promise<StoredUser | null> {
  const column = reader.layout.schema(userType).column(attribute)
  return findUser(reader, (builder) => `u.${quote(column)} = ${builder.bind('text', digest)}`)
}

/**
 * Blocks other transactions that call this for one of these keys until the current one ends. The name of one
 * user must not be the address of another one, which no index can ensure.
 */
export async function lockKeys(transaction: WriteTransaction, keys: UserKeys): Promise<void> {
  const texts = Object.values(keys).map((key: string) => `account ${key}`)
  await lockTexts(transaction, texts)
}

/**
 * Looks for a user other than `except` whose name or address equals one of these keys. Returns `email` if the
 * addresses are equal, `username` for any other match, and null if there is no such user.
 */
export async function findTaken(
  transaction: WriteTransaction,
  keys: UserKeys,
  except: number | null,
): Promise<'username' | 'email' | null> {
  const wanted = Object.values(keys)
  if (wanted.length === 0) return null
  const { usernameKey, emailKey } = userColumns
  const [row] = await run(transaction, (builder) => {
    const taken = (column: string) =>
      `${quote(column)} IN (${wanted.map((key) => builder.bind('text', key)).join(', ')})`
    const either = `(${taken(usernameKey)} OR ${taken(emailKey)})`
    const others = except === null ? '' : ` AND ${rowId} <> ${builder.bind('id', except)}`
    return `SELECT ${quote(emailKey)} AS email FROM ${quote(tableOf(transaction))} WHERE ${either}${others} LIMIT 1`
  })
  if (!row) return null
  return keys.emailKey !== undefined && row['email'] === keys.emailKey ? 'email' : 'username'
}

/** Changes values that the service itself sets. */
export async function changeUser(
  transaction: WriteTransaction,
  id: number,
  change: UserChange,
  updatedAt = new Date().toISOString(),
): Promise<void> {
  await transaction.update(tableOf(transaction), [id], { ...columnsOf(change), updatedAt })
}

/**
 * Replaces the password hash with another hash of the same password. `updatedAt` doesn't change and the
 * user's tokens stay valid.
 */
export async function replaceHash(
  transaction: WriteTransaction,
  id: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const password = quote(transaction.layout.schema(userType).column('password'))
  await run(transaction, (builder) => {
    const [set, user, old] = [builder.bind('text', to), builder.bind('id', id), builder.bind('text', from)]
    return `UPDATE ${quote(tableOf(transaction))} SET ${password} = ${set} WHERE ${rowId} = ${user} AND ${password} = ${old}`
  })
}

/** Returns whether any user has a bcrypt hash. */
export const hasBcryptHash = (reader: Reader): Promise<boolean> => hasPasswordWhich(reader, "LIKE '$2%'")

/** Returns whether any user has a password. */
export const hasPassword = (reader: Reader): Promise<boolean> => hasPasswordWhich(reader, 'IS NOT NULL')

async function hasPasswordWhich(reader: Reader, condition: string): Promise<boolean> {
  const password = quote(reader.layout.schema(userType).column('password'))
  const from = () => `FROM ${quote(tableOf(reader))} WHERE ${password} ${condition}`
  return (await readObject(reader, { id: { kind: 'id', sql: rowId } }, from)) !== null
}

/** Sets the keys of an imported user without changing `updatedAt`. */
export async function setUserKeys(transaction: WriteTransaction, id: number, keys: UserKeys): Promise<void> {
  if (Object.keys(keys).length > 0) await transaction.update(tableOf(transaction), [id], columnsOf(keys))
}

function columnsOf({ usernameKey, emailKey, tokensValidFrom, providerAccount, ...attributes }: UserChange) {
  return {
    ...attributes,
    ...(usernameKey === undefined ? {} : { [userColumns.usernameKey]: usernameKey }),
    ...(emailKey === undefined ? {} : { [userColumns.emailKey]: emailKey }),
    ...(tokensValidFrom === undefined ? {} : { [userColumns.tokensValidFrom]: tokensValidFrom }),
    ...(providerAccount === undefined ? {} : { [userColumns.providerAccount]: providerAccount }),
  }
}

/** What the key of an address no longer contains: a label in ASCII form, an ideographic full stop. */
const outdatedParts = ['xn--', '\u{3002}']

export interface UnindexedUser {
  readonly id: number
  readonly username: string | null
  readonly email: string | null
}

/**
 * Returns at most `limit` users whose keys are missing or have an outdated form, with an id greater than
 * `last`, ordered by id. Earlier versions kept international domains as they were written, and long names in
 * full. Their keys now begin with a space.
 */
export function findUsersToIndex(reader: Reader, last: number, limit: number): Promise<UnindexedUser[]> {
  const { layout } = reader
  const attribute = (name: string) => quote(layout.schema(userType).column(name))
  const columns = {
    id: { kind: 'id', sql: rowId },
    username: { kind: 'text', sql: attribute('username') },
    email: { kind: 'text', sql: attribute('email') },
  } as const
  const [email, username] = [quote(userColumns.emailKey), quote(userColumns.usernameKey)]
  const outdated = [email, username].flatMap((key) => outdatedParts.map((part) => `${key} LIKE '%@%${part}%'`))
  const long = [
    [columns.email.sql, email],
    [columns.username.sql, username],
  ].map(([value, key]) => `octet_length(${value}) > ${longestIdentifier} AND ${key} NOT LIKE ' %'`)
  const without = `(${[`${email} IS NULL`, `${username} IS NULL`, ...outdated, ...long].join(' OR ')})`
  return readObjects<UnindexedUser>(
    reader,
    columns,
    (builder) =>
      `FROM ${quote(tableOf(reader))} WHERE ${without} AND ${rowId} > ${builder.bind('id', last)} ORDER BY ${rowId} LIMIT ${limit}`,
  )
}
