import type { Values } from '@content-api/engine/plan'
import { isRecord } from '@content-api/model'
import { createEach, type DatabaseQuery, requireWhere, writtenData } from './database-query.js'
import { idOf, pageOf, queryPage } from './strapi-entity-service.js'
import { ExtensionError, checkKeys } from '@content-api/core/errors/extension-error'
import type { Config } from '@content-api/core/config/schema'
import { parseConfig } from '@content-api/core/config/parse'
import { listLocales } from '@content-api/capabilities/i18n/locales'
import type { Database } from '@content-api/engine/database'
import { readImportedSettings, storeImportedSettings } from '@content-api/engine/project-store'
import {
  deletePermission,
  insertPermission,
  type PermissionRow,
  readPermissionRows,
  readRoles,
} from '@content-api/engine/accounts'
import type { Accounts } from '@content-api/capabilities/accounts/accounts'
import { readId } from '@content-api/core/query/raw-value'

/** A record of a list, with a related record as an object. */
type ListedRow = Readonly<Record<string, unknown>> & { readonly id: number }

interface ListedRows {
  readonly all: () => Promise<readonly ListedRow[]>
  /** Adds a record and returns its id. */
  readonly create: (data: Values) => Promise<number>
  readonly update: (row: ListedRow, data: Values) => Promise<number>
  readonly remove: (row: ListedRow) => Promise<void>
  /** The attributes that are only returned if `populate` names them. */
  readonly related: readonly string[]
}

const parameters = ['select', 'where', 'populate', 'orderBy', 'limit', 'offset', 'data']

/** Creates `strapi.db.query(uid)` for records that aren't entries here, such as permissions and locales. */
function listedQuery(uid: string, { all, create, update, remove, related }: ListedRows): DatabaseQuery {
  const found = async (input: Values = {}): Promise<readonly ListedRow[]> => {
    checkKeys(`strapi.db.query('${uid}')`, input, parameters)
    const { where, offset = 0, limit = -1 } = input
    const rows = (await all()).filter((row) => matches(row, where)).slice(Number(offset))
    return Number(limit) < 0 ? rows : rows.slice(0, Number(limit))
  }
  const shown = (row: ListedRow, { select, populate }: Values): Values => {
    const names: unknown = typeof select === 'string' ? [select] : select
    const populated = (name: string) =>
      populate === true ||
      populate === name ||
      (Array.isArray(populate) && (populate.includes(name) || populate.includes('*'))) ||
      (isRecord(populate) && Boolean(populate[name]))
    return Object.fromEntries(
      Object.entries(row).filter(([name]) =>
        related.includes(name) ? populated(name) : !Array.isArray(names) || names.includes(name) || names.includes('*'),
      ),
    )
  }
  const dataOf = (input: Values) => writtenData(uid, input)
  const byId = async (id: number, input: Values): Promise<Values> => {
    const row = (await all()).find((one) => one.id === id)
    return row ? shown(row, input) : {}
  }
  const findMany = async (input: Values = {}) => (await found(input)).map((row) => shown(row, input))
  const count = async (input: Values = {}) => (await found(input)).length
  const load = async (entry: unknown, field: string): Promise<unknown> => {
    const [row] = await findMany({ where: { id: idOf(entry) }, populate: [field] })
    return row?.[field] ?? null
  }
  return {
    findMany,
    count,
    findOne: async (input = {}) => (await findMany(input))[0] ?? null,
    findPage: (input = {}) => queryPage({ findMany, count: ({ where }) => count({ where }) }, input),
    load,
    loadPages: async (entry, field, { page = 1, pageSize = 10 } = {}) =>
      pageOf(await load(entry, field), page, pageSize),
    findWithCount: async (input = {}) => [await findMany(input), await count({ where: input['where'] })],
    create: async (input) => byId(await create(dataOf(input)), input),
    async update(input) {
      requireWhere('update', input)
      const [row] = await found(input)
      return row ? byId(await update(row, dataOf(input)), input) : null
    },
    async delete(input) {
      requireWhere('delete', input)
      const [row] = await found(input)
      if (!row) return null
      await remove(row)
      return shown(row, input)
    },
    createMany: (input) => createEach(uid, input, create),
    async updateMany(input) {
      const rows = await found(input)
      for (const row of rows) await update(row, dataOf(input))
      return { count: rows.length }
    },
    async deleteMany(input = {}) {
      const rows = await found(input)
      for (const row of rows) await remove(row)
      return { count: rows.length }
    },
  }
}

