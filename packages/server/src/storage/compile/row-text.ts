import { holeFor, rowStart } from '../holes.js'
import { quote } from '../names.js'
import { type DeeperRows, StatementBuilder } from '../statement.js'
import type { Scope } from './condition.js'
import { joinPieces, type Piece } from './json-text.js'

/**
 * Links that a statement follows, each within the one before, and then one more to know which rows are next. Databases take
 * longer for every further one than for the one before, and SQLite bounds the height of an expression: beyond about 18, and
 * beyond eight where filters as deep as they may be stand in the last.
 */
const linksPerStatement = 6

/** Links whose rows a statement writes, wherever they stand. 370 in one took SQLite half a second to prepare. */
const linkedRowsPerStatement = 40

/** The row that is written as JSON. */
export interface RowScope extends Scope {
  /** How many links of this statement lead to the row. */
  readonly links: number
}

/** Writes the row of a scope. */
export type WriteRow = (row: RowScope) => Piece[]

/** The scope of rows that a link leads to. */
export function linkedScope(outer: RowScope, schema: RowScope['schema']): RowScope {
  return { ...outer, schema, alias: outer.builder.alias(), links: outer.links + 1 }
}

/** The SQL text of a linked row: its JSON or, where there are too many links, a hole that another statement fills. */
export function rowText(row: RowScope, write: WriteRow): string {
  const { dialect } = row.builder
  row.builder.linkedRows += 1
  if (row.links <= linksPerStatement && row.builder.linkedRows <= linkedRowsPerStatement)
    return joinPieces(dialect, write(row))
  const [before, after] = holeFor(row.builder.defer(deferred(row, write)))
  return joinPieces(dialect, [{ literal: before }, idText(row), { literal: after }])
}

/** Compiled when there are rows to read, and once: the ids are a parameter. */
function deferred(row: RowScope, write: WriteRow): DeeperRows {
  let compiled: DeeperRows | undefined
  return (ids) => (compiled ??= compileRows(row, write))(ids)
}

function compileRows(row: RowScope, write: WriteRow): DeeperRows {
  const { dialect } = row.builder
  const builder = new StatementBuilder(dialect)
  const scope: RowScope = { ...row, builder, alias: builder.alias(), links: 0 }
  const [before, after] = rowStart
  const text = joinPieces(dialect, [{ literal: before }, idText(scope), { literal: after }, ...write(scope)])
  const table = quote(row.layout.schema(row.schema.uid).table)
  const among = dialect.among(`${scope.alias}."id"`, builder.placeholder(null))
  const { sql, values, deeper } = builder.finish(
    `SELECT ${dialect.aggregate(text)} AS body FROM ${table} ${scope.alias} WHERE ${among}`,
  )
  const place = values.length - 1
  return (ids) => ({ sql, values: values.with(place, JSON.stringify(ids)), ...(deeper && { deeper }) })
}

function idText({ builder, alias }: RowScope): Piece {
  return { sql: builder.dialect.json('id', `${alias}."id"`) }
}
