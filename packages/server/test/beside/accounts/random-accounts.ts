import type { StrapiVersion } from '@content-api/strapi-tables/layout'
import * as fc from 'fast-check'

/** Actions of the recorded project that routes call. */
const registered = [
  'api::article.article.find',
  'api::article.article.findOne',
  'api::article.article.create',
  'api::category.category.find',
  'api::tag.tag.find',
  'plugin::i18n.locales.listLocales',
  'plugin::upload.content-api.find',
  'plugin::users-permissions.role.find',
  'plugin::users-permissions.user.count',
  'plugin::users-permissions.user.find',
  'plugin::users-permissions.user.me',
]

/** The first are actions of no route, which Strapi ignores in permissions. */
export const actions: readonly string[] = ['api::unrouted.unrouted.find', 'plugin::upload.file.find', ...registered]

export const isRegistered = (action: string) => registered.includes(action)

/** The actions that a caller may do, or why it is none. */
export type Allowed = readonly string[] | 'rejected' | 'forwarded' | null

interface RandomUser {
  readonly id: number
  readonly blocked: boolean | null
  readonly confirmed: boolean | null
  readonly roles: readonly number[]
}

interface RandomToken {
  readonly id: number
  readonly type: string
  /** Milliseconds from now; null: never. */
  readonly expires: number | null
  readonly permissions: readonly string[]
}

export interface RandomAccounts {
  readonly roles: readonly { readonly id: number; readonly type: string }[]
  /** Each permission names any number of roles. */
  readonly permissions: readonly { readonly action: string; readonly roles: readonly number[] }[]
  readonly users: readonly RandomUser[]
  readonly tokens: readonly RandomToken[]
  readonly confirmation: boolean
}

const action = fc.constantFrom(...actions)
const many = <Value>(values: fc.Arbitrary<Value>, maxLength: number) =>
  fc.array(values, { minLength: maxLength / 2, maxLength, size: 'max' })
const numbered = <Value extends object>(values: fc.Arbitrary<Value>) =>
  many(values, 4).map((all) => all.map((value, index) => ({ ...value, id: index + 1 })))
const someRoles = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 })
const one = <Value>(...values: readonly Value[]) => fc.constantFrom(...values)

/** Roles, permissions, users and tokens as they can be in the tables of Strapi, also by mistake. */
export const randomAccounts: fc.Arbitrary<RandomAccounts> = fc
  .record({
    roles: numbered(fc.record({ type: one('public', 'authenticated', 'editor') })),
    permissions: many(fc.record({ action, roles: someRoles }), 20),
    users: numbered(
      fc.record({ blocked: one(true, false, false, null), confirmed: one(true, true, false, null), roles: someRoles }),
    ),
    tokens: numbered(
      fc.record({
        type: one('read-only', 'full-access', 'custom', 'custom', 'unknown'),
        expires: one(null, null, -1, 0, 1),
        permissions: fc.uniqueArray(action, { maxLength: 6 }),
      }),
    ),
    confirmation: fc.boolean(),
  })
  .map((random) => {
    const exists = (role: number) => role <= random.roles.length
    return {
      ...random,
      permissions: random.permissions.map((one) => ({ ...one, roles: one.roles.filter(exists) })),
      users: random.users.map((one) => ({ ...one, roles: one.roles.filter(exists) })),
    }
  })

const inOrder = (allowed: ReadonlySet<string>) => actions.filter((one) => allowed.has(one))

function grantedBy({ permissions }: RandomAccounts, roles: readonly number[]): Allowed {
  const granted = permissions.filter((permission) => permission.roles.some((role) => roles.includes(role)))
  return inOrder(new Set(granted.map((permission) => permission.action).filter(isRegistered)))
}

