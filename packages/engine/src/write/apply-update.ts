import type { ContentType } from '@content-api/model'
import { type Issue, validationError } from '../errors/api-error.js'
import type { WritePlan } from '../plan/write-plan.js'
import type { Row, WriteTransaction } from '../database/database.js'
import { groupColumn } from '../layout/layout.js'
import { quote } from '../dialects/names.js'
import type { StatementBuilder } from '../dialects/statement.js'
import type { ReturnedText, WrittenRow } from '../database/written-row.js'
import { run, toId, toNumber } from './bound.js'
import { checkComplete, emptiedRelations } from './completeness.js'
import { deleteComponentsOf } from './component-rows.js'
import { writeLinks } from './components.js'
import { checkCopiedIds } from './copied-components.js'
import { requireLocaleIn } from './entry-locale.js'
import { InvolvedRows } from './involved-rows.js'
import { type JoinWrite, writeJoin } from './join-links.js'
import { hasEqualList, localizationGroup, shareColumns, sharedAttributes, shareLinks } from './localizations.js'
import { type EntryRead, entrySql, type Exists, RowLocks } from './row-locks.js'
import { updateRow } from './rows.js'
import { checkUnique } from './unique.js'

/**
 * Updates an entry from a plan whose secrets are hashed (`hashSecrets`). Values that localizations share are
 * written to all of them.
 *
 * @param returned the text of the updated row to return
 * @returns null when the entry doesn't exist
 * @throws ApiError as `applyCreate`; ValidationError when a published entry would be incomplete or the entry
 * has another locale than the plan;
 * ApplicationError for components of another attribute or entry
 */
export async function applyUpdate(
  plan: WritePlan,
  id: number,
  tx: WriteTransaction,
  returned: ReturnedText | null = null,
): Promise<WrittenRow | null> {
  const { type, links, fields } = plan
  if (plan.secrets.length > 0) throw new Error(`The secrets of ${type.uid} must be hashed before they are stored`)
  const shared = writtenOf(plan, sharedAttributes(tx, type))
  const sharedLists = listsOf(plan, tx, shared)
  const before = await lockInvolved(plan, id, tx, sharedLists)
  if (!before) return null
  const live = plan.publication === 'unchanged' ? before.live : plan.publication === 'live'
  const becomesLive = live && !before.live
  const sharedWithLive = live ? null : before.otherLive ? shared : []
  // When the entry becomes live, the error also names what the stored values lack.
  if (!becomesLive) throwAny(issuesOfLive(plan.incomplete, sharedWithLive))
  await checkUnique(tx, { schema: type, path: [], id, group: before.group }, fields)
  const others = shared.length === 0 ? [] : before.siblings.filter((sibling) => sibling !== id)
  // The copies of components, which may contain unique values, are deleted before the entry gets new ones.
  // `shareLinks` copies them again.
  await deleteComponentsOf(tx, type, others, shared)
  const extra = { [tx.layout.schema(type.uid).column('updatedAt')]: new Date().toISOString() }
  const copies = sharesWholeRow(plan, tx, shared) ? others : []
  const written = await updateRow(tx, type, id, { fields, links, extra, returned, copies })
  // Equal lists stay equal when they are written together. Different ones are written once and then copied.
  const together = before.equalLists ? sharedLists : []
  for (const { link, write } of together) await writeJoin(tx, { id, fresh: false, equals: others }, link, write)
  const isApart = (name: string) => !together.some(({ write }) => write.name === name)
  const apart = links.filter(({ name }) => isApart(name))
  await writeLinks(tx, { schema: type, id, fresh: false }, apart)
  if (copies.length === 0) await shareColumns(tx, type, id, others, [...shared, 'updatedAt'])
  await shareLinks(tx, type, id, others, shared.filter(isApart))
  if (becomesLive) await checkComplete(tx, type, id, plan.incomplete)
  else throwAny(issuesOfLive(await emptiedRelations(tx, type, { id, path: [] }, links), sharedWithLive))
  return written
}

/**
 * Returns the problems that matter to a live entry.
 *
 * @param shared the attributes that a draft shares with a live localization; null if the entry itself is live
 */
function issuesOfLive(issues: readonly Issue[], shared: readonly string[] | null): readonly Issue[] {
  if (!shared) return issues
  return issues.flatMap(({ path, message }) => {
    const name = String(path[0])
    if (!shared.includes(name)) return []
    const problem = message.endsWith('.') ? message.slice(0, -1) : message
    return [{ path, message: `${problem}, because a published localization shares ${name}` }]
  })
}

function throwAny(issues: readonly Issue[]): void {
  if (issues.length > 0) throw validationError(issues)
}

/**
 * Returns whether the localizations share all columns that an update writes. To-one links aren't counted as
 * shared columns, because their positions differ between rows.
 */
