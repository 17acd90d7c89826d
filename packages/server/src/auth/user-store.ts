import type { Stored } from '../attributes/scalar-behaviour.js'
import type { Database, WriteTransaction } from '../storage/database.js'
import { quote } from '../storage/names.js'
import { type JsonColumn, readObject, selectObject } from '../storage/select-json.js'
import { type Statement, StatementBuilder } from '../storage/statement.js'
import { roleType, userColumns, userType } from '../storage/system-tables.js'
import { comparisonKey } from './identifiers.js'

/** A user as accounts see one, secrets included: it never leaves this layer. */
export interface StoredUser {
  readonly id: number
  readonly email: string | null
  readonly username: string | null
  /** Its hash. */
  readonly password: string | null
  readonly confirmed: boolean | null
  readonly blocked: boolean | null
  /** The `type` of the user's role. */
  readonly role: string | null
  readonly roleId: number | null
  readonly roleName: string | null
  /** ISO 8601; tokens from before are void. */
  readonly tokensValidFrom: string | null
}

/** A database, or a transaction of it. */
export type Tables = Pick<Database | WriteTransaction, 'registry' | 'layout' | 'dialect'> & {
  read(statement: Statement): Promise<string | null>
}

export const userTable = ({ layout }: Pick<Tables, 'layout'>) => layout.schema(userType).table

type Where = (builder: StatementBuilder) => string

/** The first user for whom the condition (over the table `u`) holds. */
async function findUser(tables: Tables, where: Where): Promise<StoredUser | null> {
  const { layout, dialect } = tables
  const users = layout.schema(userType)
  const role = users.link('role')
  if (role.kind !== 'column') throw new Error('The role of a user must be a column')
  const attribute = (kind: JsonColumn['kind'], name: string) => ({ kind, sql: `u.${quote(users.column(name))}` })
  const ofRole = (kind: JsonColumn['kind'], name: string) => ({
    kind,
    sql: `r.${quote(layout.schema(roleType).column(name))}`,
  })
  const columns = {
    id: attribute('id', 'id'),
    email: attribute('text', 'email'),
    username: attribute('text', 'username'),
    password: attribute('text', 'password'),
    confirmed: attribute('boolean', 'confirmed'),
    blocked: attribute('boolean', 'blocked'),
    role: ofRole('text', 'type'),
    roleId: { kind: 'id', sql: 'r."id"' },
    roleName: ofRole('text', 'name'),
    tokensValidFrom: { kind: 'datetime', sql: `u.${quote(userColumns.tokensValidFrom)}` },
  } as const
  const roles = quote(layout.schema(roleType).table)
  const statement = selectObject(
    dialect,
    columns,
    (builder) =>
      `FROM ${quote(users.table)} u LEFT JOIN ${roles} r ON r."id" = u.${quote(role.column)} WHERE ${where(builder)}`,
  )
  return readObject<StoredUser>(tables, statement)
}

export function findUserById(tables: Tables, id: number): Promise<StoredUser | null> {
  return findUser(tables, (builder) => `u."id" = ${builder.bind('id', id)}`)
}

/** By address or else by name: nobody can take another one's address for a name and be found in their place. */
export function findUserByIdentifier(tables: Tables, identifier: string): Promise<StoredUser | null> {
  return findUser(tables, (builder) => {
    const key = comparisonKey(identifier)
    const [email, username] = [userColumns.emailKey, userColumns.usernameKey].map((name) => `u.${quote(name)}`)
    const either = `(${email} = ${builder.bind('text', key)} OR ${username} = ${builder.bind('text', key)})`
    return `${either} ORDER BY CASE WHEN ${email} = ${builder.bind('text', key)} THEN 0 ELSE 1 END`
  })
}

export function findUserByEmail(tables: Tables, email: string): Promise<StoredUser | null> {
  return findUser(
    tables,
    (builder) => `u.${quote(userColumns.emailKey)} = ${builder.bind('text', comparisonKey(email))}`,
  )
}

export type CodeAttribute = 'resetPasswordToken' | 'confirmationToken'

export function findUserByCode(tables: Tables, attribute: CodeAttribute, digest: string): Promise<StoredUser | null> {
  const column = tables.layout.schema(userType).column(attribute)
  return findUser(tables, (builder) => `u.${quote(column)} = ${builder.bind('text', digest)}`)
}

/** The columns by which a user is found. */
export function identityColumns({ username, email }: { username?: unknown; email?: unknown }): Record<string, string> {
  return {
    ...(typeof username === 'string' ? { [userColumns.usernameKey]: comparisonKey(username) } : {}),
    ...(typeof email === 'string' ? { [userColumns.emailKey]: comparisonKey(email) } : {}),
  }
}

/** Whose name or address is one of these, other than `except`. */
export async function findTaken(
  transaction: WriteTransaction,
  identity: Readonly<Record<string, string>>,
  except: number | null,
): Promise<'username' | 'email' | null> {
  const keys = Object.values(identity)
  if (keys.length === 0) return null
  const builder = new StatementBuilder(transaction.dialect)
  const { usernameKey, emailKey } = userColumns
  const taken = (column: string) => `${quote(column)} IN (${keys.map((key) => builder.bind('text', key)).join(', ')})`
  const others = except === null ? '' : ` AND "id" <> ${builder.bind('id', except)}`
  const [row] = await transaction.query(
    builder.finish(
      `SELECT ${quote(usernameKey)} AS username, ${quote(emailKey)} AS email FROM ${quote(userTable(transaction))} ` +
        `WHERE (${taken(usernameKey)} OR ${taken(emailKey)})${others} LIMIT 1`,
    ),
  )
  if (!row) return null
  return identity[emailKey] !== undefined && row['email'] === identity[emailKey] ? 'email' : 'username'
}

/** Sets columns of a user by the names of their attributes or of `userColumns`. */
export async function updateUserRow(
  transaction: WriteTransaction,
  id: number,
  values: Readonly<Record<string, Stored>>,
): Promise<void> {
  await transaction.update(userTable(transaction), id, { ...values, updatedAt: new Date().toISOString() })
}

/** The moment from which tokens count after a change now: none that is out already is as late. */
export function nextTokenEpoch(): string {
  return new Date(Date.now() + 1).toISOString()
}
