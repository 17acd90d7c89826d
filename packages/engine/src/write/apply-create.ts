import { ApiError } from '../errors/api-error.js'
import type { WritePlan } from '../plan/write-plan.js'
import type { WriteTransaction } from '../database/database.js'
import { groupColumn } from '../layout/layout.js'
import { quote } from '../dialects/names.js'
import { ownId, type RequiredRow, type ReturnedText, type RowValues, type WrittenRow } from '../database/written-row.js'
import { run } from './bound.js'
import { checkComplete } from './completeness.js'
import { writeLinks } from './components.js'
import { checkCopiedIds } from './copied-components.js'
import { InvolvedRows } from './involved-rows.js'
import { localizationGroup, sharedAttributes, shareValues } from './localizations.js'
import { RowLocks } from './row-locks.js'
import { insertRow, insertRowIfFound } from './rows.js'
import { checkUnique, isUnique, numberUids } from './unique.js'

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
  const rows = await run(tx, (builder) => {
    const own = `SELECT ${quote(groupColumn)} FROM ${quote(table)} WHERE "id" = ${builder.bind('id', source)}`
    return `SELECT ${quote(groupColumn)} AS "group", "locale" FROM ${quote(table)} WHERE ${quote(groupColumn)} = (${own})`
  })
  if (rows.some(({ locale }) => locale === plan.locale)) {
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
  const required = requiredTargets(plan, tx)
  if (!required) await checkInvolved(plan, tx, siblings)
  const generated = await numberUids(tx, type, plan.generated, group)
  const fields = [...plan.fields, ...generated.writes]
  await checkUnique(tx, { schema: type, path: [], id: null, group }, [...plan.fields, ...generated.unchecked])
  const startsGroup = type.localized && group === null
  // Without a known id, a second statement stores the group.
  const knowsId = tx.dialect.nextId !== undefined
  const row = { fields, links, extra: standardColumns(plan, tx, startsGroup && knowsId ? ownId : group), returned }
  const created = required ? await insertRowIfFound(tx, type, required, row) : await insertRow(tx, type, row)
  if (!created) {
    await checkInvolved(plan, tx, siblings)
    throw new Error(`No row of ${type.uid} was inserted, although all of its targets exist`)
  }
  const { id } = created
  if (startsGroup && !knowsId) await tx.update(tx.layout.schema(type.uid).table, [id], { [groupColumn]: id })
  await writeLinks(tx, { schema: type, id, fresh: true }, links)
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

function standardColumns(
  { type, locale }: WritePlan,
  tx: WriteTransaction,
  group: number | null | typeof ownId,
): RowValues {
  const layout = tx.layout.schema(type.uid)
  const now = new Date().toISOString()
  const columns: RowValues = { [layout.column('createdAt')]: now, [layout.column('updatedAt')]: now }
  if (!type.localized) return columns
  return { ...columns, [layout.column('locale')]: locale, [groupColumn]: group }
}
