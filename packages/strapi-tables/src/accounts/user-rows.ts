import { roleType, userType } from '@content-api/engine/plan'
import type { CodeAttribute, ProviderUser, StoredUser, UserChange } from '@content-api/engine/accounts'
import type { AnyTransaction, Reader } from '@content-api/engine/database'
import { quotedColumns, userStates } from '@content-api/engine/layout'
import { type JsonColumn, readObject, readObjects } from '@content-api/engine/read'
import { lockTexts, quote, rowId, run, type StatementBuilder, type ValueKind } from '@content-api/engine/write'

/** The rows of Strapi 5's users, and what this server knows about them in a table of its own. */

const states = quote(userStates)
const state = quotedColumns(userStates, 'user_id', 'tokens_valid_from', 'provider_account')

/** Returns the columns of users and their roles, and the tables `u` of users, `r` of roles and `s` of states. */
function usersWithRoles({ layout }: Reader) {
  const users = layout.schema(userType)
  const roles = layout.schema(roleType)
  const link = users.link('role')
  if (link.kind !== 'join') throw new Error('The roles of Strapi users must be in a link table')
  const ofUser = (kind: JsonColumn['kind'], name: string) => ({ kind, sql: `u.${quote(users.column(name))}` })
  const columns = {
    id: { kind: 'id', sql: `u.${rowId}` },
    email: ofUser('text', 'email'),
    username: ofUser('text', 'username'),
    password: ofUser('text', 'password'),
    confirmed: ofUser('boolean', 'confirmed'),
    blocked: ofUser('boolean', 'blocked'),
    role: { kind: 'text', sql: `r.${quote(roles.column('type'))}` },
    roleId: { kind: 'id', sql: `r.${rowId}` },
    roleName: { kind: 'text', sql: `r.${quote(roles.column('name'))}` },
    tokensValidFrom: { kind: 'text', sql: `s.${state.tokens_valid_from}` },
    provider: ofUser('text', 'provider'),
    providerAccount: { kind: 'text', sql: `s.${state.provider_account}` },
  } as const
  const tables =
    `${quote(users.table)} u LEFT JOIN ${quote(link.table)} l ON l.${quote(link.source)} = u.${rowId} ` +
    `LEFT JOIN ${quote(roles.table)} r ON r.${rowId} = l.${quote(link.target)} ` +
    `LEFT JOIN ${states} s ON s.${state.user_id} = u.${rowId}`
  return { columns, tables }
}

/** Returns the first user that matches a condition on the tables of `usersWithRoles`. */
function findUser(reader: Reader, where: (builder: StatementBuilder) => string): Promise<ProviderUser | null> {
  const { columns, tables } = usersWithRoles(reader)
  return readObject<ProviderUser>(reader, columns, (builder) => `FROM ${tables} WHERE ${where(builder)}, r.${rowId}`)
}

/** Returns the first users by id that aren't blocked. */
export function readUserRows(
  reader: Reader,
  most: number,
): Promise<Pick<StoredUser, 'id' | 'email' | 'username' | 'roleName'>[]> {
  const { columns, tables } = usersWithRoles(reader)
  const { id, email, username, roleName, blocked } = columns
  return readObjects(reader, { id, email, username, roleName }, (builder) => {
    const isBlocked = `coalesce(${blocked.sql}, ${builder.bind('boolean', false)})`
    const where = `${isBlocked} = ${builder.bind('boolean', false)}`
    return `FROM ${tables} WHERE ${where} ORDER BY u.${rowId}, r.${rowId} LIMIT ${most}`
  })
}

const columnOf = ({ layout }: Pick<Reader, 'layout'>, name: string) => quote(layout.schema(userType).column(name))

export const findStoredUser = (reader: Reader, id: number): Promise<ProviderUser | null> =>
  findUser(reader, (builder) => `u.${rowId} = ${builder.bind('id', id)} ORDER BY u.${rowId}`)

/** Finds a user by its address, or else by its name. @param provider only users of this provider */
export function findUserByName(reader: Reader, name: string, provider?: string): Promise<ProviderUser | null> {
  const [email, username] = [columnOf(reader, 'email'), columnOf(reader, 'username')]
  return findUser(reader, (builder) => {
    const address = () => `u.${email} = ${builder.bind('text', name.toLowerCase())}`
    const only =
      provider === undefined ? '' : ` AND u.${columnOf(reader, 'provider')} = ${builder.bind('text', provider)}`
    const either = `(${address()} OR u.${username} = ${builder.bind('text', name)})`
    return `${either}${only} ORDER BY CASE WHEN ${address()} THEN 0 ELSE 1 END, u.${rowId}`
  })
}

export const findUserByAddress = (reader: Reader, email: string): Promise<ProviderUser | null> =>
  findUser(
    reader,
    (builder) => `u.${columnOf(reader, 'email')} = ${builder.bind('text', email.toLowerCase())} ORDER BY u.${rowId}`,
  )

export const findUserOfCode = (
  reader: Reader,
  attribute: CodeAttribute,
  digest: string,
): Promise<ProviderUser | null> =>
  findUser(
    reader,
    (builder) => `u.${columnOf(reader, attribute)} = ${builder.bind('text', digest)} ORDER BY u.${rowId}`,
  )

