import { idColumn, rowId } from '../layout/columns.js'
import { ApiError, type Issue, validationError } from '../errors/api-error.js'
import type { SystemValues, WritePlan } from '../plan/write-plan.js'
import {
  ownId,
  type RequiredRow,
  type ReturnedText,
  type Row,
  type RowValues,
  type WriteTransaction,
  type WrittenRow,
} from '../database/database.js'
import { quote } from '../layout/names.js'
import { run, runTogether, toId, toNumber } from './run.js'
import { checkComplete, emptiedRelations } from './completeness.js'
import { deleteComponentsOf, writeLinksAndComponents, writesOtherTables } from './components.js'
import { checkCopiedIds } from './copies.js'
import { claimId } from './given-ids.js'
import { InvolvedRows } from './involved-rows.js'
import {
  hasEqualList,
  localizationGroup,
  requireLocaleIn,
  shareColumns,
  sharedAttributes,
  shareLinks,
  shareValues,
} from './localizations.js'
import { type EntryRead, entrySql, type Exists, RowLocks } from './row-locks.js'
import { insertRow, insertRowIfFound, prepareInsert, type RowWrite, updateRow } from './rows.js'
import { versionColumn } from './versions.js'
import { checkUnique, isUnique, type NumberedUids, numberUids } from './unique.js'
import type { ContentType } from '@content-api/model'
import type { StatementBuilder } from '../dialects/statement.js'
import { deleteMorphLinksTo, type JoinWrite, writeJoin } from './links.js'

/**
 * Creates an entry from a plan whose secrets are hashed (`hashSecrets`).
 *
 * @param returned the text of the new row to return
 * @throws ApiError ValidationError for duplicate values of unique attributes, missing targets, impossible
 * positions and ids of components of other entries
 */
export function applyCreate(
  plan: WritePlan,
  tx: WriteTransaction,
  returned: ReturnedText | null = null,
): Promise<WrittenRow> {
  return create(plan, tx, { group: null, siblings: [] }, returned)
}

/**
 * Creates another localization of an entry, which copies the values that localizations share. Returns null
 * when the entry doesn't exist. The plan must be made by `planWrite` with the option `inherits`.
 *
 * @throws ApiError as `applyCreate`; ApplicationError when the entry already has that locale
 */
export async function applyLocalization(
  plan: WritePlan,
  source: number,
  tx: WriteTransaction,
): Promise<WrittenRow | null> {
  const { type } = plan
  const siblings = await localizationGroup(tx, type, source)
  const locks = new RowLocks()
  const { table } = tx.layout.schema(type.uid)
  locks.lockOwners(table, siblings)
  const exists = await locks.take(tx)
  if (!exists(table, source)) return null
  const { locale, group: groupColumn } = tx.layout.entryColumns
  const rows = await run(tx, (builder) => {
    const own = `SELECT ${quote(groupColumn)} FROM ${quote(table)} WHERE ${rowId} = ${builder.bind('id', source)}`
    return `SELECT ${quote(groupColumn)} AS "group", ${quote(locale)} FROM ${quote(table)} WHERE ${quote(groupColumn)} = (${own})`
  })
  if (rows.some((row) => row[locale] === plan.locale)) {
    throw new ApiError('ApplicationError', 'locale is already used')
  }
  const group = Number(rows[0]?.['group'])
  const created = await create(plan, tx, { group, siblings }, null)
  await shareValues(tx, type, source, [created.id], sharedAttributes(tx, type))
  if (plan.publication === 'live') await checkComplete(tx, type, created.id)
  return created
}

/** The localization group that an entry joins. */
interface Group {
  /** With null, a localised entry starts its own group. */
  readonly group: number | null
  /** The entries of the group. */
  readonly siblings: readonly number[]
}

