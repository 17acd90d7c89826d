import { isRecord } from '@content-api/model'
import { type DatabaseQuery, requireWhere } from './database-query.js'
import { idOf, pageOf } from './entity-extras.js'
import { ExtensionError, checkKeys } from './extension-error.js'
import { queryPage } from './query-page.js'

type Values = Readonly<Record<string, unknown>>

/** A record of a list, with a related record as an object. */
export type ListedRow = Readonly<Record<string, unknown>> & { readonly id: number }

export interface ListedRows {
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
export function listedQuery(uid: string, { all, create, update, remove, related }: ListedRows): DatabaseQuery {
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
  const dataOf = ({ data }: Values): Values => {
    if (!isRecord(data)) throw new ExtensionError(`strapi.db.query('${uid}') needs the object "data" for a write.`)
    return data
  }
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
    async createMany({ data }) {
      if (!Array.isArray(data))
        throw new ExtensionError(`createMany of strapi.db.query('${uid}') needs a list as "data".`)
      const ids: number[] = []
      for (const one of data as readonly Values[]) ids.push(await create(one))
      return { count: ids.length, ids }
    },
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