/** Strapi rejects requests without a token if no permission of a public role is stored, not even an ignored one. */
export function allowedToPublic(random: RandomAccounts): Allowed {
  const roles = random.roles.filter(({ type }) => type === 'public').map(({ id }) => id)
  const isEmpty = !random.permissions.some((permission) => permission.roles.some((role) => roles.includes(role)))
  return isEmpty ? 'rejected' : grantedBy(random, roles)
}

export function allowedToUser(random: RandomAccounts, user: RandomUser): Allowed {
  if (user.blocked === true || (random.confirmation && user.confirmed !== true)) return 'rejected'
  const roles = new Set(user.roles)
  if (roles.size === 0) return 'rejected'
  return roles.size === 1 ? grantedBy(random, user.roles) : 'forwarded'
}

export function allowedToToken({ type, expires, permissions }: RandomToken): Allowed {
  if (expires !== null && expires < 0) return 'rejected'
  if (type === 'full-access') return actions
  if (type === 'read-only') return actions.filter((one) => /(?:find|findOne)$/.test(one))
  return type === 'custom' ? inOrder(new Set(permissions.filter(isRegistered))) : []
}

/** Returns the statements that replace all accounts. @param now milliseconds since 1970 */
export function insertAccounts(
  { roles, permissions, users, tokens, confirmation }: RandomAccounts,
  digest: (token: string) => string,
  time: (milliseconds: number) => string,
  now: number,
  version: StrapiVersion = 4,
): string {
  const links = version === 4 ? 'links' : 'lnk'
  const [kind, ofContent] = version === 4 ? ['', []] : [', kind', [`'content-api'`]]
  const owners = (list: readonly { readonly roles: readonly number[] }[]) =>
    list.flatMap((one, index) => one.roles.map((role) => [index + 1, role]))
  const ofTokens = tokens.flatMap(({ id, permissions }) => permissions.map((name) => ({ id, name })))
  const tables: Readonly<Record<string, readonly (readonly Cell[])[]>> = {
    [`up_users_role_${links} (id, user_id, role_id)`]: numberedRows(owners(users)),
    [`up_permissions_role_${links} (id, permission_id, role_id)`]: numberedRows(owners(permissions)),
    [`strapi_api_token_permissions_token_${links} (id, api_token_permission_id, api_token_id)`]: numberedRows(
      ofTokens.map(({ id }, index) => [index + 1, id]),
    ),
    'up_roles (id, type)': roles.map(({ id, type }) => [id, `'${type}'`]),
    'up_permissions (id, action)': numberedRows(permissions.map(({ action }) => [`'${action}'`])),
    'up_users (id, blocked, confirmed)': users.map(({ id, blocked, confirmed }) => [id, blocked, confirmed]),
    'strapi_api_token_permissions (id, action)': numberedRows(ofTokens.map(({ name }) => [`'${name}'`])),
    [`strapi_api_tokens (id, type, access_key, expires_at${kind})`]: tokens.map(({ id, type, expires }) => [
      id,
      `'${type}'`,
      `'${digest(`token-${id}`)}'`,
      expires === null ? null : time(now + expires),
      ...ofContent,
    ]),
  }
  const [removals, insertions] = [Object.keys(tables), Object.keys(tables).toReversed()]
  const advanced = `UPDATE strapi_core_store_settings SET value = '{"email_confirmation":${confirmation}}'
    WHERE "key" = 'plugin_users-permissions_advanced'`
  return [
    ...removals.map((target) => `DELETE FROM ${target.split(' ', 1)[0]}`),
    ...insertions.flatMap((target) => {
      const rows = tables[target] ?? []
      return rows.length === 0 ? [] : [`INSERT INTO ${target} VALUES ${rows.map(rowOf).join(', ')}`]
    }),
    advanced,
  ].join('; ')
}

/** A literal of SQL. */
type Cell = string | number | boolean | null

const numberedRows = (rows: readonly (readonly Cell[])[]) => rows.map((row, index) => [index + 1, ...row])

const rowOf = (values: readonly Cell[]) => `(${values.map((value) => String(value ?? 'NULL')).join(', ')})`
