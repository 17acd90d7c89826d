import type { Reader } from '@content-api/engine/database'
import { roleType } from '@content-api/engine/plan'
import { readObjects } from '@content-api/engine/read'
import { rowId, quote } from '@content-api/engine/write'
import { strapiTablesOf } from './tables-of.js'

/** The actions that the roles of Strapi grant. */
export interface StrapiPermissions {
  /** By id: several roles can have the same type. */
  readonly byRole: ReadonlyMap<number, readonly string[]>
  /** The actions of all roles of the type `public`. */
  readonly public: readonly string[]
}

interface PermissionRow {
  readonly role: number
  readonly type: string | null
  readonly action: string | null
}

export async function readStrapiPermissions(reader: Reader): Promise<StrapiPermissions> {
  const { permissions, permissionRoles } = strapiTablesOf(reader.layout)
  const roles = reader.layout.schema(roleType)
  const columns = {
    role: { kind: 'id', sql: `r.${rowId}` },
    type: { kind: 'text', sql: `r.${quote(roles.column('type'))}` },
    action: { kind: 'text', sql: `p.${permissions.action}` },
  } as const
  const links = `JOIN ${permissionRoles.table} l ON l.${permissionRoles.permission} = p.${permissions.id}`
  const linked = `JOIN ${quote(roles.table)} r ON r.${rowId} = l.${permissionRoles.role}`
  const rows = await readObjects<PermissionRow>(reader, columns, () => `FROM ${permissions.table} p ${links} ${linked}`)
  const byRole = new Map<number, string[]>()
  const ofPublic: string[] = []
  for (const { role, type, action } of rows) {
    if (action === null) continue
    if (type === 'public') ofPublic.push(action)
    const actions = byRole.get(role)
    if (actions) actions.push(action)
    else byRole.set(role, [action])
  }
  return { byRole, public: ofPublic }
}
