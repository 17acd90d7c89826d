import type { ContentType } from '@content-api/model'
import { validationError } from '../../errors/api-error.js'
import type { WritePlan } from '../../query/write-plan.js'
import type { Row, WriteTransaction } from '../database.js'
import { groupColumn } from '../layout.js'
import { quote } from '../names.js'
import { run, toId, toNumber } from './bound.js'
import { checkComplete } from './completeness.js'
import { deleteComponentsOf } from './component-rows.js'
import { writeLinks } from './components.js'
import { checkCopiedIds } from './copied-components.js'
import { InvolvedRows } from './involved-rows.js'
import { localizationGroup, sharedAttributes, shareValues } from './localizations.js'
import { RowLocks } from './row-locks.js'
import { updateRow } from './rows.js'
import { checkUnique } from './unique.js'

/**
 * Updates an entry from a plan whose secrets are hashed (`hashSecrets`). Values that localizations share are
 * written to all of them.
 *
 * @returns false when the entry doesn't exist
 * @throws ApiError as `applyCreate`; ValidationError when a published entry would be incomplete;
 * ApplicationError for components of another attribute or entry
 */
export async function applyUpdate(plan: WritePlan, id: number, tx: WriteTransaction): Promise<boolean> {
  const { type, links, fields } = plan
  if (plan.secrets.length > 0) throw new Error(`The secrets of ${type.uid} must be hashed before they are stored`)
  const locked = await lockInvolved(plan, id, tx)
  if (!locked) return false
  const before = locked.state ?? (await readState(tx, type, id))
  const live = plan.publication === 'unchanged' ? before.live : plan.publication === 'live'
  if (live && plan.incomplete.length > 0) throw validationError(plan.incomplete)
  await checkUnique(tx, { schema: type, path: [], id, group: before.group }, fields)
  const shared = writtenOf(plan, sharedAttributes(tx, type))
  // Another localization may have been created while this write waited for a lock.
  const siblings = shared.length === 0 ? [] : (locked.siblings ?? (await localizationGroup(tx, type, id)))
  const others = siblings.filter((sibling) => sibling !== id)
  // The copies of components, which may contain unique values, are deleted before the entry gets new ones.
  // `shareValues` copies them again.
  await deleteComponentsOf(tx, type, others, shared)
  const updatedAt = { [tx.layout.schema(type.uid).column('updatedAt')]: new Date().toISOString() }
  await updateRow(tx, { schema: type, id }, fields, links, updatedAt)
  await writeLinks(tx, { schema: type, id, fresh: false }, links)
  await shareValues(tx, type, id, others, shared)
  if (live && (!before.live || mayEmptyRequired(plan))) await checkComplete(tx, type, id)
  return true
}

/**
 * Data that was read before the rows were locked. It is still current if there is only one writer at a time;
 * otherwise it is absent.
 */
interface Locked {
  readonly siblings?: readonly number[]
  readonly state?: EntryState
}

/**
 * Locks all rows that the write depends on.
 *
 * @returns null when the entry doesn't exist
 */
async function lockInvolved({ type, links }: WritePlan, id: number, tx: WriteTransaction): Promise<Locked | null> {
  const locks = new RowLocks()
  const involved = new InvolvedRows(tx, locks)
  const { table } = tx.layout.schema(type.uid)
  const group = type.localized ? await readGroup(tx, type, id) : { siblings: [id] }
  locks.lockOwners(table, group.siblings)
  involved.add(type, id, links)
  const exists = await locks.take(tx)
  if (!exists(table, id)) return null
  await involved.check(exists, { type, ids: group.siblings })
  await checkCopiedIds(tx, { type, ids: group.siblings }, links)
  return tx.dialect.rowLock === '' ? group : {}
}

interface EntryState {
  readonly live: boolean
  readonly group: number | null
}

/** Reads the ids of the entry and its other localizations, and the state of the entry. */
async function readGroup(tx: WriteTransaction, type: ContentType, id: number) {
  const table = quote(tx.layout.schema(type.uid).table)
  const group = quote(groupColumn)
  const rows = await run(tx, (builder) => {
    const own = `SELECT ${group} FROM ${table} WHERE "id" = ${builder.bind('id', id)}`
    return `SELECT "id", ${stateColumns(type)} FROM ${table} WHERE ${group} = (${own}) ORDER BY "id"`
  })
  const entry = rows.find((row) => toId(row['id']) === id)
  return { siblings: rows.map((row) => toId(row['id'])), ...(entry && { state: stateOf(type, entry) }) }
}

/** Reads the state of an entry, after it is locked. */
async function readState(tx: WriteTransaction, type: ContentType, id: number): Promise<EntryState> {
  const { table } = tx.layout.schema(type.uid)
  const columns = stateColumns(type)
  if (columns === '') return { live: true, group: null }
  const [row] = await run(
    tx,
    (builder) => `SELECT ${columns} FROM ${quote(table)} WHERE "id" = ${builder.bind('id', id)}`,
  )
  return stateOf(type, row)
}

function stateColumns(type: ContentType): string {
  const columns = [...(type.draftAndPublish ? ['publishedAt'] : []), ...(type.localized ? [groupColumn] : [])]
  return columns.map(quote).join(', ')
}

function stateOf(type: ContentType, row: Row | undefined): EntryState {
  const live = !type.draftAndPublish || (row?.['publishedAt'] ?? null) !== null
  return { live, group: toNumber(row?.[groupColumn]) }
}

function writtenOf({ fields, links }: WritePlan, names: readonly string[]): string[] {
  const written = new Set([...fields, ...links].map(({ name }) => name))
  return names.filter((name) => written.has(name))
}

/** Returns whether a disconnect may empty a required relation, which must be checked after the write. */
function mayEmptyRequired({ links }: WritePlan): boolean {
  return links.some((link) => link.kind === 'relation' && link.attribute.required && link.disconnect.length > 0)
}
