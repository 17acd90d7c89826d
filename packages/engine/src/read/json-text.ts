import type { Dialect } from '../dialects/dialect.js'
import { quoteText } from '../dialects/names.js'

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
