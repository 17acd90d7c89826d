import { type Attribute, type ContentType, isScalar } from '@content-api/model'
import type { Row, WriteTransaction } from '../database/database.js'
import { idColumn, rowId } from '../layout/columns.js'
import type { OwnLink } from '../layout/own-layout.js'
import { quote } from '../layout/names.js'
import type { StatementBuilder } from '../dialects/statement.js'
import { idList, run, toId, toNumber } from './run.js'
import { holdsComponents } from './components.js'
import { copyComponents, copyLinkRows } from './copies.js'
import { findEnds } from './relation-order.js'
import { validationError } from '../errors/api-error.js'
import { newVersionOf } from './versions.js'

/** Returns the ids of the entry and its other localizations; empty when the entry doesn't exist. */
export async function localizationGroup(tx: WriteTransaction, type: ContentType, id: number): Promise<number[]> {
  const table = quote(tx.layout.schema(type.uid).table)
  const group = quote(tx.layout.entryColumns.group)
  const rows = await run(tx, (builder) => {
    const own = `SELECT ${group} FROM ${table} WHERE ${rowId} = ${builder.bind('id', id)}`
    return `SELECT ${rowId} FROM ${table} WHERE ${group} = (${own}) ORDER BY ${rowId}`
  })
  return rows.map((row) => toId(row['id']))
}

/**
 * Returns a SQL condition: the row with the id `row` has the same links in a link table as the entry, in the
 * same order. It is true for the entry itself.
 */
export function hasEqualList(
  builder: StatementBuilder,
  { table, source, target, order }: Extract<OwnLink, { kind: 'join' }>,
  row: string,
  entry: number,
): string {
  const [id, place] = [builder.bind('id', entry), quote(order)]
  const differs = `count(*) <> 2 OR min(${place}) <> max(${place})`
  const links = `SELECT 1 FROM ${quote(table)} WHERE ${quote(source)} IN (${row}, ${id})`
  return `(${row} = ${id} OR NOT EXISTS (${links} GROUP BY ${quote(target)} HAVING ${differs}))`
}

const sharedByType = new WeakMap<ContentType, readonly string[]>()

/**
 * Returns the attributes that all localizations of an entry share. Some links can't be shared, because a
 * target has only one of them: links that are stored in the target's row, and bidirectional one-to-one
 * relations.
 */
export function sharedAttributes(tx: WriteTransaction, type: ContentType): readonly string[] {
  let shared = sharedByType.get(type)
  if (!shared) sharedByType.set(type, (shared = findShared(tx, type)))
  return shared
}

function findShared(tx: WriteTransaction, type: ContentType): string[] {
  if (!type.localized) return []
  const layout = tx.layout.schema(type.uid)
  return Object.entries(type.declared).flatMap(([name, attribute]) => {
    if (attribute.localized) return []
    return isScalar(attribute) || isShareable(layout.link(name)) ? [name] : []
  })
}

function isShareable(link: OwnLink): boolean {
  if (link.kind === 'column') return !link.exclusive
  return link.kind !== 'inverse' && link.kind !== 'inverseMorph' && link.kind !== 'siblings'
}

/** Copies the values of these attributes from one localization to others. */
export async function shareValues(
  tx: WriteTransaction,
  type: ContentType,
  from: number,
  to: readonly number[],
  names: readonly string[],
): Promise<void> {
  await shareColumns(tx, type, from, to, names)
  await shareLinks(tx, type, from, to, names)
}

/** Copies the links and components of these attributes that `shareColumns` doesn't copy. */
export async function shareLinks(
  tx: WriteTransaction,
  type: ContentType,
  from: number,
  to: readonly number[],
  names: readonly string[],
): Promise<void> {
  const layout = tx.layout.schema(type.uid)
  for (const name of names) {
    const attribute = type.declared[name] as Attribute
    if (isScalar(attribute)) continue
    const link = layout.link(name)
    for (const id of to) {
      if (link.kind === 'column' && link.order) await shareOrdered(tx, layout.table, link, from, id)
      if (link.kind === 'join' || link.kind === 'morphJoin') await copyLinkRows(tx, link, from, id)
      if (holdsComponents(attribute)) await copyComponents(tx, type, name, attribute, from, id)
    }
  }
}

