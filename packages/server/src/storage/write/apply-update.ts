import type { ContentType } from '@content-api/model'
import { validationError } from '../../errors/api-error.js'
import type { WritePlan } from '../../query/write-plan.js'
import type { Row, WriteTransaction } from '../database.js'
import { groupColumn } from '../layout.js'
import { quote } from '../names.js'
import type { ReturnedText, WrittenRow } from '../written-row.js'
import { run, toId, toNumber } from './bound.js'
import { checkComplete } from './completeness.js'
import { deleteComponentsOf } from './component-rows.js'
import { writeLinks } from './components.js'
import { checkCopiedIds } from './copied-components.js'
import { InvolvedRows } from './involved-rows.js'
import { localizationGroup, shareColumns, sharedAttributes, shareLinks } from './localizations.js'
import { type EntryRead, type Exists, RowLocks } from './row-locks.js'
import { updateRow } from './rows.js'
import { checkUnique } from './unique.js'

/**
 * Updates an entry from a plan whose secrets are hashed (`hashSecrets`). Values that localizations share are
 * written to all of them.
 *
 * @param returned the text of the updated row to return
 * @returns null when the entry doesn't exist
 * @throws ApiError as `applyCreate`; ValidationError when a published entry would be incomplete;
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
  const locked = await lockInvolved(plan, id, tx)
  if (!locked) return null
  const { siblings, state: before } = locked
  const live = plan.publication === 'unchanged' ? before.live : plan.publication === 'live'
  if (live && plan.incomplete.length > 0) throw validationError(plan.incomplete)
  await checkUnique(tx, { schema: type, path: [], id, group: before.group }, fields)
  const shared = writtenOf(plan, sharedAttributes(tx, type))
  const others = shared.length === 0 ? [] : siblings.filter((sibling) => sibling !== id)
  // The copies of components, which may contain unique values, are deleted before the entry gets new ones.
  // `shareLinks` copies them again.
  await deleteComponentsOf(tx, type, others, shared)
  const extra = { [tx.layout.schema(type.uid).column('updatedAt')]: new Date().toISOString() }
  const copies = sharesWholeRow(plan, tx, shared) ? others : []
  const written = await updateRow(tx, type, id, { fields, links, extra, returned, copies })
  await writeLinks(tx, { schema: type, id, fresh: false }, links)
  if (copies.length === 0) await shareColumns(tx, type, id, others, shared)
  await shareLinks(tx, type, id, others, shared)
  if (live && (!before.live || mayEmptyRequired(plan))) await checkComplete(tx, type, id)
  return written
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

/** The entry and its other localizations before the update. */
interface Before {
  readonly siblings: readonly number[]
  readonly state: EntryState
}

interface EntryState {
  readonly live: boolean
  readonly group: number | null
}

/**
 * Locks all rows that the write depends on, and reads the entry's state.
 *
 * @returns null when the entry doesn't exist
 */
async function lockInvolved({ type, links }: WritePlan, id: number, tx: WriteTransaction): Promise<Before | null> {
  const locks = new RowLocks()
  const involved = new InvolvedRows(tx, locks)
  involved.add(type, id, links)
  const locked = tx.dialect.rowLock === '' ? await lookUp(tx, type, id, locks) : await lock(tx, type, id, locks)
  if (!locked) return null
  const { exists, ...before } = locked
  await involved.check(exists, { type, ids: before.siblings })
  await checkCopiedIds(tx, { type, ids: before.siblings }, links)
  return before
}

type Locked = Before & { readonly exists: Exists }

/** With one writer at a time, nothing has to be locked. */
async function lookUp(tx: WriteTransaction, type: ContentType, id: number, locks: RowLocks): Promise<Locked | null> {
  const { exists, rows } = await locks.lookUp(tx, entryRead(tx, type, id))
  const before = beforeOf(type, id, rows)
  return before && { ...before, exists }
}

async function lock(tx: WriteTransaction, type: ContentType, id: number, locks: RowLocks): Promise<Locked | null> {
  const { table } = tx.layout.schema(type.uid)
  locks.lockOwners(table, type.localized ? await localizationGroup(tx, type, id) : [id])
  const exists = await locks.take(tx)
  if (!exists(table, id)) return null
  const { columns, where } = entryRead(tx, type, id)
  if (columns.length === 0) return { exists, siblings: [id], state: { live: true, group: null } }
  // Another localization may have been created while this write waited for a lock.
  const list = ['id', ...columns].map(quote).join(', ')
  const rows = await run(tx, (builder) => `SELECT ${list} FROM ${quote(table)} WHERE ${where(builder)}`)
  const before = beforeOf(type, id, rows)
  return before && { ...before, exists }
}

function entryRead(tx: WriteTransaction, type: ContentType, id: number): EntryRead {
  const { table } = tx.layout.schema(type.uid)
  const group = quote(groupColumn)
  return {
    table,
    columns: [...(type.draftAndPublish ? ['publishedAt'] : []), ...(type.localized ? [groupColumn] : [])],
    where: (builder) => {
      const own = `"id" = ${builder.bind('id', id)}`
      return type.localized ? `${group} = (SELECT ${group} FROM ${quote(table)} WHERE ${own})` : own
    },
  }
}

function beforeOf(type: ContentType, id: number, rows: readonly Row[]): Before | null {
  const entry = rows.find((row) => toId(row['id']) === id)
  if (!entry) return null
  const live = !type.draftAndPublish || (entry['publishedAt'] ?? null) !== null
  return {
    siblings: rows.map((row) => toId(row['id'])).toSorted((a, b) => a - b),
    state: { live, group: toNumber(entry[groupColumn]) },
  }
}

function writtenOf({ fields, links }: WritePlan, names: readonly string[]): string[] {
  const written = new Set([...fields, ...links].map(({ name }) => name))
  return names.filter((name) => written.has(name))
}

/** Returns whether a disconnect may empty a required relation, which must be checked after the write. */
function mayEmptyRequired({ links }: WritePlan): boolean {
  return links.some((link) => link.kind === 'relation' && link.attribute.required && link.disconnect.length > 0)
}
