import { quoteText } from '../names.js'

/**
 * JSON is written as text by the database: literals and SQL text expressions, joined. No JSON value is ever parsed or
 * built again on the way, however deep it nests, and there is no limit to the number of keys.
 */
export type Piece = { readonly literal: string } | { readonly sql: string }

/** PostgreSQL functions take at most 100 arguments, SQLite's about as many; longer lists nest. */
const argumentsPerCall = 90

/** An SQL text expression that joins the pieces; a NULL piece counts as nothing. */
export function joinPieces(pieces: readonly Piece[]): string {
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
  if (literal) parts.push(quoteText(literal))
  return concat(parts)
}

function concat(parts: readonly string[]): string {
  if (parts.length <= argumentsPerCall) return `concat(${parts.join(',')})`
  const groups: string[] = []
  for (let at = 0; at < parts.length; at += argumentsPerCall) {
    groups.push(concat(parts.slice(at, at + argumentsPerCall)))
  }
  return concat(groups)
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