/**
 * Copies the columns of these attributes, except to-one links with a position. Only the database handles the
 * values, so that they can't change on the way.
 */
export async function shareColumns(
  tx: WriteTransaction,
  type: ContentType,
  from: number,
  to: readonly number[],
  names: readonly string[],
): Promise<void> {
  if (to.length === 0) return
  const layout = tx.layout.schema(type.uid)
  const columns = names.flatMap((name) => {
    if (isScalar(type.attributes[name] as Attribute)) return [layout.column(name)]
    const link = layout.link(name)
    if (link.kind === 'morph') return [link.id, link.type]
    return link.kind === 'column' && link.order === null ? [link.column] : []
  })
  if (names.length === 0) return
  const table = quote(layout.table)
  await run(tx, (builder) => {
    const copied = columns.map((column) => `${quote(column)} = s.${quote(column)}`)
    const set = [...copied, ...newVersionOf(builder, tx, layout.table)].join(', ')
    const source = `s.${rowId} = ${builder.bind('id', from)}`
    return `UPDATE ${table} SET ${set} FROM ${table} AS s WHERE ${source} AND ${table}.${rowId} IN (${idList(builder, to)})`
  })
}

/**
 * Copies a to-one link with a position. Each row has its own position in the target's list. A row that is new
 * in a list goes to its end.
 */
async function shareOrdered(
  tx: WriteTransaction,
  table: string,
  { column, order }: Extract<OwnLink, { kind: 'column' }>,
  from: number,
  to: number,
): Promise<void> {
  const rows = await run(
    tx,
    (builder) =>
      `SELECT ${rowId}, ${quote(column)} AS "target" FROM ${quote(table)} WHERE ${rowId} IN (${idList(builder, [from, to])})`,
  )
  const targets = new Map(rows.map((row) => [toId(row['id']), toNumber(row['target'])]))
  const target = targets.get(from) ?? null
  if (target === (targets.get(to) ?? null)) return
  const list = { table, owner: column, member: idColumn, order: order as string }
  const place = target === null ? null : ((await findEnds(tx, list, [target])).get(target) ?? null)
  await tx.update(table, [to], { [column]: target, [order as string]: place })
}

/**
 * Checks that an entry has the locale that a write names. Does nothing if the entry doesn't exist.
 *
 * @throws ApiError ValidationError if the entry has another locale
 */
export async function requireLocale(
  tx: WriteTransaction,
  type: ContentType,
  id: number,
  locale: string | null,
): Promise<void> {
  if (locale === null || !type.localized) return
  const table = quote(tx.layout.schema(type.uid).table)
  const { locale: localeColumn, group: groupColumn } = tx.layout.entryColumns
  const group = quote(groupColumn)
  const rows = await run(tx, (builder) => {
    const own = `SELECT ${group} FROM ${table} WHERE ${rowId} = ${builder.bind('id', id)}`
    return `SELECT ${rowId}, ${quote(localeColumn)} FROM ${table} WHERE ${group} = (${own})`
  })
  requireLocaleIn(tx, rows, id, locale)
}

/** @param rows the localizations of the entry, with `id` and `locale` @throws ApiError as `requireLocale` */
export function requireLocaleIn({ layout }: WriteTransaction, rows: readonly Row[], id: number, locale: string): void {
  const column = layout.entryColumns.locale
  const localizations = rows.map((row) => ({ id: toId(row['id']), locale: row[column] }))
  requireLocaleAmong(localizations, id, locale)
}

interface Localization {
  readonly id: number
  readonly locale: unknown
}

/** @param localizations those of the entry, with itself @throws ApiError as `requireLocale` */
export function requireLocaleAmong(localizations: readonly Localization[], id: number, locale: string): void {
  const entry = localizations.find((one) => one.id === id)
  if (!entry || entry.locale === locale) return
  const localization = localizations.find((one) => one.locale === locale)
  const hint = localization
    ? `Its localization in ${locale} has the id ${localization.id}`
    : 'Leave locale out, or create a localization'
  const message = `locale is ${locale}, but the entry ${id} has the locale ${String(entry.locale)}. ${hint}`
  throw validationError([{ path: ['locale'], message }])
}
