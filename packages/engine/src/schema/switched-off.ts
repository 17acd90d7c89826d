import type { ContentType, Schema } from '@content-api/model'
import type { WriteTransaction } from '../database/database.js'
import { rowId } from '../layout/columns.js'
import { typeOfTable } from '../layout/layout.js'
import { quote } from '../layout/names.js'
import { deleteMorphLinksTo } from '../write/links.js'
import type { SchemaChange } from './changes.js'
import { type OwnedField, type SchemaRecord, wantedRecord } from './record.js'

export interface SwitchOffChoices {
  /** What happens to draft entries when `draftAndPublish` of their type is switched off. */
  readonly drafts?: 'delete' | 'publish'
  /**
   * What happens to localizations when i18n of their type is switched off. `keep-default` keeps one entry of
   * each group: the one in the default locale, otherwise the first. `delete` deletes every entry that isn't
   * in the default locale.
   */
  readonly localizations?: 'delete' | 'keep-default'
}

/** Entries that lists exclude by default, but would include after an option of their type is switched off. */
export interface ExposedEntries {
  readonly type: ContentType
  readonly option: 'draftAndPublish' | 'i18n'
  readonly rows: number
}

/** A start that was rejected because it would turn drafts or localizations into separate public entries. */
export class ExposedEntriesError extends Error {
  override readonly name = 'ExposedEntriesError'

  constructor(readonly exposed: readonly ExposedEntries[]) {
    const lines = exposed.map((one) => `  ${describeExposed(one)}`)
    const has = (option: ExposedEntries['option']) => exposed.some((one) => one.option === option)
    super(
      [
        'Changing the tables to match the schemas would show entries that lists exclude today:',
        ...lines,
        'Nothing was changed. Switch the options on again, or choose what happens to the entries:',
        ...(has('draftAndPublish') ? ['  --drafts delete | publish'] : []),
        ...(has('i18n') ? ['  --localizations delete | keep-default'] : []),
        'In code, use the options `drafts` and `localizations` of createContentApi.',
      ].join('\n'),
    )
  }
}

export function describeExposed({ type, option, rows }: ExposedEntries): string {
  const what = option === 'draftAndPublish' ? ['draft', 'drafts'] : ['localization', 'localizations']
  return `${type.uid}: ${rows} ${rows === 1 ? what[0] : what[1]}, but ${option} is switched off`
}

/** Returns the type and option if a change drops a column because that option was switched off; null otherwise. */
export function switchedOff(
  model: Pick<WriteTransaction, 'registry' | 'layout'>,
  change: SchemaChange,
): { readonly type: ContentType; readonly option: ExposedEntries['option'] } | null {
  if (change.kind !== 'dropColumn') return null
  const { table, column } = change
  const type = typeOfTable(model, table.name)
  // The layout reserves these names, so no attribute of a project has such a column.
  const { publishedAt, locale } = model.layout.entryColumns
  if (type && column.name === publishedAt) return { type, option: 'draftAndPublish' }
  if (type && column.name === locale) return { type, option: 'i18n' }
  return null
}

/** Counts the drafts and localizations of types whose option is switched off. */
export async function countExposed(
  transaction: WriteTransaction,
  changes: readonly SchemaChange[],
  defaultLocale: string,
): Promise<ExposedEntries[]> {
  const exposed: ExposedEntries[] = []
  for (const change of changes) {
    const off = switchedOff(transaction, change)
    if (!off) continue
    const values = off.option === 'i18n' ? [defaultLocale] : []
    const where = off.option === 'i18n' ? otherLocale(transaction) : draftCondition(transaction)
    const sql = `SELECT count(*) FROM ${quote(transaction.layout.schema(off.type.uid).table)} WHERE ${where}`
    const rows = Number(await transaction.read({ sql, values }))
    if (rows > 0) exposed.push({ ...off, rows })
  }
  return exposed
}

/**
 * Deletes the chosen entries before their columns are dropped. Returns a function that deletes the remains of
 * these entries; call it when the tables have their new columns.
 */
export async function applyChoices(
  transaction: WriteTransaction,
  from: SchemaRecord,
  exposed: readonly ExposedEntries[],
  { drafts, localizations, defaultLocale }: SwitchOffChoices & { readonly defaultLocale: string },
): Promise<() => Promise<void>> {
  const deleted: { readonly type: ContentType; readonly id: number }[] = []
  for (const { type, option } of exposed) {
    // `publish` keeps every row: without the column, an entry is published.
    if (option === 'draftAndPublish' && drafts !== 'delete') continue
    const where =
      option === 'draftAndPublish'
        ? draftCondition(transaction)
        : localizationsToDelete(transaction, type, localizations)
    const ids = await deleteRows(transaction, from, type, where, option === 'i18n' ? [defaultLocale] : [])
    deleted.push(...ids.map((id) => ({ type, id })))
  }
  return async () => {
    for (const { type, id } of deleted) await deleteMorphLinksTo(transaction, type.uid, id)
    if (deleted.length > 0) await deleteOrphans(transaction)
  }
}

function draftCondition({ layout }: WriteTransaction): string {
  return `${quote(layout.entryColumns.publishedAt)} IS NULL`
}

function otherLocale({ dialect, layout }: WriteTransaction): string {
  const locale = quote(layout.entryColumns.locale)
  return `${locale} IS NULL OR ${locale} <> ${dialect.placeholder(1)}`
}

