import type { Dialect } from '../dialects/dialect.js'
import { quoteText } from '../names.js'

/**
 * JSON is written as text by the database: literals and SQL text expressions, joined. No JSON value is ever parsed or
 * built again on the way, however deep it nests, and there is no limit to the number of keys. The SQL of a piece is never
 * NULL.
 */
export type Piece = { readonly literal: string } | { readonly sql: string }

/** An SQL text expression that joins the pieces. */
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

/** The pieces of a JSON object; each value is the pieces of a JSON text. */
export function objectPieces(members: readonly (readonly [key: string, value: readonly Piece[]])[]): Piece[] {
  const pieces: Piece[] = [{ literal: '{' }]
  members.forEach(([key, value], index) => {
    pieces.push({ literal: `${index > 0 ? ',' : ''}${JSON.stringify(key)}:` }, ...value)
  })
  pieces.push({ literal: '}' })
  return pieces
}
