import type { Reader } from '@content-api/engine/database'
import { roleType, userType } from '@content-api/engine/plan'
import { type JsonColumn, readObjects } from '@content-api/engine/read'
import { rowId, quote } from '@content-api/engine/write'

/** A role of Strapi. Several roles can have the same type. */
export interface StrapiRole {
  readonly id: number
  readonly name: string | null
  readonly type: string | null
}

/** A user of Strapi, without its password and codes. */
export interface StrapiUser {
  readonly id: number
  readonly username: string | null
  readonly email: string | null
  readonly confirmed: boolean | null
  readonly blocked: boolean | null
  /** The distinct roles that the link table names. It can have several rows for a user. */
  readonly roles: readonly StrapiRole[]
}

type UserRow = Omit<StrapiUser, 'roles'> & {
  readonly roleId: number | null
  readonly roleName: string | null
  readonly roleType: string | null
}

/** Returns a user of Strapi with its roles; null if there is none with this id. */
export async function findStrapiUser(reader: Reader, id: number): Promise<StrapiUser | null> {
  const { layout } = reader
  const users = layout.schema(userType)
  const roles = layout.schema(roleType)
  const link = users.link('role')
  if (link.kind !== 'join') throw new Error('The roles of Strapi users must be in a link table')
  const ofUser = (kind: JsonColumn['kind'], name: string) => ({ kind, sql: `u.${quote(users.column(name))}` })
  const ofRole = (kind: JsonColumn['kind'], name: string) => ({ kind, sql: `r.${quote(roles.column(name))}` })
  const columns = {
    id: ofUser('id', 'id'),
    username: ofUser('text', 'username'),
    email: ofUser('text', 'email'),
    confirmed: ofUser('boolean', 'confirmed'),
    blocked: ofUser('boolean', 'blocked'),
    roleId: ofRole('id', 'id'),
    roleName: ofRole('text', 'name'),
    roleType: ofRole('text', 'type'),
  }
  const rows = await readObjects<UserRow>(reader, columns, (builder) => {
    const links = `LEFT JOIN ${quote(link.table)} l ON l.${quote(link.source)} = u.${rowId}`
    const linked = `LEFT JOIN ${quote(roles.table)} r ON r.${rowId} = l.${quote(link.target)}`
    return `FROM ${quote(users.table)} u ${links} ${linked} WHERE u.${rowId} = ${builder.bind('id', id)}`
  })
  const [first] = rows
  if (!first) return null
  const { roleId: _id, roleName: _name, roleType: _type, ...user } = first
  return { ...user, roles: rolesOf(rows) }
}

function rolesOf(rows: readonly UserRow[]): StrapiRole[] {
  const byId = new Map<number, StrapiRole>()
  for (const { roleId: id, roleName: name, roleType: type } of rows) {
    if (id !== null) byId.set(id, { id, name, type })
  }
  return [...byId.values()]
}