async function create(
  plan: WritePlan,
  tx: WriteTransaction,
  { group, siblings }: Group,
  returned: ReturnedText | null,
): Promise<WrittenRow> {
  const { type, links } = plan
  if (plan.secrets.length > 0) throw new Error(`The secrets of ${type.uid} must be hashed before they are stored`)
  const given = plan.system?.id
  const required = given === undefined ? requiredTargets(plan, tx) : null
  const check = required ? null : prepareCheck(plan, tx, siblings)
  let generated: NumberedUids = { writes: [], unchecked: [] }
  let id: number | null = given ?? null
  const preparations = [
    async () => void (generated = await numberUids(tx, type, plan.generated, group)),
    async () => {
      if (given === undefined) id = await drawId(plan, tx)
      else await claimId(tx, type, given)
    },
  ]
  // All writers must lock all rows before they lock texts. Otherwise they could deadlock.
  if (check?.locks.inOneStatement) await runTogether(tx, [check.run, ...preparations])
  else {
    await check?.run()
    await runTogether(tx, preparations)
  }
  const fields = [...plan.fields, ...generated.writes]
  await checkUnique(tx, { schema: type, path: [], id: null, group }, [...plan.fields, ...generated.unchecked])
  const startsGroup = type.localized && group === null
  // Without a known id, a second statement stores the group.
  const knowsId = tx.dialect.nextId !== undefined
  const extra = standardColumns(plan, tx, startsGroup ? (id ?? (knowsId ? ownId : group)) : group)
  const row = { fields, links, extra, returned }
  if (id !== null) return insertWithLinks(tx, type, id, row)
  const created = required ? await insertRowIfFound(tx, type, required, row) : await insertRow(tx, type, row)
  if (!created) {
    await prepareCheck(plan, tx, siblings).run()
    throw new Error(`No row of ${type.uid} was inserted, although all of its targets exist`)
  }
  const owner = { schema: type, id: created.id, isNew: true }
  if (startsGroup && !knowsId)
    await tx.update(tx.layout.schema(type.uid).table, [owner.id], { [tx.layout.entryColumns.group]: owner.id })
  await writeLinksAndComponents(tx, owner, links)
  return created
}

/**
 * Takes the id of a new row from the sequence of its table, if the row can then be sent together with its
 * links and components. Otherwise returns null, and the INSERT takes an id.
 */
async function drawId({ type, links }: WritePlan, tx: WriteTransaction): Promise<number | null> {
  const { table } = tx.layout.schema(type.uid)
  const next = tx.pipelines && writesOtherTables(tx, type, links) ? tx.dialect.nextId?.(table) : undefined
  if (next === undefined) return null
  const [row] = await run(tx, () => `SELECT ${next} AS "id"`)
  return toId(row?.['id'])
}

/** Inserts a row, and sends its links and components with it, which need its id. */
async function insertWithLinks(
  tx: WriteTransaction,
  schema: ContentType,
  id: number,
  row: RowWrite,
): Promise<WrittenRow> {
  const insert = await prepareInsert(tx, schema, { ...row, extra: { [idColumn]: id, ...row.extra } })
  let created: WrittenRow = { id, text: null }
  await runTogether(tx, [
    async () => void (created = await insert()),
    () => writeLinksAndComponents(tx, { schema, id, isNew: true }, row.links),
  ])
  return created
}

/** The number of targets that an INSERT checks. Each makes its SQL longer. */
const maxRequired = 8

/**
 * Returns the targets of a new row if its INSERT can check that they exist, which saves a statement.
 * Otherwise null: the database has several writers, another check comes before the INSERT, or links need more
 * checks.
 */
function requiredTargets({ type, fields, generated, links }: WritePlan, tx: WriteTransaction): RequiredRow[] | null {
  if (tx.dialect.rowLock !== '' || generated.length > 0) return null
  if (fields.some(({ attribute, value }) => value !== null && isUnique(attribute))) return null
  const layout = tx.layout.schema(type.uid)
  const required: RequiredRow[] = []
  for (const write of links) {
    const link = layout.link(write.name)
    if (write.kind !== 'relation' || link.kind !== 'column' || link.exclusive) return null
    const { table } = tx.layout.schema(write.target.uid)
    required.push(...write.connect.map(({ id }) => ({ table, id })))
  }
  return required.length > 0 && required.length <= maxRequired ? required : null
}

/** Prepares locking and checking the rows that a new entry refers to. */
function prepareCheck({ type, links }: WritePlan, tx: WriteTransaction, siblings: readonly number[]) {
  const locks = new RowLocks()
  const involved = new InvolvedRows(tx, locks)
  involved.add(type, null, links)
  const check = async () => {
    await involved.check(await locks.take(tx), { type, ids: siblings })
    await checkCopiedIds(tx, { type, ids: siblings }, links)
  }
  return { locks, run: check }
}

function standardColumns(
  { type, locale, system = {} }: WritePlan,
  tx: WriteTransaction,
  group: number | null | typeof ownId,
): RowValues {
  const layout = tx.layout.schema(type.uid)
  const now = new Date().toISOString()
  const { createdAt = now, updatedAt = now } = system
  const columns: RowValues = { [layout.column('createdAt')]: createdAt, ...changedColumns(type, tx, { updatedAt }) }
  if (!type.localized) return columns
  return { ...columns, [layout.column('locale')]: locale, [tx.layout.entryColumns.group]: group }
}