function sharesWholeRow({ type, fields, links }: WritePlan, tx: WriteTransaction, shared: readonly string[]): boolean {
  const layout = tx.layout.schema(type.uid)
  const isInRow = (name: string) => ['column', 'morph'].includes(layout.link(name).kind)
  return fields.every(({ name }) => shared.includes(name)) && !links.some(({ name }) => isInRow(name))
}

/**
 * Returns the writes of link tables that the localizations share. The list is empty if two of them write the
 * same table, from its two sides: one may change the lists that the other one takes for equal.
 */
function listsOf({ type, links }: WritePlan, tx: WriteTransaction, shared: readonly string[]): JoinWrite[] {
  const layout = tx.layout.schema(type.uid)
  const lists = links.flatMap((write): JoinWrite[] => {
    const link = layout.link(write.name)
    if (link.kind !== 'join' || !shared.includes(write.name)) return []
    return write.kind === 'relation' || write.kind === 'media' ? [{ link, write }] : []
  })
  return new Set(lists.map(({ link }) => link.table)).size === lists.length ? lists : []
}

/** The entry and its other localizations before the update. */
interface Before {
  /** The ids of all localizations, with the entry itself. */
  readonly siblings: readonly number[]
  readonly live: boolean
  /** Whether another localization is live. */
  readonly otherLive: boolean
  readonly group: number | null
  /** Whether all localizations have the same links in the tables of `listsOf`, in the same order. */
  readonly equalLists: boolean
}

/**
 * Locks all rows that the write depends on, and reads the entry's state.
 *
 * @returns null when the entry doesn't exist
 */
async function lockInvolved(
  { type, links, locale }: WritePlan,
  id: number,
  tx: WriteTransaction,
  lists: readonly JoinWrite[],
): Promise<Before | null> {
  const locks = new RowLocks()
  const involved = new InvolvedRows(tx, locks)
  involved.add(type, id, links)
  const entry = entryRead(tx, type, id, lists, locale !== null)
  const { exists, rows } =
    tx.dialect.rowLock === '' ? await locks.lookUp(tx, entry) : await lock(tx, { type, id }, locks, entry)
  const before = beforeOf(type, id, rows)
  if (!before) return null
  if (locale !== null) requireLocaleIn(rows, id, locale)
  await involved.check(exists, { type, ids: before.siblings })
  await checkCopiedIds(tx, { type, ids: before.siblings }, links)
  return before
}

/** Locks the rows and then reads the entry and its other localizations; no rows if the entry doesn't exist. */
async function lock(
  tx: WriteTransaction,
  { type, id }: { readonly type: ContentType; readonly id: number },
  locks: RowLocks,
  entry: EntryRead,
): Promise<{ exists: Exists; rows: readonly Row[] }> {
  const { table } = tx.layout.schema(type.uid)
  locks.lockOwners(table, type.localized ? await localizationGroup(tx, type, id) : [id])
  const exists = await locks.take(tx)
  if (!exists(table, id)) return { exists, rows: [] }
  // Another localization may have been created while this write waited for a lock.
  return { exists, rows: entry.columns.length === 0 ? [{ id }] : await run(tx, (builder) => entrySql(builder, entry)) }
}

function entryRead(
  tx: WriteTransaction,
  type: ContentType,
  id: number,
  lists: readonly JoinWrite[],
  withLocale: boolean,
): EntryRead {
  const { table } = tx.layout.schema(type.uid)
  const group = quote(groupColumn)
  const stored = [
    ...(type.draftAndPublish ? [quote('publishedAt')] : []),
    ...(type.localized ? [group] : []),
    ...(withLocale ? [quote('locale')] : []),
  ]
  const equal = (builder: StatementBuilder) => {
    const conditions = lists.map(({ link }) => hasEqualList(builder, link, `${quote(table)}."id"`, id))
    return `${conditions.join(' AND ')} AS "equal"`
  }
  return {
    table,
    columns: [...stored.map((column) => () => column), ...(lists.length > 0 ? [equal] : [])],
    where: (builder) => {
      const own = `"id" = ${builder.bind('id', id)}`
      return type.localized ? `${group} = (SELECT ${group} FROM ${quote(table)} WHERE ${own})` : own
    },
  }
}

function beforeOf(type: ContentType, id: number, rows: readonly Row[]): Before | null {
  const entry = rows.find((row) => toId(row['id']) === id)
  if (!entry) return null
  const isLive = (row: Row) => !type.draftAndPublish || (row['publishedAt'] ?? null) !== null
  return {
    siblings: rows.map((row) => toId(row['id'])).toSorted((a, b) => a - b),
    live: isLive(entry),
    otherLive: rows.some((row) => row !== entry && isLive(row)),
    group: toNumber(entry[groupColumn]),
    equalLists: rows.every((row) => Boolean(row['equal'])),
  }
}

function writtenOf({ fields, links }: WritePlan, names: readonly string[]): string[] {
  const written = new Set([...fields, ...links].map(({ name }) => name))
  return names.filter((name) => written.has(name))
}
