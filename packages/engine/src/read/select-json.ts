import type { StorageKind } from '../attributes/scalar-behaviour.js'
import { parseText } from '../plan/json-text.js'
import { joinPieces, objectPieces, type Piece } from './json-text.js'
import type { Reader } from '../database/database.js'
import type { Dialect } from '../dialects/dialect.js'
import { type Statement, StatementBuilder } from '../dialects/statement.js'

/** A value of a row: its storage kind and its SQL expression. */
export interface JsonColumn {
  readonly kind: StorageKind | 'id'
  readonly sql: string
}

type Columns = Readonly<Record<string, JsonColumn>>

/**
 * Selects the first row as a JSON object, which the database builds. `from` returns the SQL after the column
 * list. Big integers become strings.
 */
export function selectObject(
  dialect: Dialect,
  columns: Columns,
  from: (builder: StatementBuilder) => string,
): Statement {
  const builder = new StatementBuilder(dialect)
  return builder.finish(`SELECT ${objectSql(dialect, columns)} AS body ${from(builder)} LIMIT 1`)
}

/** Selects all rows as a JSON array of objects. */
export function selectObjects(
  dialect: Dialect,
  columns: Columns,
  from: (builder: StatementBuilder) => string,
): Statement {
  const builder = new StatementBuilder(dialect)
  const rows = `SELECT ${objectSql(dialect, columns)} AS item ${from(builder)}`
  const list: Piece[] = [{ literal: '[' }, { sql: `coalesce(${dialect.aggregate('item')}, '')` }, { literal: ']' }]
  return builder.finish(`SELECT ${joinPieces(dialect, list)} AS body FROM (${rows}) rows`)
}

function objectSql(dialect: Dialect, columns: Columns): string {
  const members = Object.entries(columns).map(
    ([key, { kind, sql }]) => [key, [{ sql: dialect.json(kind, sql) }] as const] as const,
  )
  return joinPieces(dialect, objectPieces(members))
}

type Reads = Pick<Reader, 'read'>

export async function readObject<Row>(reader: Reads, statement: Statement): Promise<Row | null> {
  const text = await reader.read(statement)
  return text === null ? null : (parseText(text) as Row)
}

export async function readObjects<Row>(reader: Reads, statement: Statement): Promise<Row[]> {
  return (await readObject<Row[]>(reader, statement)) ?? []
}
