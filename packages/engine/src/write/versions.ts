import { rowId } from '../layout/columns.js'
import { quote } from '../layout/names.js'
import type { StatementBuilder } from '../dialects/statement.js'
import { firstVersion, newVersion } from '../plan/entry-version.js'
import { idList, run } from './run.js'
import type { RowValues, WriteTransaction } from '../database/database.js'

/** Returns the column of the version with a new one, for a write of an entry. */
export function versionColumn({ layout }: WriteTransaction, uid: string): RowValues {
  const { version } = layout.schema(uid)
  return version === undefined ? {} : { [version]: newVersion() }
}

/**
 * Returns the assignment that gives rows of a table a new version, for statements that change links stored in
 * the rows of other entries. It is empty for tables of components.
 */
export function newVersionOf(builder: StatementBuilder, { layout }: WriteTransaction, table: string): string[] {
  const version = layout.versionIn(table)
  return version === undefined ? [] : [`${quote(version)} = ${builder.bind('text', newVersion())}`]
}

/** The links of an entry that other entries own, as `member` of the table. */
interface OwnedElsewhere {
  readonly links: {
    readonly table: string
    readonly owner: string
    readonly member: string
    /** The column with the type of the entry and its value, for polymorphic links. */
    readonly ofType?: readonly [column: string, uid: string]
  }
  readonly id: number
  /** Whether the entry is new and has no links yet. */
  readonly isNew: boolean
}

interface MemberChange {
  readonly added: readonly number[]
  /** The removed entries; `others` for all that aren't in `added`. */
  readonly removed: 'others' | readonly number[]
}

/**
 * Gives a new version to the entries of `table` whose links a write changes from the other side. Call it
 * before the links change: entries that are linked already keep their version.
 */
export async function touchMembers(
  tx: WriteTransaction,
  table: string,
  { links, id, isNew }: OwnedElsewhere,
  { added, removed }: MemberChange,
): Promise<void> {
  const hasRemoved = !isNew && (removed === 'others' || removed.length > 0)
  if (tx.layout.versionIn(table) === undefined || (added.length === 0 && !hasRemoved)) return
  await run(tx, (builder) => {
    const set = newVersionOf(builder, tx, table).join('')
    const linked = () => {
      const own = `${quote(links.owner)} = ${builder.bind('id', id)}`
      const ofType = links.ofType ? ` AND ${quote(links.ofType[0])} = ${builder.bind('text', links.ofType[1])}` : ''
      return `(SELECT ${quote(links.member)} FROM ${quote(links.table)} WHERE ${own}${ofType})`
    }
    const conditions: string[] = []
    if (added.length > 0) {
      const isAdded = `${rowId} IN (${idList(builder, added)})`
      conditions.push(isNew ? isAdded : `${isAdded} AND ${rowId} NOT IN ${linked()}`)
    }
    if (hasRemoved && removed !== 'others') {
      conditions.push(`${rowId} IN (${idList(builder, removed)}) AND ${rowId} IN ${linked()}`)
    } else if (hasRemoved) {
      const isLinked = `${rowId} IN ${linked()}`
      conditions.push(added.length > 0 ? `${isLinked} AND ${rowId} NOT IN (${idList(builder, added)})` : isLinked)
    }
    return `UPDATE ${quote(table)} SET ${set} WHERE ${conditions.join(' OR ')}`
  })
}

/**
 * Locks an entry until the transaction ends and returns its version. Returns null if the entry doesn't exist.
 */
export async function lockVersion(tx: WriteTransaction, uid: string, id: number): Promise<string | null> {
  const { table, version } = tx.layout.schema(uid)
  if (version === undefined) throw new Error(`Entries of ${uid} have no version`)
  const [row] = await run(
    tx,
    (builder) =>
      `SELECT ${quote(version)} AS "version" FROM ${quote(table)} WHERE ${rowId} = ${builder.bind('id', id)} ${tx.dialect.rowLock}`,
  )
  return row ? String(row['version'] ?? firstVersion) : null
}