function localizationsToDelete(
  transaction: WriteTransaction,
  { uid }: ContentType,
  choice: SwitchOffChoices['localizations'],
): string {
  if (choice === 'delete') return otherLocale(transaction)
  const { locale, group } = transaction.layout.entryColumns
  const preferred = `CASE WHEN ${quote(locale)} = ${transaction.dialect.placeholder(1)} THEN 0 ELSE 1 END`
  const ranked = `SELECT ${rowId}, row_number() OVER (PARTITION BY ${quote(group)} ORDER BY ${preferred}, ${rowId}) AS place
    FROM ${quote(transaction.layout.schema(uid).table)}`
  return `${rowId} IN (SELECT ${rowId} FROM (${ranked}) ranked WHERE place > 1)`
}

/**
 * Deletes rows and the links to them. SQLite checks no foreign keys while tables change, so this applies
 * their ON DELETE actions.
 */
async function deleteRows(
  transaction: WriteTransaction,
  from: SchemaRecord,
  { uid }: ContentType,
  where: string,
  values: readonly string[],
): Promise<number[]> {
  const { table } = transaction.layout.schema(uid)
  const sql = `DELETE FROM ${quote(table)} WHERE ${where} RETURNING ${rowId}`
  const rows = await transaction.query({ sql, values })
  for (const { name, columns } of from.tables) {
    for (const { name: column, references } of columns) {
      if (references?.table !== table) continue
      const dangling = `${quote(column)} IS NOT NULL AND ${quote(column)} NOT IN (SELECT ${rowId} FROM ${quote(table)})`
      const cut =
        references.onDelete === 'CASCADE'
          ? `DELETE FROM ${quote(name)} WHERE ${dangling}`
          : `UPDATE ${quote(name)} SET ${quote(column)} = NULL WHERE ${dangling}`
      await transaction.query({ sql: cut, values: [] })
    }
  }
  return rows.map(({ id }) => Number(id))
}

/** Returns whether the choices cover the entries. */
export function isDecided({ option }: ExposedEntries, { drafts, localizations }: SwitchOffChoices): boolean {
  return (option === 'draftAndPublish' ? drafts : localizations) !== undefined
}

/** Returns whether the choices cover all values of a dropped column. Then they don't count as lost data. */
export function isCoveredByChoice(
  transaction: WriteTransaction,
  change: SchemaChange,
  { drafts }: SwitchOffChoices,
): boolean {
  const off = switchedOff(transaction, change)
  if (off?.option === 'draftAndPublish') return drafts !== undefined
  return (
    off?.option === 'i18n' ||
    (change.kind === 'dropColumn' && change.column.name === transaction.layout.entryColumns.group)
  )
}

/**
 * Deletes the remains of removed attributes and types: component rows without an attribute or owner, and
 * links to entries of removed types. Foreign keys can't do this, since these rows store the type of their
 * owner or target as text.
 */
export async function deleteOrphans(transaction: WriteTransaction): Promise<void> {
  const { schemas, owned } = wantedRecord(transaction)
  const tables = new Map(schemas.map(({ uid, table }) => [uid, table]))
  for (const { uid } of transaction.registry.components.values()) {
    await deleteWithoutPlace(transaction, transaction.layout.schema(uid).table, owned)
  }
  // Deleting a component row leaves the components inside it without an owner.
  let removed = 1
  while (removed > 0) {
    removed = 0
    for (const { owner, table } of owned) {
      const ownerTable = tables.get(owner)
      if (ownerTable !== undefined) removed += await deleteWithoutOwner(transaction, table, owner, ownerTable)
    }
  }
  await cutMorphLinks(transaction)
}

async function deleteWithoutPlace(transaction: WriteTransaction, table: string, owned: readonly OwnedField[]) {
  const places = owned.filter((place) => place.table === table)
  const values = places.flatMap(({ owner, field }) => [owner, field])
  const { dialect, layout } = transaction
  const columns = layout.ownerColumns
  const conditions = places.map(
    (_, index) =>
      `(${quote(columns.type)} = ${dialect.placeholder(2 * index + 1)} AND ${quote(columns.field)} = ${dialect.placeholder(2 * index + 2)})`,
  )
  const where = conditions.length > 0 ? ` WHERE NOT (${conditions.join(' OR ')})` : ''
  await transaction.query({ sql: `DELETE FROM ${quote(table)}${where}`, values })
}

async function deleteWithoutOwner(transaction: WriteTransaction, table: string, owner: string, ownerTable: string) {
  const columns = transaction.layout.ownerColumns
  const removed = await transaction.query({
    sql: `DELETE FROM ${quote(table)} WHERE ${quote(columns.type)} = ${transaction.dialect.placeholder(1)}
      AND ${quote(columns.id)} NOT IN (SELECT ${rowId} FROM ${quote(ownerTable)}) RETURNING ${rowId}`,
    values: [owner],
  })
  return removed.length
}

async function cutMorphLinks(transaction: WriteTransaction): Promise<void> {
  const { registry, layout, dialect } = transaction
  const uids = [...registry.contentTypes.keys()]
  const known = uids.map((_, index) => dialect.placeholder(index + 1)).join(', ')
  const schemas: Schema[] = [...registry.contentTypes.values(), ...registry.components.values()]
  for (const schema of schemas) {
    for (const [name, attribute] of Object.entries(schema.attributes)) {
      if (attribute.type !== 'relation') continue
      const link = layout.schema(schema.uid).link(name)
      if (link.kind !== 'morph' && link.kind !== 'morphJoin') continue
      const dangling = `${quote(link.type)} NOT IN (${known})`
      const sql =
        link.kind === 'morph'
          ? `UPDATE ${quote(layout.schema(schema.uid).table)} SET ${quote(link.id)} = NULL, ${quote(link.type)} = NULL WHERE ${dangling}`
          : `DELETE FROM ${quote(link.table)} WHERE ${dangling}`
      await transaction.query({ sql, values: uids })
    }
  }
}