/** Returns the columns that every write of an entry sets, and `createdAt` if it has a new value. */
function changedColumns(type: ContentType, tx: WriteTransaction, { createdAt, updatedAt }: SystemValues): RowValues {
  const layout = tx.layout.schema(type.uid)
  return {
    ...(createdAt !== undefined && { [layout.column('createdAt')]: createdAt }),
    [layout.column('updatedAt')]: updatedAt ?? new Date().toISOString(),
    ...versionColumn(tx, type.uid),
  }
}

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
  const { type, links, fields, system = {} } = plan
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
  const extra = changedColumns(type, tx, system)
  const copies = sharesWholeRow(plan, tx, shared) ? others : []
  // Equal lists stay equal when they are written together. Different ones are written once and then copied.
  const jointLists = before.equalLists ? sharedLists : []
  let written: WrittenRow = { id, text: null }
  await runTogether(tx, [
    async () => (written = await updateRow(tx, type, id, { fields, links, extra, returned, copies })),
    async () => {
      for (const { link, write } of jointLists) await writeJoin(tx, { id, isNew: false, equals: others }, link, write)
    },
  ])
  const isSeparate = (name: string) => !jointLists.some(({ write }) => write.name === name)
  const separateLinks = links.filter(({ name }) => isSeparate(name))
  await writeLinksAndComponents(tx, { schema: type, id, isNew: false }, separateLinks)
  if (copies.length === 0) await shareColumns(tx, type, id, others, [...shared, 'updatedAt'])
  await shareLinks(tx, type, id, others, shared.filter(isSeparate))
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
function sharesWholeRow(
  { type, fields, links, system }: WritePlan,
  tx: WriteTransaction,
  shared: readonly string[],
): boolean {
  if (system?.createdAt !== undefined) return false
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
  const before = beforeOf(tx, type, id, rows)
  if (!before) return null
  if (locale !== null) requireLocaleIn(tx, rows, id, locale)
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
  if (type.localized) locks.lockGroup(table, tx.layout.entryColumns.group, id)
  else locks.lockOwners(table, [id])
  let exists: Exists = () => false
  let rows: readonly Row[] = [{ id }]
  const take = async () => (exists = await locks.take(tx))
  // Another localization may have been created while this write waited for a lock.
  const read = async () => (rows = await run(tx, (builder) => entrySql(builder, entry)))
  if (entry.columns.length === 0) await take()
  else if (locks.inOneStatement) await runTogether(tx, [take, read])
  else {
    await take()
    await read()
  }
  return { exists, rows: exists(table, id) ? rows : [] }
}

function entryRead(
  tx: WriteTransaction,
  type: ContentType,
  id: number,
  lists: readonly JoinWrite[],
  withLocale: boolean,
): EntryRead {
  const { table } = tx.layout.schema(type.uid)
  const { publishedAt, locale, group: groupColumn } = tx.layout.entryColumns
  const group = quote(groupColumn)
  const stored = [
    ...(type.draftAndPublish ? [quote(publishedAt)] : []),
    ...(type.localized ? [group] : []),
    ...(withLocale ? [quote(locale)] : []),
  ]
  const equal = (builder: StatementBuilder) => {
    const conditions = lists.map(({ link }) => hasEqualList(builder, link, `${quote(table)}.${rowId}`, id))
    return `${conditions.join(' AND ')} AS "equal"`
  }
  return {
    table,
    columns: [...stored.map((column) => () => column), ...(lists.length > 0 ? [equal] : [])],
    where: (builder) => {
      const own = `${rowId} = ${builder.bind('id', id)}`
      return type.localized ? `${group} = (SELECT ${group} FROM ${quote(table)} WHERE ${own})` : own
    },
  }
}

function beforeOf({ layout }: WriteTransaction, type: ContentType, id: number, rows: readonly Row[]): Before | null {
  const { publishedAt, group } = layout.entryColumns
  const entry = rows.find((row) => toId(row['id']) === id)
  if (!entry) return null
  const isLive = (row: Row) => !type.draftAndPublish || (row[publishedAt] ?? null) !== null
  return {
    siblings: rows.map((row) => toId(row['id'])).toSorted((a, b) => a - b),
    live: isLive(entry),
    otherLive: rows.some((row) => row !== entry && isLive(row)),
    group: toNumber(entry[group]),
    equalLists: rows.every((row) => Boolean(row['equal'])),
  }
}

function writtenOf({ fields, links }: WritePlan, names: readonly string[]): string[] {
  const written = new Set([...fields, ...links].map(({ name }) => name))
  return names.filter((name) => written.has(name))
}

/**
 * Deletes an entry with its components. Foreign keys delete its links. Its localizations stay.
 *
 * @returns false when the entry doesn't exist
 */
export async function applyDelete(type: ContentType, id: number, tx: WriteTransaction): Promise<boolean> {
  const { table } = tx.layout.schema(type.uid)
  const locks = new RowLocks()
  locks.lockOwners(table, [id])
  const exists = await locks.take(tx)
  if (!exists(table, id)) return false
  await deleteComponentsOf(tx, type, [id])
  await deleteMorphLinksTo(tx, type.uid, id)
  await run(tx, (builder) => `DELETE FROM ${quote(table)} WHERE ${rowId} = ${builder.bind('id', id)}`)
  return true
}
