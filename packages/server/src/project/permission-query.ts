import type { Accounts } from '../auth/accounts.js'
import {
  deletePermission,
  insertPermission,
  type PermissionRow,
  readPermissionRows,
  readRoles,
} from '@content-api/engine/accounts/roles'
import type { Database } from '@content-api/engine/database/database'
import { readId } from '../query/raw-value.js'
import { isRecord } from '@content-api/model'
import type { DatabaseQuery } from './database-query.js'
import { ExtensionError } from './extension-error.js'
import { listedQuery } from './listed-query.js'

type Values = Readonly<Record<string, unknown>>

/** The uid of the content type that holds permissions in Strapi 4. */
export const permissionType = 'plugin::users-permissions.permission'

/** Creates `strapi.db.query('plugin::users-permissions.permission')`: the actions that roles grant. */
export function permissionQuery(database: () => Database, accounts: () => Accounts): DatabaseQuery {
  const warned = new Set<string>()
  /** @throws ExtensionError for an unknown role */
  const roleOf = async (value: unknown): Promise<string> => {
    const connected = isRecord(value) ? ((value['connect'] ?? value['set'] ?? value) as unknown) : value
    const first: unknown = Array.isArray(connected) ? connected[0] : connected
    const id = readId(isRecord(first) ? first['id'] : first)
    const role = (await readRoles(database())).find((one) => one.id === id)
    if (!role) throw new ExtensionError(`A permission needs a role: { action, role: <id of a role> }.`)
    if (accounts().configured.has(role.type) && !warned.has(role.type)) {
      warned.add(role.type)
      process.emitWarning(
        `The configuration sets the permissions of the role ${role.type}. Permissions that code adds end with the next start.`,
      )
    }
    return role.type
  }
  const add = async (data: Values): Promise<number> => {
    const { action } = data
    if (typeof action !== 'string' || action === '')
      throw new ExtensionError('A permission needs the name of an action, such as "api::article.article.find".')
    const role = await roleOf(data['role'])
    const id = await database().write((transaction) => insertPermission(transaction, role, action))
    accounts().roles.forget()
    return id
  }
  const remove = async (id: number) => {
    await database().write((transaction) => deletePermission(transaction, id))
    accounts().roles.forget()
  }
  return listedQuery(permissionType, {
    related: ['role'],
    async all() {
      const roles = new Map((await readRoles(database())).map(({ nb_users: _users, ...role }) => [role.type, role]))
      return (await readPermissionRows(database())).map((row: PermissionRow) => {
        const role = roles.get(row.role) ?? null
        const { createdAt = null, updatedAt = null } = role ?? {}
        return { id: row.id, action: row.action, createdAt, updatedAt, role }
      })
    },
    create: add,
    async update(row, data) {
      await remove(row.id)
      return add({ action: row['action'], role: row['role'], ...data })
    },
    remove: ({ id }) => remove(id),
  })
}