type Compare = (value: unknown, operand: unknown) => boolean

/** Returns a value as text; a related record as its id. */
const textOf = (value: unknown): string => {
  const plain = isRecord(value) ? value['id'] : value
  return typeof plain === 'string' || typeof plain === 'number' || typeof plain === 'boolean' ? String(plain) : ''
}

const same: Compare = (value, operand) => {
  if (operand === null) return value === null || value === undefined
  return textOf(value) === textOf(operand)
}
const listed: Compare = (value, operand) =>
  Array.isArray(operand) ? operand.some((one) => same(value, one)) : same(value, operand)

const operators: Readonly<Record<string, Compare>> = {
  $eq: same,
  $ne: (value, operand) => !same(value, operand),
  $in: listed,
  $notIn: (value, operand) => !listed(value, operand),
  $null: (value, operand) => same(value, null) === (operand !== false),
  $notNull: (value, operand) => same(value, null) === (operand === false),
  $contains: (value, operand) => textOf(value).includes(textOf(operand)),
  $notContains: (value, operand) => !textOf(value).includes(textOf(operand)),
  $containsi: (value, operand) => textOf(value).toLowerCase().includes(textOf(operand).toLowerCase()),
  $startsWith: (value, operand) => textOf(value).startsWith(textOf(operand)),
  $endsWith: (value, operand) => textOf(value).endsWith(textOf(operand)),
  $not: (value, operand) => !matches(value, operand),
  $and: (value, operand) => (operand as readonly unknown[]).every((one) => matches(value, one)),
  $or: (value, operand) => (operand as readonly unknown[]).some((one) => matches(value, one)),
}

/** Returns whether a value satisfies a `where`: a value, a list of values, or an object of names and operators. */
function matches(value: unknown, where: unknown): boolean {
  if (where === undefined) return true
  if (!isRecord(where)) return listed(value, where)
  return Object.entries(where).every(([name, operand]) => {
    const compare = Object.hasOwn(operators, name) ? operators[name] : undefined
    if (compare) return compare(value, operand)
    if (name.startsWith('$')) throw new ExtensionError(`The operator ${name} does not exist for these records.`)
    return isRecord(value) && matches(value[name], operand)
  })
}

/** The uid of the content type that holds locales in Strapi 4. */
export const localeType = 'plugin::i18n.locale'

/**
 * Creates `strapi.db.query('plugin::i18n.locale')`. A new locale is immediately available in this process,
 * and from the next start in others. `i18n.locales` of the configuration takes precedence at the next start.
 */
export function localeQuery(database: () => Database, { i18n }: Config): DatabaseQuery {
  // The plans of requests read this list, so a change of it applies to the next request.
  const { locales, defaultLocale } = i18n
  const all = async () => listLocales(locales, defaultLocale).map(({ isDefault: _isDefault, ...locale }) => locale)
  const store = async () => {
    const stored = (await readImportedSettings(database())) ?? {}
    await database().write((transaction) =>
      storeImportedSettings(transaction, { ...stored, i18n: { defaultLocale, locales } }),
    )
  }
  return listedQuery(localeType, {
    related: [],
    all,
    async create({ code }) {
      if (typeof code !== 'string') throw new ExtensionError('A locale needs a code, such as "fr".')
      if (!locales.includes(code)) {
        const [checked = code] = parseConfig({ i18n: { defaultLocale: code } }).i18n.locales
        locales.push(checked)
        await store()
      }
      return locales.indexOf(code) + 1
    },
    update: async ({ id }) => id,
    async remove(row) {
      if (row['code'] === defaultLocale) throw new ExtensionError("The default locale can't be removed.")
      locales.splice(locales.indexOf(String(row['code'])), 1)
      await store()
    },
  })
}

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
    accounts().store.forget()
    return id
  }
  const remove = async (id: number) => {
    await database().write((transaction) => deletePermission(transaction, id))
    accounts().store.forget()
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
