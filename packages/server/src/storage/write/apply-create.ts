import type { Stored } from '../../attributes/scalar-behaviour.js'
import { ApiError } from '../../errors/api-error.js'
import type { WritePlan } from '../../query/write-plan.js'
import type { WriteTransaction } from '../database.js'
import { groupColumn } from '../layout.js'
import { quote } from '../names.js'
import { run } from './bound.js'
import { checkComplete } from './completeness.js'
import { writeLinks } from './components.js'
import { checkCopiedIds } from './copied-components.js'
import { InvolvedRows } from './involved-rows.js'
import { localizationGroup, sharedAttributes, shareValues } from './localizations.js'
import { RowLocks } from './row-locks.js'
import { insertRow } from './rows.js'
import { checkUnique, numberUids } from './unique.js'

/**
 * Creates an entry from a plan whose secrets are hashed (`hashSecrets`), and returns its id.
 *
 * @throws ApiError ValidationError for duplicate values of unique attributes, missing targets, impossible
 * positions and ids of components of other entries
 */
export function applyCreate(plan: WritePlan, tx: WriteTransaction): Promise<number> {
  return create(plan, tx, null, [])
}

/**
 * Creates another localization of an entry, which copies the values that localizations share. Returns null
 * when the entry doesn't exist. The plan must be made by `planWrite` with the option `inherits`.
 *
 * @throws ApiError as `applyCreate`; ApplicationError when the entry already has that locale
 */
export async function applyLocalization(plan: WritePlan, source: number, tx: WriteTransaction): Promise<number | null> {
  const { type } = plan
  const siblings = await localizationGroup(tx, type, source)
  const locks = new RowLocks()
  const { table } = tx.layout.schema(type.uid)
  locks.lockOwners(table, siblings)
  const exists = await locks.take(tx)
  if (!exists(table, source)) return null
  const rows = await run(tx, (builder) => {
    const own = `SELECT ${quote(groupColumn)} FROM ${quote(table)} WHERE "id" = ${builder.bind('id', source)}`
    return `SELECT ${quote(groupColumn)} AS "group", "locale" FROM ${quote(table)} WHERE ${quote(groupColumn)} = (${own})`
  })
  if (rows.some(({ locale }) => locale === plan.locale)) {
    throw new ApiError('ApplicationError', 'locale is already used')
  }
  const group = Number(rows[0]?.['group'])
  const id = await create(plan, tx, group, siblings)
  await shareValues(tx, type, source, [id], sharedAttributes(tx, type))
  if (plan.publication === 'live') await checkComplete(tx, type, id)
  return id
}

/**
 * @param group the localization group that the entry joins; with null, a localised entry starts its own group
 * @param siblings the entries of that group
 */
async function create(
  plan: WritePlan,
  tx: WriteTransaction,
  group: number | null,
  siblings: readonly number[],
): Promise<number> {
  const { type, links } = plan
  if (plan.secrets.length > 0) throw new Error(`The secrets of ${type.uid} must be hashed before they are stored`)
  await checkInvolved(plan, tx, siblings)
  const generated = await numberUids(tx, type, plan.generated)
  const fields = [...plan.fields, ...generated]
  // With only one writer at a time, a generated uid is still free.
  const unchecked = tx.dialect.rowLock === '' ? plan.fields : fields
  await checkUnique(tx, { schema: type, path: [], id: null, group }, unchecked)
  const id = await insertRow(tx, type, fields, links, standardColumns(plan, tx, group))
  if (type.localized && group === null) await tx.update(tx.layout.schema(type.uid).table, id, { [groupColumn]: id })
  await writeLinks(tx, { schema: type, id, fresh: true }, links)
  return id
}

async function checkInvolved(
  { type, links }: WritePlan,
  tx: WriteTransaction,
  siblings: readonly number[],
): Promise<void> {
  const locks = new RowLocks()
  const involved = new InvolvedRows(tx, locks)
  involved.add(type, null, links)
  await involved.check(await locks.take(tx), { type, ids: siblings })
  await checkCopiedIds(tx, { type, ids: siblings }, links)
}

function standardColumns({ type, locale }: WritePlan, tx: WriteTransaction, group: number | null) {
  const layout = tx.layout.schema(type.uid)
  const now = new Date().toISOString()
  const columns: Record<string, Stored> = { [layout.column('createdAt')]: now, [layout.column('updatedAt')]: now }
  if (!type.localized) return columns
  return { ...columns, [layout.column('locale')]: locale, [groupColumn]: group }
}