export const findUserOfProvider = (reader: Reader, digest: string): Promise<ProviderUser | null> =>
  findUser(reader, (builder) => `s.${state.provider_account} = ${builder.bind('text', digest)} ORDER BY u.${rowId}`)

/** Returns the document id of a row; null if there is no such row. */
export async function findRowDocument(reader: Reader, uid: string, id: number): Promise<string | null> {
  const layout = reader.layout.schema(uid)
  const columns = { documentId: { kind: 'text', sql: quote(layout.column('documentId')) } } as const
  const from = (builder: StatementBuilder) => `FROM ${quote(layout.table)} WHERE ${rowId} = ${builder.bind('id', id)}`
  return (await readObject<{ readonly documentId: string }>(reader, columns, from))?.documentId ?? null
}

interface UserNames {
  readonly username?: string
  readonly email?: string
}

/**
 * Looks for another user whose name or address is one of these. Returns which of them is taken.
 * @param except the id of the user whose names they are
 */
export async function findTakenName(
  reader: Reader,
  { username, email }: UserNames,
  except: number | null,
): Promise<keyof UserNames | null> {
  const wanted = [username, email].filter((name) => name !== undefined)
  if (wanted.length === 0) return null
  const columns = { email: { kind: 'text', sql: columnOf(reader, 'email') } } as const
  const found = await readObject<{ readonly email: string | null }>(reader, columns, (builder) => {
    const list = () => wanted.map((name) => builder.bind('text', name)).join(', ')
    const either = `(${columns.email.sql} IN (${list()}) OR ${columnOf(reader, 'username')} IN (${list()}))`
    const others = except === null ? '' : ` AND ${rowId} <> ${builder.bind('id', except)}`
    return `FROM ${quote(reader.layout.schema(userType).table)} WHERE ${either}${others}`
  })
  if (!found) return null
  return email !== undefined && found.email === email ? 'email' : 'username'
}

export async function hasUserWithPassword(reader: Reader): Promise<boolean> {
  const from = () =>
    `FROM ${quote(reader.layout.schema(userType).table)} WHERE ${columnOf(reader, 'password')} IS NOT NULL`
  return (await readObject(reader, { id: { kind: 'id', sql: rowId } }, from)) !== null
}

/** Blocks other changes of a user until the transaction ends. With only one writer at a time, this does nothing. */
export async function lockUserRow(tx: AnyTransaction, id: number): Promise<void> {
  const { rowLock } = tx.dialect
  if (rowLock === '') return
  const table = quote(tx.layout.schema(userType).table)
  await run(tx, (builder) => `SELECT ${rowId} FROM ${table} WHERE ${rowId} = ${builder.bind('id', id)} ${rowLock}`)
}

/** Blocks other writers of users with these names or addresses until the transaction ends. */
export const lockNames = (tx: AnyTransaction, names: readonly string[]): Promise<void> =>
  lockTexts(
    tx,
    names.map((name) => `account ${name}`),
  )

export const lockUserCode = (tx: AnyTransaction, digest: string): Promise<void> => lockTexts(tx, [`code ${digest}`])

const kinds: Readonly<Record<string, ValueKind>> = { confirmed: 'boolean' }

/** Changes values that the service itself sets. The keys of names are not stored: Strapi compares them as they are. */
export async function changeUserRow(tx: AnyTransaction, id: number, change: UserChange): Promise<void> {
  const { usernameKey: _, emailKey: __, tokensValidFrom, providerAccount, ...attributes } = change
  const users = tx.layout.schema(userType)
  await run(tx, (builder) => {
    const changed = Object.entries({ ...attributes, updatedAt: new Date().toISOString() })
    const set = changed.map(([name, value]) => {
      const kind = name === 'updatedAt' ? 'datetime' : (kinds[name] ?? 'text')
      return `${quote(users.column(name))} = ${value === null ? 'NULL' : builder.bind(kind, value)}`
    })
    return `UPDATE ${quote(users.table)} SET ${set.join(', ')} WHERE ${rowId} = ${builder.bind('id', id)}`
  })
  if (tokensValidFrom !== undefined) await setState(tx, id, state.tokens_valid_from, tokensValidFrom)
  if (providerAccount !== undefined) await setState(tx, id, state.provider_account, providerAccount)
}

async function setState(tx: AnyTransaction, id: number, column: string, value: string): Promise<void> {
  await run(
    tx,
    (builder) =>
      `INSERT INTO ${states} (${state.user_id}, ${column}) VALUES (${builder.bind('bigint', id)}, ${builder.bind('text', value)}) ` +
      `ON CONFLICT (${state.user_id}) DO UPDATE SET ${column} = excluded.${column}`,
  )
}

/** Deletes what this server knows about a user. */
export async function deleteUserState(tx: AnyTransaction, id: number): Promise<void> {
  await run(tx, (builder) => `DELETE FROM ${states} WHERE ${state.user_id} = ${builder.bind('bigint', id)}`)
}

/** Replaces a hash by another one of the same password. */
export async function replacePasswordHash(
  tx: AnyTransaction,
  id: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const password = columnOf(tx, 'password')
  await run(tx, (builder) => {
    const [set, user, old] = [builder.bind('text', to), builder.bind('id', id), builder.bind('text', from)]
    const table = quote(tx.layout.schema(userType).table)
    return `UPDATE ${table} SET ${password} = ${set} WHERE ${rowId} = ${user} AND ${password} = ${old}`
  })
}
