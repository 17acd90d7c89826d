import type { ValueKind } from '../layout/value-formats.js'
import type { Dialect } from '../dialects/dialect.js'
import { quoteText } from '../layout/names.js'
import { parseText } from '../plan/json-text.js'
import type { Reader } from '../database/database.js'
import { type Statement, StatementBuilder } from '../dialects/statement.js'

/**
 * A part of a JSON text that the database builds: literal text or an SQL text expression. The database
 * concatenates the pieces as text. Unlike nested JSON functions, this doesn't parse inner values again and
 * has no limit on the number of keys. The SQL of a piece is never NULL.
 */
export type Piece = { readonly literal: string } | { readonly sql: string }

/** Returns an SQL text expression that joins the pieces. */
export function joinPieces({ join }: Pick<Dialect, 'join'>, pieces: readonly Piece[]): string {
  const parts: string[] = []
  let literal = ''
  for (const piece of pieces) {
    if ('literal' in piece) {
      literal += piece.literal
      continue
    }
    if (literal) parts.push(quoteText(literal))
    literal = ''
    parts.push(piece.sql)
  }
  if (literal || parts.length === 0) parts.push(quoteText(literal))
  return join(parts)
}

/** Returns the pieces of a JSON object. Each value consists of the pieces of a JSON text. */
export function objectPieces(members: readonly (readonly [key: string, value: readonly Piece[]])[]): Piece[] {
  const pieces: Piece[] = [{ literal: '{' }]
  members.forEach(([key, value], index) => {
    pieces.push({ literal: `${index > 0 ? ',' : ''}${JSON.stringify(key)}:` }, ...value)
  })
  pieces.push({ literal: '}' })
  return pieces
}

/**
 * A value of a row: its storage kind and its SQL expression. The expression of the kind `piece` is a JSON
 * text and never NULL. Other kinds may repeat their expression many times, so it should be a column.
 */
export interface JsonColumn {
  readonly kind: ValueKind | 'piece'
  readonly sql: string
}

type Columns = Readonly<Record<string, JsonColumn>>

/**
 * Reads the first row as an object; null if there is none. `from` returns the SQL after the column list. Big
 * integers become strings.
 */
export function readObject<Row>(
  reader: Reader,
  columns: Columns,
  from: (builder: StatementBuilder) => string,
): Promise<Row | null> {
  const builder = new StatementBuilder(reader)
  return readJson<Row>(reader, builder.finish(`SELECT ${objectSql(builder, columns)} AS body ${from(builder)} LIMIT 1`))
}

/** Reads all rows as objects. */
export async function readObjects<Row>(
  reader: Reader,
  columns: Columns,
  from: (builder: StatementBuilder) => string,
): Promise<Row[]> {
  const { dialect } = reader
  const builder = new StatementBuilder(reader)
  const rows = `SELECT ${objectSql(builder, columns)} AS item ${from(builder)}`
  const list: Piece[] = [{ literal: '[' }, { sql: `coalesce(${dialect.aggregate('item')}, '')` }, { literal: ']' }]
  const statement = builder.finish(`SELECT ${joinPieces(dialect, list)} AS body FROM (${rows}) rows`)
  return (await readJson<Row[]>(reader, statement)) ?? []
}

function objectSql({ dialect, formats }: StatementBuilder, columns: Columns): string {
  const members = Object.entries(columns).map(
    ([key, { kind, sql }]) => [key, [{ sql: kind === 'piece' ? sql : formats.json(kind, sql) }] as const] as const,
  )
  return joinPieces(dialect, objectPieces(members))
}

async function readJson<Value>(reader: Reader, statement: Statement): Promise<Value | null> {
  const text = await reader.read(statement)
  return text === null ? null : (parseText(text) as Value)
}
