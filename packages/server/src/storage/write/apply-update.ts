import type { ContentType } from '@content-api/model'
import { validationError } from '../../errors/api-error.js'
import type { WritePlan } from '../../query/write-plan.js'
import type { WriteTransaction } from '../database.js'
import { groupColumn } from '../layout.js'
import { quote } from '../names.js'
import { run, toNumber } from './bound.js'
import { checkComplete } from './completeness.js'
import { deleteComponentsOf } from './component-rows.js'
import { writeLinks } from './components.js'
import { InvolvedRows } from './involved-rows.js'
import { localizationGroup, sharedAttributes, shareValues } from './localizations.js'
import { RowLocks } from './row-locks.js'
import { updateRow } from './rows.js'
import { checkUnique } from './unique.js'

/**
 * Updates an entry as planned, its secrets hashed (`hashSecrets`); what localizations share reaches all of them.
 * @returns false when there is no such entry
 * @throws ApiError as `applyCreate`; ValidationError when a live entry would be incomplete
 */
export async function applyUpdate(plan: WritePlan, id: number, tx: WriteTransaction): Promise<boolean> {
  const { type, links, fields } = plan
  if (plan.secrets.length > 0) throw new Error(`The secrets of ${type.uid} must be hashed before they are stored`)
  const locked = await lockInvolved(plan, id, tx)
  if (!locked) return false
  const before = await readState(tx, type, id)
  const live = plan.publication === 'unchanged' ? before.live : plan.publication === 'live'
  if (live && plan.incomplete.length > 0) throw validationError(plan.incomplete)
  await checkUnique(tx, { schema: type, path: [], id, group: before.group }, fields)
  const shared = writtenOf(plan, sharedAttributes(tx, type))
  // Another localization may have come while a lock was waited for.
  const known = tx.dialect.rowLock === '' ? locked : null
  const siblings = shared.length > 0 ? (known ?? (await localizationGroup(tx, type, id))) : []
  const others = siblings.filter((sibling) => sibling !== id)
  // The copies of unique values go before the entry takes new ones; `shareValues` makes them again.
  await deleteComponentsOf(tx, type, others, shared)
  const updatedAt = { [tx.layout.schema(type.uid).column('updatedAt')]: new Date().toISOString() }
  await updateRow(tx, { schema: type, id }, fields, links, updatedAt)
  await writeLinks(tx, { schema: type, id, fresh: false }, links)
  await shareValues(tx, type, id, others, shared)
  if (live && (!before.live || mayEmptyRequired(plan))) await checkComplete(tx, type, id)
  return true
}

/** @returns the entry and its localizations as they were before it was locked; null when the entry isn't there */
async function lockInvolved(
  { type, links }: WritePlan,
  id: number,
  tx: WriteTransaction,
): Promise<readonly number[] | null> {
  const locks = new RowLocks()
  const involved = new InvolvedRows(tx, locks)
  const { table } = tx.layout.schema(type.uid)
  const siblings = type.localized ? await localizationGroup(tx, type, id) : [id]
  locks.lockOwners(table, siblings)
  involved.add(type, id, links)
  const exists = await locks.take(tx)
  if (!exists(table, id)) return null
  await involved.check(exists, { type, ids: siblings })
  return siblings
}

interface EntryState {
  readonly live: boolean
  readonly group: number | null
}

/** What the rest depends on, read after the entry is locked. */
async function readState(tx: WriteTransaction, type: ContentType, id: number): Promise<EntryState> {
  const { table } = tx.layout.schema(type.uid)
  const columns = [...(type.draftAndPublish ? ['publishedAt'] : []), ...(type.localized ? [groupColumn] : [])]
  if (columns.length === 0) return { live: true, group: null }
  const [row] = await run(
    tx,
    (builder) => `SELECT ${columns.map(quote).join(', ')} FROM ${quote(table)} WHERE "id" = ${builder.bind('id', id)}`,
  )
  const live = !type.draftAndPublish || (row?.['publishedAt'] ?? null) !== null
  return { live, group: toNumber(row?.[groupColumn]) }
}

function writtenOf({ fields, links }: WritePlan, names: readonly string[]): string[] {
  const written = new Set([...fields, ...links].map(({ name }) => name))
  return names.filter((name) => written.has(name))
}

/** Whether a disconnect empties a required relation is known only afterwards. */
function mayEmptyRequired({ links }: WritePlan): boolean {
  return links.some((link) => link.kind === 'relation' && link.attribute.required && link.disconnect.length > 0)
}
