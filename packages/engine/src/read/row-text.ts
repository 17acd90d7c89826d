import { rowId } from '../layout/columns.js'
import { holeFor, rowStart } from './read-deep.js'
import { quote } from '../layout/names.js'
import { type DeeperRows, StatementBuilder } from '../dialects/statement.js'
import type { SqlScope } from './condition.js'
import { joinPieces, type Piece } from './json-text.js'

/**
 * Maximum links from the root to the rows that one statement reads. One link further, it reads only ids. Each
 * level takes longer than the previous one. SQLite's limit for the depth of an expression allows about 18
 * levels, or eight if the last one has the deepest allowed filters.
 */
export const linksPerStatement = 6

/** Maximum lists of linked rows in one statement. 370 in one statement took SQLite half a second to prepare. */
const linkedRowsPerStatement = 40

/** An entry, or a component whose entry the statement doesn't read. */
interface EntryOfRow {
  readonly uid: string
  readonly alias: string
}

/** The row that is written as JSON. */
export interface RowScope extends SqlScope {
  /** The number of links in this statement that lead to the row. */
  readonly links: number
  /** The entry that the row belongs to: the row itself, or the entry that contains the component. */
  readonly entry: EntryOfRow
}

/** Returns the JSON of a row. */
export type WriteRow = (row: RowScope) => Piece[]

/** Returns the scope of the rows that a link leads to. */
export function linkedScope(outer: RowScope, schema: RowScope['schema']): RowScope {
  const alias = outer.builder.alias()
  const entry = schema.model === 'component' ? outer.entry : { uid: schema.uid, alias }
  return { ...outer, schema, alias, entry, links: outer.links + 1 }
}

/** Returns the SQL text of a linked row: its JSON or, beyond the limits above, a hole that another statement fills. */
export function rowText(row: RowScope, write: WriteRow): string {
  const { dialect } = row.builder
  row.builder.linkedRows += 1
  if (row.links <= linksPerStatement && row.builder.linkedRows <= linkedRowsPerStatement)
    return joinPieces(dialect, write(row))
  const [before, after] = holeFor(row.builder.defer(deferred(row, write)))
  return joinPieces(dialect, [{ literal: before }, idText(row), { literal: after }])
}

/** Compiles the later statement once, when there are rows to read. The ids are a parameter. */
function deferred(row: RowScope, write: WriteRow): DeeperRows {
  let compiled: DeeperRows | undefined
  return (ids) => (compiled ??= compileRows(row, write))(ids)
}

function compileRows(row: RowScope, write: WriteRow): DeeperRows {
  const { dialect } = row.builder
  const builder = new StatementBuilder({ dialect, layout: row.layout })
  const alias = builder.alias()
  const scope: RowScope = { ...row, builder, alias, entry: { uid: row.schema.uid, alias }, links: 0 }
  const [before, after] = rowStart
  const text = joinPieces(dialect, [{ literal: before }, idText(scope), { literal: after }, ...write(scope)])
  const table = quote(row.layout.schema(row.schema.uid).table)
  const among = dialect.among(`${scope.alias}.${rowId}`, builder.placeholder(null))
  const { sql, values, deeper } = builder.finish(
    `SELECT ${dialect.aggregate(text)} AS body FROM ${table} ${scope.alias} WHERE ${among}`,
  )
  const place = values.length - 1
  return (ids) => ({ sql, values: values.with(place, JSON.stringify(ids)), ...(deeper && { deeper }) })
}

function idText({ builder, alias }: RowScope): Piece {
  return { sql: builder.formats.json('id', `${alias}.${rowId}`) }
}
